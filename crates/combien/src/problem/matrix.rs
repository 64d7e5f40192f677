//! Problems from matrices and relations: rows of Booleans, lists of column numbers, the triple (P, C, S).

use std::fmt::Display;

use super::{BuildError, Builder, ItemId, Kind, Problem};

impl Problem {
    /// A problem from the rows of a Boolean matrix: each column an item, each row an option.
    ///
    /// The first `primary` columns must be covered exactly once, the others at most once; `None` makes all of
    /// them primary, and more than there are columns is an error. Items are named by their
    /// column, from 0.
    ///
    /// ```
    /// # use combien::{problem::BuildError, solve, Problem};
    /// // The matrix of the `combine` paper has the two solutions {0, 4} and {1, 3}.
    /// let rows = ["1011", "0110", "1101", "1001", "0100"].map(|row| row.bytes().map(|b| b == b'1').collect());
    /// let problem = Problem::from_matrix::<Vec<bool>>(rows, None)?;
    /// let solutions: Vec<Vec<usize>> = solve::each(&problem)
    ///     .unwrap()
    ///     .map(|solution| solution.options().iter().map(|option| option.index()).collect())
    ///     .collect();
    /// assert_eq!(solutions, [[0, 4], [1, 3]]);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn from_matrix<R: AsRef<[bool]>>(
        rows: impl IntoIterator<Item = R>,
        primary: Option<usize>,
    ) -> Result<Problem, BuildError> {
        let mut rows = rows.into_iter().peekable();
        let columns = rows.peek().map_or(0, |row| row.as_ref().len());
        let (mut builder, items) = numbered_items(columns, primary)?;
        for row in rows {
            let row = row.as_ref();
            if row.len() != columns {
                let option = builder.next_option();
                return Err(BuildError::RaggedRow { option, expected: columns, found: row.len() });
            }
            let covered = items.iter().zip(row).filter(|&(_, &covers)| covers);
            builder.option(covered.map(|(&item, _)| item))?;
        }
        Ok(builder.build())
    }

    /// A problem from lists of column numbers, from 0: the sparse form of [`Problem::from_matrix`].
    ///
    /// ```
    /// # use combien::{problem::BuildError, solve, Problem};
    /// let problem = Problem::from_lists(4, None, [vec![0, 2, 3], vec![1, 2], vec![1]])?;
    /// assert_eq!(solve::count(&problem).unwrap().to_u64(), Some(1));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn from_lists<L: IntoIterator<Item = usize>>(
        columns: usize,
        primary: Option<usize>,
        lists: impl IntoIterator<Item = L>,
    ) -> Result<Problem, BuildError> {
        let (mut builder, items) = numbered_items(columns, primary)?;
        for list in lists {
            let option = builder.next_option();
            let unknown = |column: usize| BuildError::UnknownItem { item: column.to_string(), option };
            let entries: Vec<ItemId> = list
                .into_iter()
                .map(|column| items.get(column).copied().ok_or_else(|| unknown(column)))
                .collect::<Result<_, _>>()?;
            builder.option(entries)?;
        }
        Ok(builder.build())
    }

    /// A problem from the triple (P, C, S): choose possibilities of P such that each constraint of C is
    /// satisfied, in the sense of the relation S, by exactly one of them.
    ///
    /// Items and options are named by the `Display` of the constraints and possibilities. S is called once
    /// for each pair.
    ///
    /// ```
    /// # use combien::{problem::BuildError, solve, Problem};
    /// // Two rooks on a 2 x 2 board: each row and each column has exactly one.
    /// let squares = ["r1c1", "r1c2", "r2c1", "r2c2"];
    /// let lines = ["r1", "r2", "c1", "c2"];
    /// let rooks = Problem::from_relation(squares, lines, |square, line| square.contains(line))?;
    /// assert_eq!(solve::count(&rooks).unwrap().to_u64(), Some(2));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn from_relation<P: Display, C: Display>(
        possibilities: impl IntoIterator<Item = P>,
        constraints: impl IntoIterator<Item = C>,
        satisfies: impl Fn(&P, &C) -> bool,
    ) -> Result<Problem, BuildError> {
        let mut builder = Builder::new();
        let constraints: Vec<(ItemId, C)> = constraints
            .into_iter()
            .map(|constraint| Ok((builder.primary(&constraint.to_string())?, constraint)))
            .collect::<Result<_, BuildError>>()?;
        for possibility in possibilities {
            let satisfied = constraints.iter().filter(|(_, constraint)| satisfies(&possibility, constraint));
            let option = builder.option(satisfied.map(|&(item, _)| item))?;
            builder.name_option(option, &possibility.to_string());
        }
        Ok(builder.build())
    }
}

fn numbered_items(columns: usize, primary: Option<usize>) -> Result<(Builder, Vec<ItemId>), BuildError> {
    let mut builder = Builder::new();
    let primary = primary.unwrap_or(columns);
    if primary > columns {
        return Err(BuildError::MorePrimaryThanColumns { primary, columns });
    }
    let kind = |column| if column < primary { Kind::Primary } else { Kind::Secondary };
    let items = (0..columns)
        .map(|column| builder.item(&column.to_string(), kind(column)))
        .collect::<Result<_, _>>()?;
    Ok((builder, items))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ragged_and_out_of_range_are_refused() {
        let ragged = Problem::from_matrix([vec![true, false], vec![true]], None).unwrap_err();
        assert_eq!(ragged.to_string(), "row 2 has 1 columns, the first row has 2");
        let far = Problem::from_lists(2, None, [vec![0], vec![2]]).unwrap_err();
        assert_eq!(far.to_string(), "option 2 names `2`, which is not an item");
        let twice = Problem::from_lists(2, None, [vec![1, 1]]).unwrap_err();
        assert_eq!(twice.to_string(), "option 1 has item `1` twice");
    }

    #[test]
    fn more_primary_columns_than_columns_are_refused() {
        let refused = BuildError::MorePrimaryThanColumns { primary: 9, columns: 2 };
        assert_eq!(Problem::from_lists(2, Some(9), [vec![0]]), Err(refused.clone()));
        assert_eq!(Problem::from_matrix([[true, false]], Some(9)), Err(refused.clone()));
        assert_eq!(refused.to_string(), "9 columns cannot be primary, for there are only 2");
        assert_eq!(Problem::from_lists(2, Some(2), [vec![0]]).unwrap().primary_count(), 2);
        let none: [[bool; 0]; 0] = [];
        assert!(Problem::from_matrix(none, Some(1)).is_err() && Problem::from_matrix(none, Some(0)).is_ok());
    }

    #[test]
    fn the_sparse_form_is_the_dense_one() {
        let dense = Problem::from_matrix([[true, false, true], [false, true, true]], Some(2)).unwrap();
        let sparse = Problem::from_lists(3, Some(2), [[0, 2], [1, 2]]).unwrap();
        assert_eq!(dense, sparse);
        assert_eq!(dense.primary_count(), 2);
    }
}
