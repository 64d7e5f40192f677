//! A walk over the tree of a search, reported step by step to a callback: which options are chosen, and when
//! it goes back.
//!
//! The search itself reports nothing, so it has no extra cost without a walk. It is run from one node to the
//! next, and the steps are read off the options that are chosen at each. The events are those of
//! [`backtrack::walk`](crate::backtrack::walk): a search for covers is a backtracking search for vectors of
//! options.

use std::ops::ControlFlow;

use super::Task;
use crate::backtrack::Event;
use crate::budget::Pause;
use crate::problem::OptionId;

/// A search whose tree can be walked: [`Naive`](super::naive::Naive), [`Links`](super::links::Links).
pub trait Stepwise: Task {
    /// The options chosen, in the order of their levels. At [`Pause::Bound`] those of the node to be entered.
    fn branch(&self) -> Vec<OptionId>;
}

/// Walks to the end of a search and reports each step to `see`, which may stop the walk. `see` may also
/// inspect the search: when a node is entered, the search is at that node.
///
/// If items have bounds, a node that only says that an item has enough has the same options as its parent,
/// and is not reported. If it is a solution, that is reported among the children of the parent.
///
/// ```
/// use combien::backtrack::Event;
/// use combien::engine::{naive::Naive, walk::walk};
/// use combien::problem::dlx;
/// use std::ops::ControlFlow;
///
/// // The lesson's example, and its marks on the first descent.
/// let text = "1 2 3 4 5\n1 5\n2 4\n2 3\n3\n1 4 5\n1 3 5\n2 5\n1 4\n";
/// let problem = dlx::parse("lesson", text)?.problem;
/// let (mut marks, mut search) = (vec![], Naive::new(&problem)?);
/// let first = walk(&mut search, &mut |search, event| match event {
///     Event::Enter(_) => {
///         marks.push(search.used().map(|level| level.to_string()).collect::<String>());
///         ControlFlow::Continue(())
///     }
///     Event::Solution(options) => ControlFlow::Break(options.len()),
///     Event::Leave(_) => ControlFlow::Continue(()),
/// });
/// assert_eq!(first, ControlFlow::Break(3));
/// assert_eq!(marks, ["00000", "10001", "12021", "12321"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk<S: Stepwise, B>(
    search: &mut S,
    see: &mut impl FnMut(&S, Event<'_, OptionId>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut at: Option<Vec<OptionId>> = None;
    let mut nodes = search.work().nodes;
    loop {
        match search.run(nodes) {
            Pause::Solution => see(search, Event::Solution(at.as_deref().unwrap_or(&[])))?,
            Pause::Bound | Pause::Memory => {
                move_to(search, &mut at, see)?;
                nodes += 1;
            }
            Pause::End => {
                let Some(mut options) = at else { return ControlFlow::Continue(()) };
                leave(search, &mut options, 0, see)?;
                return see(search, Event::Leave(&[]));
            }
        }
    }
}

/// Goes from the node that was entered last to the next one: back to their common ancestor, and one option
/// forward.
fn move_to<S: Stepwise, B>(
    search: &S,
    at: &mut Option<Vec<OptionId>>,
    see: &mut impl FnMut(&S, Event<'_, OptionId>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let next = search.branch();
    if at.is_none() {
        see(search, Event::Enter(&[]))?;
    }
    let options = at.get_or_insert_default();
    let common = options.iter().zip(&next).take_while(|(a, b)| a == b).count();
    leave(search, options, common, see)?;
    for &option in &next[common..] {
        options.push(option);
        see(search, Event::Enter(options))?;
    }
    ControlFlow::Continue(())
}

/// Goes back to a level.
fn leave<S, B>(
    search: &S,
    options: &mut Vec<OptionId>,
    level: usize,
    see: &mut impl FnMut(&S, Event<'_, OptionId>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    while options.len() > level {
        see(search, Event::Leave(options))?;
        options.pop();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::{self, Schema};
    use crate::engine::links::Links;
    use crate::engine::naive::Naive;
    use crate::problem::{Problem, dlx};

    const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

    /// The steps of a walk, as a bracketed tree of numbers with `!` at solutions.
    fn told<S: Stepwise>(search: &mut S) -> String {
        let mut tree = String::new();
        let _ = walk(search, &mut |_, event| {
            tree += &written(event);
            ControlFlow::<()>::Continue(())
        });
        tree
    }

    fn written(event: Event<'_, OptionId>) -> String {
        match event {
            Event::Enter(options) => options.last().map_or("(".into(), |last| format!("({}", last.number())),
            Event::Solution(_) => "!".into(),
            Event::Leave(_) => ")".into(),
        }
    }

    /// The lesson's algorithm by the general schema, and by the definition: an option may follow if all
    /// before agree.
    struct Covers<'p>(&'p Problem);

    impl Schema for Covers<'_> {
        type Value = OptionId;
        fn is_solution(&self, chosen: &[OptionId]) -> bool {
            let has = |option: &OptionId, item| self.0.option(*option).iter().any(|entry| entry.item == item);
            self.0.primary_items().all(|item| chosen.iter().any(|option| has(option, item)))
        }
        fn after(&self, chosen: &[OptionId], last: Option<&OptionId>) -> Option<OptionId> {
            let entries = |option: &OptionId| self.0.option(*option).iter();
            let agree =
                |a: &OptionId, b: &OptionId| entries(a).all(|&a| entries(b).all(|&b| a.agrees_with(b)));
            let mut options = self.0.searched_options();
            options.find(|option| {
                Some(option) > last.or(chosen.last()) && chosen.iter().all(|one| agree(one, option))
            })
        }
    }

    #[test]
    fn naive_is_an_instance_of_the_general_schema() {
        for text in [
            TOY,
            "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
            "a b\na\n",
            "a\n",
            "a | x\nx\na x\n",
            "\n",
        ] {
            let problem = dlx::parse("t", text).map_or_else(|_| Problem::default(), |read| read.problem);
            let (mut tree, mut search) = (String::new(), Naive::new(&problem).unwrap());
            let mut nodes = 0;
            let _ = backtrack::walk(&Covers(&problem), &mut |event| {
                tree += &written(event);
                nodes += u64::from(matches!(event, Event::Enter(_)));
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(told(&mut search), tree, "{text}");
            assert_eq!(search.work().nodes, nodes, "{text}");
        }
    }

    #[test]
    fn links_is_walked_in_the_same_way() {
        let problem = dlx::parse("t", TOY).unwrap().problem;
        let mut links = Links::new(&problem).unwrap();
        // By hand: `a` is covered first, by options 1, 3 and 5.
        assert_eq!(told(&mut links), "((1(2!)(7(8!)))(3(4!)(6(8!)))(5(4(7!))(6(2!)(7(8!)))))");
        // An item that has enough is a node of the search, but not of the walk. It is entered after those
        // with more.
        let problem = dlx::parse("t", "1:2|a b\na b\na\n").unwrap().problem;
        assert_eq!(told(&mut Links::new(&problem).unwrap()), "((1(2!)!))");
    }
}
