//! Numbers as arguments: whole numbers from 0 on, and seeds.

use pyo3::prelude::*;

use crate::handles::error::error;
use crate::handles::labels::repr;

/// A whole number from 0 on. Python would call a negative one an ``OverflowError``, which says nothing to anybody.
pub(crate) struct Natural<T>(pub(crate) T);

impl<'py, T: TryFrom<u64>> FromPyObject<'_, 'py> for Natural<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Natural<T>> {
        // Anything that is no whole number is a `TypeError`, to which Python adds the name of the argument.
        given.call_method0("__index__").map_err(|_| {
            let shown = repr(&given.to_owned());
            pyo3::exceptions::PyTypeError::new_err(format!("{shown} is not a whole number"))
        })?;
        let number = given.extract::<u64>().ok().and_then(|number| T::try_from(number).ok());
        let wrong = || {
            error(format!("{} is not a whole number from 0 on that fits in 64 bits", repr(&given.to_owned())))
        };
        number.map(Natural).ok_or_else(wrong)
    }
}

/// The seed of what is drawn at random: a whole number; ``None`` for a fresh one; or a generator of random numbers, of
/// which one is taken: that of numpy, its older ``RandomState``, or ``random.Random``.
pub(crate) struct Seed(pub(crate) u64);

/// What gives a number below 2 to the power of 63: the method of a generator, and its arguments.
const DRAWS: [(&str, &[u64]); 3] = [("integers", &[1 << 63]), ("getrandbits", &[63]), ("tomaxint", &[])];

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Seed> {
        let py = given.py();
        if given.is_none() {
            let fresh = py.import("secrets")?.call_method1("randbits", (63,))?;
            return fresh.extract().map(Seed);
        }
        for (name, numbers) in DRAWS {
            if given.hasattr(name)? {
                let numbers = pyo3::types::PyTuple::new(py, numbers)?;
                return given.call_method1(name, numbers)?.extract().map(Seed);
            }
        }
        given.extract::<Natural<u64>>().map(|Natural(seed)| Seed(seed))
    }
}
