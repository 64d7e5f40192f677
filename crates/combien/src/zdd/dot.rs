//! A family drawn as a graph, in the DOT language of Graphviz.

use std::io::{self, Write};

use super::listing::{Line, listing};
use super::{Family, Store};

/// # Drawing
impl Store {
    /// Writes the diagram of a family in the DOT language: the nodes of one item on one level, labelled with
    /// the item; a dashed arc to `lo`, a solid one to `hi`, the terminals ⊥ for ∅ and ⊤ for {∅}, each
    /// once. Equal families give equal bytes, whatever their stores.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let family = store.from_sets([vec![1], vec![1, 2]])?;
    /// let mut dot = Vec::new();
    /// store.write_dot(family, |item| format!("x{item}"), &mut dot)?;
    /// assert_eq!(String::from_utf8(dot)?, r#"digraph zdd {
    ///   node [shape=circle];
    ///   { rank=same; n3 [label="x1"]; }
    ///   { rank=same; n2 [label="x2"]; }
    ///   { rank=sink; node [shape=box]; n0 [label="⊥"]; n1 [label="⊤"]; }
    ///   n3 -> n0 [style=dashed]; n3 -> n2;
    ///   n2 -> n1 [style=dashed]; n2 -> n1;
    /// }
    /// "#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dot(
        &self,
        family: Family,
        label: impl Fn(u32) -> String,
        mut output: impl Write,
    ) -> io::Result<()> {
        let mut lines = listing(self, family);
        lines.reverse();
        writeln!(output, "digraph zdd {{\n  node [shape=circle];")?;
        for level in lines.chunk_by(|a, b| a.var == b.var) {
            let label = escape(&label(level[0].var));
            write!(output, "  {{ rank=same;")?;
            for line in level {
                write!(output, " n{} [label=\"{label}\"];", line.number)?;
            }
            writeln!(output, " }}")?;
        }
        write_terminals(family, &lines, &mut output)?;
        for Line { number, lo, hi, .. } in lines {
            writeln!(output, "  n{number} -> n{lo} [style=dashed]; n{number} -> n{hi};")?;
        }
        writeln!(output, "}}")
    }
}

/// The terminals that occur: either may be missing.
fn write_terminals(family: Family, lines: &[Line], output: &mut impl Write) -> io::Result<()> {
    write!(output, "  {{ rank=sink; node [shape=box];")?;
    for (number, (terminal, label)) in [(Family::EMPTY, "⊥"), (Family::BASE, "⊤")].into_iter().enumerate()
    {
        if family == terminal || lines.iter().any(|line| line.lo == number || line.hi == number) {
            write!(output, " n{number} [label=\"{label}\"];")?;
        }
    }
    writeln!(output, " }}")
}

/// A text within quotes: DOT takes a backslash before a quote only.
fn escape(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(store: &Store, family: Family) -> String {
        let mut output = vec![];
        store.write_dot(family, |item| format!("\"{item}\\"), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn terminals_and_quotes() {
        let mut store = Store::new();
        let bottom = dot(&store, Family::EMPTY);
        assert!(bottom.contains("⊥") && !bottom.contains("⊤") && !bottom.contains("->"));
        let all = store.powerset([5]).unwrap();
        let all = dot(&store, all);
        assert!(!all.contains("⊥") && all.contains("⊤") && all.contains(r#"[label="\"5\\"]"#));
    }

    #[test]
    fn equal_families_give_equal_bytes() {
        let sets = [vec![1, 2], vec![3], vec![2, 4], vec![1, 4], vec![]];
        let (mut one, mut other) = (Store::new(), Store::new());
        let forward = one.from_sets(sets.clone()).unwrap();
        let backward = other.from_sets(sets.into_iter().rev()).unwrap();
        assert_eq!(dot(&one, forward), dot(&other, backward));
    }
}
