//! Why a file is not a diagram.

use std::io;

use crate::budget::Reason;

/// Why a diagram could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The text could not be had.
    Io(io::Error),
    /// The text is not a diagram: the number of the line, from 1, and what is wrong there.
    Fault(usize, Fault),
    /// The numbers of options differ.
    Options {
        /// That of the diagram.
        diagram: usize,
        /// That of the problem.
        problem: usize,
    },
    /// The diagram would take more than this number of bytes.
    Memory(u64),
    /// The budget stopped the reading.
    Stopped(Reason),
}

/// What is wrong with a line of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The first line begins none of the formats.
    Format,
    /// The first line should name the format, its version, and the number of options.
    Header,
    /// The first line should have the numbers of nodes, edges and variables.
    NnfHeader,
    /// This should be the id of the next node.
    Id(String, u32),
    /// A node is a `choice` or a `product`, or the line names the `root`.
    Kind(String),
    /// A line of c2d begins with `L`, `A` or `O`.
    C2dKind(String),
    /// A line of d4 begins with a type of nodes or the id of a node.
    D4Kind(String),
    /// This should be the number of an option, up to the last one.
    Option(String, usize),
    /// This should be the number of an option, or its negation.
    Literal(String, usize),
    /// This should be the deciding variable of a disjunction, or 0.
    Decides(String, usize),
    /// This should be `>` and the id of a node before.
    Child(String),
    /// This should be the place of a node before, counted from 0.
    Place(String),
    /// This should be the id of a node that a line before has named.
    Unknown(String),
    /// The number of children differs from the number at the start of the line.
    Children {
        /// The number on the line.
        said: String,
        /// How many follow.
        found: usize,
    },
    /// A node needs a child.
    NoChild,
    /// A node that is true or false has no children.
    Leaf,
    /// The options at the end of the line have no child.
    NoEndOfBranch,
    /// A line of d4 ends with 0, and has it nowhere else.
    NoZero,
    /// This option, from 1, is in two places of which it may be in one only.
    Twice(usize),
    /// These branches, from 1, may have a set in common.
    Alike(usize, usize),
    /// This option, from 1, should decide between the branches, and does not.
    Undecided(usize),
    /// This option, from 1, may be taken or not in some sets.
    Free(usize),
    /// The node is below itself.
    Cycle,
    /// The root should be alone on its line, and a node before.
    Root,
    /// The text ends before the end of the line that says which node is the root.
    NoEnd,
    /// The last line has no end.
    Cut,
    /// The number of nodes is not that of the first line.
    Nodes {
        /// The number in the first line.
        said: u64,
        /// How many there are.
        found: u64,
    },
}

errors!(Fault {
    Format => "the file begins neither as a diagram (`zdnnf`) nor as an `.nnf` of c2d or d4";
    Header => "the first line should be `zdnnf 1` and the number of options";
    NnfHeader => "the first line should be `nnf` and the numbers of nodes, edges and variables";
    Id(word, next) => "`{word}` should be {next}, the id of the next node";
    Kind(word) => "`{word}` is neither `choice` nor `product`";
    C2dKind(word) => "`{word}` is none of `L`, `A` and `O`";
    D4Kind(word) => "`{word}` is none of `o`, `a`, `t` and `f`, nor the id of a node";
    Option(word, options) => "`{word}` is not an option from 1 to {options}";
    Literal(word, options) => "`{word}` is not an option from 1 to {options}, nor the negation of one";
    Decides(word, options) => "`{word}` is not an option from 1 to {options}, nor 0 for no deciding variable";
    Child(word) => "`{word}` is not a child: write `>` and the id of a node before, not 0";
    Place(word) => "`{word}` is not the place of a node before, counted from 0";
    Unknown(word) => "`{word}` is not the id of a node that a line before has named";
    Children { said, found } => "`{said}` should be {found}, the number of children that follow";
    NoChild => "this node has no child";
    Leaf => "a node that is true or false has no children";
    NoEndOfBranch => "the last branch has no child";
    NoZero => "a line should end with 0, and have no other 0";
    Twice(option) => "option {option} may not be in two places here";
    Alike(first, second) =>
        "no option tells branches {first} and {second} apart, so they may have a set in common";
    Undecided(option) =>
        "option {option} does not decide between the two branches, as this line says it does";
    Free(option) => "option {option} is neither taken nor refused in some of the sets of this node";
    Cycle => "this node is below itself";
    Root => "write `root` and the id of a node before, or 0";
    NoEnd => "the text ends before the end of a line that names the root";
    Cut => "the text ends before the end of this line";
    Nodes { said, found } if found < said => "the text ends after {found} of {said} nodes";
    Nodes { said, .. } => "there are more than {said} nodes, the number in the first line";
});

impl Fault {
    /// What to do about it.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            Fault::Free(_) => {
                "the formula must say of each option whether it is taken; an option without primary items is not"
            }
            Fault::Alike(..) | Fault::Undecided(_) => {
                "sets are counted rightly only if the branches of a choice have none in common"
            }
            Fault::Twice(_) => "the parts of a product, or of a conjunction, may have no option in common",
            Fault::Literal(..) | Fault::Decides(..) => {
                "variable i stands for option i, and the formula may have no other variables"
            }
            Fault::NoEnd | Fault::Cut | Fault::Nodes { .. } => "the file may have been cut",
            _ => "`combien help formats` shows the formats of diagrams",
        }
    }
}

errors!(ReadError {
    Io(error) source error from io::Error => "{error}";
    Fault(line, fault) => "line {line}: {fault}";
    Options { diagram, problem } =>
        "the diagram is of a problem with {diagram} options, and this one has {problem}";
    Memory(bytes) => "the diagram would take more than {bytes} bytes";
    Stopped(reason) from Reason => "{reason}";
});

/// Why a node was refused.
#[derive(Debug)]
pub(super) enum Refused {
    Fault(Fault),
    Memory,
    Stopped(Reason),
}

impl Refused {
    /// The error, for a node on this line.
    pub(super) fn on(self, line: usize, memory: u64) -> ReadError {
        match self {
            Refused::Fault(fault) => ReadError::Fault(line, fault),
            Refused::Memory => ReadError::Memory(memory),
            Refused::Stopped(reason) => ReadError::Stopped(reason),
        }
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused::Fault(fault)
    }
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Refused {
        Refused::Stopped(reason)
    }
}
