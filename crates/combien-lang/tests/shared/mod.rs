//! A host that keeps everything in memory.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use combien::diagnostic::Diagnostic;
use combien::solve::Budget;
use combien_lang::elaborate::LoadError;
use combien_lang::{Denied, Host, Loaded, Script, load, run};

/// Files by name; the first one is run.
pub(crate) fn script_of(files: &[(&str, &str)]) -> Result<Script, Vec<Diagnostic>> {
    let read = |path: &str, _: Option<&str>| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(name, text)| Loaded::new(*name, *text)).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    load(files[0].0, &read).map_err(|error| match error {
        LoadError::Diagnostics(diagnostics) => diagnostics,
        LoadError::Io(error) => panic!("{error}"),
    })
}

pub(crate) fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

pub(crate) fn errors(text: &str) -> Vec<String> {
    messages(&script_of(&[("t.cmb", text)]).unwrap_err())
}

pub(crate) fn warnings(text: &str) -> Vec<String> {
    messages(&script_of(&[("t.cmb", text)]).unwrap().warnings)
}

#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) printed: String,
    pub(crate) noted: Vec<String>,
    pub(crate) written: BTreeMap<String, Vec<u8>>,
    pub(crate) budget: Budget,
}

impl Host for Memory {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.printed.push_str(text);
        Ok(())
    }
    fn note(&mut self, text: &str) {
        self.noted.push(text.to_owned());
    }
    fn may_write(&self, _path: &str) -> Result<(), Denied> {
        Ok(())
    }
    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        self.written.insert(path.to_owned(), content.to_owned());
        Ok(())
    }
    fn clock(&self) -> Duration {
        Duration::ZERO
    }
    fn budget(&self) -> Budget {
        self.budget.clone()
    }
}

pub(crate) fn results(text: &str) -> Memory {
    let script = script_of(&[("t.cmb", text)]).unwrap_or_else(|faults| panic!("{:?}", messages(&faults)));
    let mut host = Memory::default();
    assert_eq!(run(&script, &mut host).unwrap(), None);
    host
}
