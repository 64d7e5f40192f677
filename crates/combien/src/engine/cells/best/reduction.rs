//! Options that no cheapest cover needs, and items that are covered whenever others are.
//!
//! These are reductions of set partitioning that are long known (K. Hoffman, M. Padberg, *Solving airline crew
//! scheduling problems by branch-and-cut*, 1993; R. Borndörfer, *Aspects of set packing, partitioning, and
//! covering*, 1998):
//!
//! - Of options with the same items, the cheapest one is kept, and of equals the first.
//! - If all options of an item have another one, too, those that have the other one alone are in no cover, for
//!   the first item needs an option as well. Then both are in the same options, and one of them is enough.
//! - An option that meets each option of an item that it does not have leaves that item none.

use super::partition::Partition;

/// The looks at options after which nothing more is tried.
const MOST_LOOKS: usize = 1 << 26;

/// The work of a reduction.
struct Reduction<'a> {
    partition: &'a Partition,
    is_left: &'a mut [bool],
    is_kept: Vec<bool>,
    of_row: Vec<Vec<u32>>,
    /// How often a row is met.
    times: Vec<usize>,
    looks: usize,
    has_changed: bool,
}

/// Clears the mark of options that no cheapest cover needs, of those that have it. Returns the rows that are kept,
/// and the looks at options.
pub(super) fn reduce(partition: &Partition, is_left: &mut [bool]) -> (Vec<u32>, u64) {
    remove_dearer(partition, is_left);
    let rows = partition.row_count;
    let mut reduction = Reduction {
        partition,
        is_left,
        is_kept: vec![true; rows],
        of_row: vec![],
        times: vec![0; rows],
        looks: 0,
        has_changed: true,
    };
    while reduction.has_changed && reduction.looks < MOST_LOOKS {
        reduction.has_changed = false;
        reduction.list();
        for row in 0..rows {
            if reduction.is_kept[row] {
                reduction.drop_rows_beyond(row);
                reduction.remove_options_beside(row);
            }
        }
    }
    let Reduction { is_kept, looks, .. } = reduction;
    ((0..rows as u32).filter(|&row| is_kept[row as usize]).collect(), looks as u64)
}

/// Of options with the same rows, the cheapest one is left.
fn remove_dearer(partition: &Partition, is_left: &mut [bool]) {
    let mut order: Vec<u32> = (0..is_left.len() as u32).filter(|&one| is_left[one as usize]).collect();
    order.sort_by_key(|&one| (partition.rows_of(one), partition.costs[one as usize], one));
    for pair in order.windows(2) {
        is_left[pair[1] as usize] &= partition.rows_of(pair[0]) != partition.rows_of(pair[1]);
    }
}

impl Reduction<'_> {
    /// The options of each row.
    fn list(&mut self) {
        self.of_row = vec![vec![]; self.is_kept.len()];
        for option in (0..self.is_left.len() as u32).filter(|&one| self.is_left[one as usize]) {
            let rows = self.partition.rows_of(option);
            self.looks += rows.len();
            for &row in rows.iter().filter(|&&row| self.is_kept[row as usize]) {
                self.of_row[row as usize].push(option);
            }
        }
    }

    fn remove(&mut self, option: u32) {
        self.is_left[option as usize] = false;
        self.has_changed = true;
    }

    fn has(&self, option: u32, row: usize) -> bool {
        self.partition.rows_of(option).binary_search(&(row as u32)).is_ok()
    }

    /// Removes the options of a row that have none of those that all of its options have, and drops these.
    fn drop_rows_beyond(&mut self, row: usize) {
        self.times.fill(0);
        let (partition, mut members) = (self.partition, 0);
        for &option in self.of_row[row].iter().filter(|&&one| self.is_left[one as usize]) {
            members += 1;
            partition.rows_of(option).iter().for_each(|&other| self.times[other as usize] += 1);
            self.looks += partition.rows_of(option).len();
        }
        for other in 0..self.is_kept.len() {
            if members == 0 || other == row || !self.is_kept[other] || self.times[other] < members {
                continue;
            }
            for option in std::mem::take(&mut self.of_row[other]) {
                if self.is_left[option as usize] && !self.has(option, row) {
                    self.remove(option);
                }
            }
            self.is_kept[other] = false;
        }
    }

    /// Removes the options that meet each option of a row that they do not have.
    fn remove_options_beside(&mut self, row: usize) {
        let mut members = self.of_row[row].clone();
        members.retain(|&option| self.is_left[option as usize]);
        let rows = |option| self.partition.rows_of(option).iter();
        let meets = |option| rows(option).map(|&one| self.of_row[one as usize].len()).sum::<usize>();
        // The one that meets the fewest first.
        let Some(first) = members.iter().copied().min_by_key(|&option| (meets(option), option)) else {
            return;
        };
        if self.looks >= MOST_LOOKS {
            return;
        }
        let of_rows = rows(first).flat_map(|&one| &self.of_row[one as usize]);
        let mut beside: Vec<u32> =
            of_rows.copied().filter(|&one| self.is_left[one as usize] && !self.has(one, row)).collect();
        beside.sort_unstable();
        beside.dedup();
        let mut looks = 8 * meets(first);
        for &member in &members {
            looks += 16 * beside.len();
            beside.retain(|&option| self.partition.do_meet(member, option));
            if beside.is_empty() {
                break;
            }
        }
        self.looks += looks;
        for option in beside {
            self.remove(option);
        }
    }
}
