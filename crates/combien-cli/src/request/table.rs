//! The settings of commands as tables. A setting is one row: its name, its type, how its value is written,
//! its default, its help, and the settings that it excludes. What is asked and the command line both come
//! from it.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

use clap::ValueEnum;

use super::Request;
use crate::report::failure::Failure;

/// A value that was read. It has the type that its row says.
pub type Value = Arc<dyn Any + Send + Sync>;

/// Reads a value, or says what a correct one looks like.
type Reader = Arc<dyn Fn(&str) -> Result<Value, String> + Send + Sync>;

/// How many values a setting takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// None: it is given or not.
    Nothing,
    /// One, which is required unless it has a default.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Many,
}

/// A setting.
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Row {
    /// The name of its field, by which other rows refer to it.
    pub name: &'static str,
    /// It is told by its place, not by its flag `--long`.
    pub(crate) place: bool,
    pub(crate) long: String,
    pub(crate) short: Option<char>,
    pub(crate) alias: Option<&'static str>,
    pub(crate) help: String,
    /// How many values it takes.
    pub takes: Takes,
    /// The type of one.
    pub kind: TypeId,
    /// Reads one.
    pub read: Reader,
    /// All values with their help, if each has a name.
    pub(crate) names: fn() -> Vec<(String, Option<String>)>,
    /// The word for a value in the help.
    pub value: &'static str,
    /// The value if none is given, as it is written.
    pub default: Option<&'static str>,
    /// The value of the flag alone; another one follows `=`.
    pub(crate) alone: Option<&'static str>,
    /// At least one value is needed, or any may begin with `-`, or a number may.
    pub(crate) required: bool,
    pub(crate) hyphens: bool,
    pub(crate) negatives: bool,
    /// The settings that it cannot be combined with.
    pub without: Vec<&'static str>,
    /// One without which it means nothing, and why.
    pub needs: Option<&'static str>,
    /// The end of a sentence that says that it needs that one.
    pub why: &'static str,
    /// It is about whole problems, not about a shard; or about one problem, not about a family.
    pub(crate) whole: bool,
    pub(crate) single: bool,
    /// Few people need it: `-h` leaves it to `--help`.
    pub(crate) rare: bool,
    /// A group of settings of which one is given at most.
    pub(crate) group: Option<&'static str>,
}

impl Row {
    /// The row of a field. The name of a field that is read from the words alone begins with `_`.
    pub(super) fn of<F: Field>(
        name: &'static str,
        help: &str,
        read: fn(&str) -> Result<F::One, String>,
    ) -> Row {
        let name = name.trim_start_matches('_');
        Row {
            name,
            place: false,
            long: name.replace('_', "-"),
            short: None,
            alias: None,
            help: help.trim_start().to_owned(),
            takes: F::TAKES,
            kind: TypeId::of::<F::One>(),
            read: Arc::new(move |text| Ok(Arc::new(read(text)?))),
            names: F::One::names,
            value: "",
            default: None,
            alone: None,
            required: false,
            hyphens: false,
            negatives: false,
            without: vec![],
            needs: None,
            why: "",
            whole: false,
            single: false,
            rare: false,
            group: None,
        }
    }

    /// Is a word of the command line its flag, or a flag among several letters, if it is a flag at all?
    pub(crate) fn is_named_by(&self, word: &str) -> bool {
        match word.strip_prefix("--") {
            Some(flag) => {
                let name = flag.split('=').next().unwrap_or_default();
                name == self.long || Some(name) == self.alias
            }
            None => word.starts_with('-') && self.short.is_some_and(|letter| word.contains(letter)),
        }
    }
}

/// What was given, by the names of rows; with the defaults.
#[derive(Default)]
pub struct Words {
    values: BTreeMap<&'static str, Vec<Value>>,
    /// The first flag that is about whole problems, and the first that is about one problem.
    pub(super) whole: Option<String>,
    pub(super) single: Option<String>,
}

impl Words {
    /// These values were given for a setting, or are its default. Settings for one or for whole problems have
    /// none.
    pub fn put(&mut self, row: &Row, values: Vec<Value>) {
        self.values.insert(row.name, values);
        for (is_meant, flag) in [(row.whole, &mut self.whole), (row.single, &mut self.single)] {
            if is_meant {
                flag.get_or_insert_with(|| format!("--{}", row.long));
            }
        }
    }

    pub(crate) fn all<T: Clone + 'static>(&self, name: &str) -> Vec<T> {
        let values = self.values.get(name).into_iter().flatten();
        values
            .map(|value| value.downcast_ref::<T>().expect("a row reads values of its type").clone())
            .collect()
    }

    /// The value of a setting, unless it was left out or the command does not have it.
    pub fn one<T: Clone + 'static>(&self, name: &str) -> Option<T> {
        self.all(name).pop()
    }

    /// The settings that were given or have defaults, with the number and the type of their values.
    #[cfg(test)]
    pub(crate) fn shapes(&self) -> Vec<(&'static str, usize, Option<TypeId>)> {
        let kind = |values: &[Value]| values.first().map(|value| (**value).type_id());
        self.values.iter().map(|(name, values)| (*name, values.len(), kind(values))).collect()
    }

    /// Was a setting given, or does it have a default?
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }
}

/// What one word of the command line can stand for.
pub(crate) trait Word: Clone + Send + Sync + 'static {
    fn read(text: &str) -> Result<Self, String>;

    fn names() -> Vec<(String, Option<String>)> {
        vec![]
    }
}

/// How the words of a type are read.
macro_rules! words {
    ($($Type:ty: $read:expr,)+) => {
        $(impl $crate::request::table::Word for $Type {
            fn read(text: &str) -> Result<$Type, String> {
                $read(text)
            }
        })+
    };
}
pub(super) use words;

/// Types whose values have names.
pub(super) trait Choice: ValueEnum {}

impl<T: Choice + Send + Sync + 'static> Word for T {
    fn read(text: &str) -> Result<T, String> {
        T::from_str(text, false)
    }

    fn names() -> Vec<(String, Option<String>)> {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values
            .map(|value| (value.get_name().to_owned(), value.get_help().map(|help| help.ansi().to_string())))
            .collect()
    }
}

/// The type of a setting.
pub(crate) trait Field {
    /// What one word stands for.
    type One: Word;
    const TAKES: Takes;

    fn of(words: &Words, name: &str) -> Self;
}

impl Field for bool {
    type One = String;
    const TAKES: Takes = Takes::Nothing;

    fn of(words: &Words, name: &str) -> bool {
        words.has(name)
    }
}

impl<T: Word> Field for T {
    type One = T;
    const TAKES: Takes = Takes::One;

    fn of(words: &Words, name: &str) -> T {
        words.one(name).expect("a value is required or has a default")
    }
}

impl<T: Word> Field for Option<T> {
    type One = T;
    const TAKES: Takes = Takes::Optional;

    fn of(words: &Words, name: &str) -> Option<T> {
        words.one(name)
    }
}

impl<T: Word> Field for Vec<T> {
    type One = T;
    const TAKES: Takes = Takes::Many;

    fn of(words: &Words, name: &str) -> Vec<T> {
        words.all(name)
    }
}

/// Rows that several commands have, and what is made of them.
pub(super) trait Part {
    type Made;

    /// What the help of a command says before its settings, and after them.
    const ABOUT: &str = "";
    const AFTER: &str = "";

    fn rows(rows: &mut Vec<Row>);
    fn of(words: &Words) -> Result<Self::Made, Failure>;
}

/// A part, and what it makes of the words. A row is `name: Type [(reader) "VALUE" key(value)]`, with keys of
/// [`Row`]; the rows of another part are `name: Type as Part`. The comment above a row is its help.
macro_rules! part {
    ($(#[doc = $_doc:literal])* $Name:ident => $Made:ty {
        $($(#[doc = $help:literal])* $field:ident: $Type:ty $(as $Part:ty)? $([$($row:tt)*])?,)*
    } |$words:ident| $made:block $(($about:expr) $($after:expr)?)?) => {
        impl $crate::request::table::Part for $Name {
            type Made = $Made;

            $(
                const ABOUT: &str = $about;
                $(const AFTER: &str = $after;)?
            )?

            fn rows(rows: &mut Vec<$crate::request::table::Row>) {
                // A part may have none.
                let _ = &rows;
                $({
                    const _HELP: &str = concat!($($help),*);
                    $(<$Part as $crate::request::table::Part>::rows(rows);)?
                    $($crate::request::table::row!(rows, $field: $Type, _HELP, $($row)*);)?
                })*
            }

            fn of($words: &$crate::request::table::Words) -> Result<$Made, $crate::report::failure::Failure> {
                $made
            }
        }
    };
}
pub(super) use part;

macro_rules! row {
    ($rows:ident, $field:ident: $Type:ty, $help:expr, $($value:literal)? $($key:ident $given:tt)*) => {{
        $crate::request::table::row!(
            $rows, $field: $Type, $help,
            (<<$Type as $crate::request::table::Field>::One as $crate::request::table::Word>::read)
            $($value)? $($key $given)*
        );
    }};
    ($rows:ident, $field:ident: $Type:ty, $help:expr, ($read:expr) $($value:literal)? $($key:ident $given:tt)*) => {
        // A row may give every field, and a reader stands in brackets.
        #[allow(clippy::needless_update, unused_parens, reason = "rows differ in what they give")]
        $rows.push($crate::request::table::Row {
            $(value: $value,)?
            $($key: $given.into(),)*
            ..$crate::request::table::Row::of::<$Type>(stringify!($field), $help, $read)
        });
    };
}
pub(super) use row;

/// A struct with a field for each setting, and its table. The comment above the struct says what the command
/// does, and a text at the end follows the settings in the help. One that is `pub` is for other packages, too.
macro_rules! asked {
    ($(#[doc = $about:literal])+ pub $Name:ident $($rest:tt)+) => {
        $crate::request::table::asked! {
            @ [#[derive(Clone, Debug, Default)] pub] $(#[doc = $about])+ $Name $($rest)+
        }
    };
    ($(#[doc = $about:literal])+ $Name:ident $($rest:tt)+) => {
        $crate::request::table::asked! { @ [pub(crate)] $(#[doc = $about])+ $Name $($rest)+ }
    };
    (@ [$(#[$derive:meta])? $vis:vis] $(#[doc = $about:literal])+ $Name:ident {
        $($(#[doc = $help:literal])* $field:ident: $Type:ty $(as $Part:ty)? $([$($row:tt)*])?,)*
    } $($after:expr)?) => {
        $(#[doc = $about])+
        $(#[$derive])?
        $vis struct $Name {
            $($(#[doc = $help])* $vis $field: $Type,)*
        }

        $crate::request::table::part! {
            $Name => $Name {
                $($(#[doc = $help])* $field: $Type $(as $Part)? $([$($row)*])?,)*
            } |words| {
                Ok($Name {
                    $($field: $(<$Part as $crate::request::table::Part>::of(words)?)?
                        $($crate::request::table::field!(words, $field: $Type, $($row)*))?,)*
                })
            }
            (concat!($($about),+)) $($after)?
        }
    };
}
pub(super) use asked;

macro_rules! field {
    ($words:ident, $field:ident: $Type:ty, $($row:tt)*) => {
        <$Type as $crate::request::table::Field>::of($words, stringify!($field).trim_start_matches('_'))
    };
}
pub(super) use field;

/// A command.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// What follows the settings in the help.
    pub(crate) after: &'static str,
    pub(crate) usage: Option<&'static str>,
    pub(crate) does: Does,
}

/// What a command does.
pub(crate) enum Does {
    /// It has settings, which become a request, or an error if they contradict each other.
    Ask { rows: fn(&mut Vec<Row>), request: fn(&Words) -> Result<Request, Failure> },
    /// It has commands below it.
    Have(&'static [Command]),
}

impl Command {
    /// The table of its settings.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![];
        if let Does::Ask { rows: add, .. } = self.does {
            add(&mut rows);
        }
        rows
    }

    pub(crate) fn request(&self, words: &Words) -> Result<Request, Failure> {
        match self.does {
            Does::Ask { request, .. } => request(words),
            Does::Have(_) => unreachable!("the command line names one of the commands below"),
        }
    }
}

/// A command with the settings of a struct, which are checked if a method is named, and make a request.
macro_rules! command {
    ($name:literal, $Args:ident $($make:tt)+) => {
        $crate::request::table::Command {
            name: $name,
            about: <$Args as $crate::request::table::Part>::ABOUT,
            after: <$Args as $crate::request::table::Part>::AFTER,
            usage: None,
            does: $crate::request::table::Does::Ask {
                rows: <$Args as $crate::request::table::Part>::rows,
                request: |words| {
                    let asked = <$Args as $crate::request::table::Part>::of(words)?;
                    $crate::request::table::made!(asked $($make)+)
                },
            },
        }
    };
}
pub(super) use command;

macro_rules! made {
    ($asked:ident . $request:ident) => {
        $asked.$request()
    };
    ($asked:ident $(. $check:ident)? => $Request:expr) => {{
        $($asked.$check()?;)?
        Ok($Request($asked))
    }};
}
pub(super) use made;
