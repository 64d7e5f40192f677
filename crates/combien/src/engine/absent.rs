//! Stand-ins for engines that a build leaves out: they have their names, and refuse to work.

/// A module with such an engine for each feature that is off. What it can do is not known here, so its
/// profile promises everything, and each question is refused with the name of the feature.
macro_rules! absent {
    ($($feature:literal, $folder:ident: $engine:ident { $($more:item)* })*) => { $(
        #[cfg(not(feature = $feature))]
        pub(crate) mod $folder {
            use crate::budget::Budget;
            use crate::engine::{Begun, Compiling, Counting, Drawing, Engine, Listing, Order, Profile, Refusal, Work};
            use crate::problem::Problem;

            pub(crate) struct $engine;

            $($more)*

            impl Engine for $engine {
                fn profile(&self) -> Profile {
                    Profile {
                        name: $feature,
                        summary: "not in this build",
                        keeps_bounds: true,
                        lists: true,
                        counts: true,
                        compiles: true,
                        draws: true,
                        missing: Some($feature),
                        ..Profile::default()
                    }
                }

                fn cost(&self, _work: Work) -> u64 {
                    0
                }

                fn list(&self, _: &Problem, _: &Budget) -> Begun<dyn Listing> {
                    Err(Refusal::NotBuilt($feature))
                }

                fn count(&self, _: &Problem, _: &Order, _: &Budget) -> Begun<dyn Counting> {
                    Err(Refusal::NotBuilt($feature))
                }

                fn draw(&self, _: &Problem, _: u64, _: &Budget) -> Begun<dyn Drawing> {
                    Err(Refusal::NotBuilt($feature))
                }

                fn compile(&self, _: &Problem, _: &Order, _: &Budget) -> Begun<dyn Compiling> {
                    Err(Refusal::NotBuilt($feature))
                }
            }
        }
    )* };
}

absent! {
    "alike", alike: ByClasses {
        pub(crate) fn is_promising(_: &Problem, _: &Budget) -> bool {
            false
        }
    }
    "intersect", intersect: ByIntersection {}
    "pfaffian", pfaffian: ByPfaffian {}
    "sat", sat: BySolver {}
}
