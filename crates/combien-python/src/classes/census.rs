//! The members of a family of problems: they are counted some at a time, and Python reads them one by one.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use combien::solve::Reason;
use combien_lang::elaborate::LoadError;
use combien_lang::{Census, Family, Filter, Loaded, Member, UpTo};
use pyo3::prelude::*;

use crate::classes::script::{Message, Texts, message};
use crate::handles::error::reason_name;
use crate::handles::objects::{Dict, as_int};
use crate::handles::settings::Settings;
use crate::handles::watch::{Watch, locked};

/// A batch of members is meant to take this long: the reader waits for the whole batch.
const BATCH: Duration = Duration::from_millis(50);

/// The members of a family that have not been read yet.
#[pyclass(frozen, name = "_Members", module = "combien._combien")]
pub(crate) struct Reader {
    shared: Arc<Mutex<Shared>>,
    watch: Arc<Watch>,
    #[pyo3(get)]
    parameters: Vec<String>,
    #[pyo3(get)]
    members: u64,
}

struct Shared {
    family: Family,
    census: Census,
}

/// Members that were counted one after the other, what is wrong with the next one, and what stopped the rest.
#[derive(Default)]
struct Batch {
    members: Vec<Member>,
    faults: Vec<Message>,
    warnings: Vec<Message>,
    stopped: Option<Reason>,
    /// Were these the last ones?
    is_last: bool,
}

impl Shared {
    fn batch(&mut self) -> Batch {
        let (began, mut batch) = (Instant::now(), Batch::default());
        let counted = self.census.count(&mut self.family, &|| {}, &mut |member| {
            batch.members.push(member);
            ControlFlow::Continue(())
        });
        match counted {
            Ok(stopped) => batch.stopped = stopped,
            Err(faults) => batch.faults = faults.iter().map(message).collect(),
        }
        batch.warnings = self.family.take_warnings().iter().map(message).collect();
        batch.is_last = batch.stopped.is_some() || !batch.faults.is_empty() || self.family.is_finished();
        // The results do not depend on how many are counted at a time.
        let least = self.census.budget.threads() as u64;
        self.census.at_most = match began.elapsed() {
            short if short < BATCH / 2 => self.census.at_most.saturating_mul(2),
            long if long > BATCH * 2 => (self.census.at_most / 2).max(least),
            _ => self.census.at_most,
        };
        batch
    }
}

/// A member for Python: its name, its arguments, its number, and what stopped the count if that is only a bound.
type Row = (String, Vec<i64>, Py<PyAny>, Option<&'static str>);

/// Members, what is wrong with the next one, warnings, what stopped the rest, and whether there are no more.
type Rows = (Vec<Row>, Vec<Message>, Vec<Message>, Option<(&'static str, String)>, bool);

#[pymethods]
impl Reader {
    /// Counts some members.
    fn read(&self, py: Python<'_>) -> PyResult<Rows> {
        let shared = self.shared.clone();
        let Batch { members, faults, warnings, stopped, is_last } =
            self.watch.run(py, move || locked(&shared).batch())?;
        let row = |Member { name, arguments, outcome }: Member| {
            Ok((name, arguments, as_int(py, outcome.certain())?, outcome.reason().map(reason_name)))
        };
        let rows = members.into_iter().map(row).collect::<PyResult<Vec<_>>>()?;
        Ok((rows, faults, warnings, stopped.map(|reason| (reason_name(reason), reason.to_string())), is_last))
    }
}

/// The family that is meant, or what is wrong.
type Begun = (Option<Reader>, Vec<Message>);

/// Reads a text and looks up a family in it. What Python makes of it is in ``combien._script``.
#[pyfunction]
#[pyo3(name = "_family", signature = (family, text, name, symmetry, filter, settings))]
pub(crate) fn begin(
    py: Python<'_>,
    family: String,
    text: String,
    name: String,
    symmetry: bool,
    filter: Option<String>,
    settings: &Dict,
) -> PyResult<Begun> {
    let settings = Settings::without(&["progress"], "a family", py, Some(settings))?;
    let wrong = |faults: Vec<_>| Ok((None, faults.iter().map(message).collect()));
    let filter = match filter.map(|text| Filter::read(Loaded::new("where", text))).transpose() {
        Ok(filter) => filter,
        Err(faults) => return wrong(faults),
    };
    let texts = Texts { name, text };
    let family = match Family::load(&texts.name, &texts, Loaded::new("family", family)) {
        Ok(family) => family,
        Err(LoadError::Io(error)) => return Err(error.into()),
        Err(LoadError::Diagnostics(faults)) => return wrong(faults),
    };
    let watch = Watch::new(&settings, py);
    let budget = watch.budget(&settings.threaded());
    let census = Census {
        engine: settings.engine,
        up_to: if symmetry { UpTo::Symmetry } else { UpTo::Nothing },
        filter,
        at_most: budget.threads() as u64,
        budget,
    };
    let (parameters, members) = (family.parameters().to_vec(), family.members());
    let shared = Arc::new(Mutex::new(Shared { family, census }));
    Ok((Some(Reader { shared, watch, parameters, members }), vec![]))
}
