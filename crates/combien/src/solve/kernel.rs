//! The kernels of the engine `fast`, by name.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::nearest;
use crate::engine::fast::{Kernel, Method, Way};

const METHODS: [(&str, Method); 3] =
    [("masks", Method::Masks), ("fixed", Method::Fixed), ("cells", Method::Cells)];
const WAYS: [(&str, Way); 3] = [("portable", Way::Portable), ("avx2", Way::Avx2), ("avx512", Way::Avx512)];

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = METHODS.into_iter().find(|&(_, method)| method == self.method);
        let way = WAYS.into_iter().find(|&(_, way)| way == self.way);
        match (method, way) {
            (None, None) => f.write_str("auto"),
            (Some((name, _)), None) | (None, Some((name, _))) => f.write_str(name),
            (Some((method, _)), Some((way, _))) => write!(f, "{method},{way}"),
        }
    }
}

/// No kernel has that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKernel(pub String);

impl fmt::Display for UnknownKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let methods = METHODS.map(|(name, _)| name);
        let ways = WAYS.map(|(name, _)| name);
        if methods.iter().chain(&ways).any(|&name| name == self.0) {
            return write!(f, "`{}` is one too many: a kernel has one method and one way", self.0);
        }
        write!(f, "there is no kernel `{}`", self.0)?;
        match nearest(&self.0, methods.into_iter().chain(ways)) {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => write!(
                f,
                "; write `auto`, one of {}, or `masks,avx2`",
                (methods.join(", ") + ", " + &ways.join(", "))
            ),
        }
    }
}

impl std::error::Error for UnknownKernel {}

impl FromStr for Kernel {
    type Err = UnknownKernel;
    /// Reads `auto`, a method, a way, or a method and a way with a comma between.
    fn from_str(text: &str) -> Result<Kernel, UnknownKernel> {
        let mut kernel = Kernel::default();
        for name in text.split(',').filter(|&name| name != "auto") {
            let method = METHODS.into_iter().find(|&(known, _)| known == name);
            let way = WAYS.into_iter().find(|&(known, _)| known == name);
            match (method, way) {
                (Some((_, method)), _) if kernel.method == Method::Auto => kernel.method = method,
                (_, Some((_, way))) if kernel.way == Way::Auto => kernel.way = way,
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
        assert_eq!(error.to_string(), "`fixed` is one too many: a kernel has one method and one way");
        assert!("masks,masks".parse::<Kernel>().is_err() && "".parse::<Kernel>().is_err());
    }
}
