//! The kernels of the engine `fast`, by name.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{did_you_mean, nearest};
use crate::engine::fast::{Backend, Kernel, Method};

const METHODS: [(&str, Method); 3] =
    [("masks", Method::Masks), ("fixed", Method::Fixed), ("cells", Method::Cells)];
const BACKENDS: [(&str, Backend); 3] =
    [("portable", Backend::Portable), ("avx2", Backend::Avx2), ("avx512", Backend::Avx512)];

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = METHODS.into_iter().find(|&(_, method)| method == self.method);
        let backend = BACKENDS.into_iter().find(|&(_, backend)| backend == self.backend);
        match (method, backend) {
            (None, None) => f.write_str("auto"),
            (Some((name, _)), None) | (None, Some((name, _))) => f.write_str(name),
            (Some((method, _)), Some((backend, _))) => write!(f, "{method},{backend}"),
        }
    }
}

/// No kernel has that name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct UnknownKernel(pub String);

errors!(UnknownKernel(name) => "{}", {
    let names = [METHODS.map(|(name, _)| name), BACKENDS.map(|(name, _)| name)].concat();
    if names.contains(&name.as_str()) {
        format!("`{name}` is one too many: a kernel has one method and one backend")
    } else {
        let all = format!("write `auto`, one of {}, or `masks,avx2`", names.join(", "));
        format!("there is no kernel `{name}`; {}", did_you_mean(nearest(name, names), all))
    }
});

impl FromStr for Kernel {
    type Err = UnknownKernel;
    /// Reads `auto`, a method, a backend, or a method and a backend separated by a comma.
    fn from_str(text: &str) -> Result<Kernel, UnknownKernel> {
        let mut kernel = Kernel::default();
        for name in text.split(',').filter(|&name| name != "auto") {
            let method = METHODS.into_iter().find(|&(known, _)| known == name);
            let backend = BACKENDS.into_iter().find(|&(known, _)| known == name);
            match (method, backend) {
                (Some((_, method)), _) if kernel.method == Method::Auto => kernel.method = method,
                (_, Some((_, backend))) if kernel.backend == Backend::Auto => kernel.backend = backend,
                _ => return Err(UnknownKernel(name.to_owned())),
            }
        }
        Ok(kernel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_known_by_name() {
        for name in
            ["auto", "masks", "fixed", "cells", "portable", "avx2", "avx512", "masks,avx2", "fixed,portable"]
        {
            assert_eq!(name.parse::<Kernel>().unwrap().to_string(), name);
        }
        assert_eq!("avx2,masks".parse(), "masks,avx2".parse::<Kernel>());
        assert_eq!(
            "avx".parse::<Kernel>().unwrap_err().to_string(),
            "there is no kernel `avx`; did you mean `avx2`?"
        );
        let error = "masks,fixed".parse::<Kernel>().unwrap_err();
        assert_eq!(error.to_string(), "`fixed` is one too many: a kernel has one method and one backend");
        assert!("masks,masks".parse::<Kernel>().is_err() && "".parse::<Kernel>().is_err());
    }
}
