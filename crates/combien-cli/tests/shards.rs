//! Shards as problems: what may be asked of a part of a search, and where it may come from.

use std::fs;

use crate::shared::{run, run_with_input};

/// A folder with the two shards of the 8 queens, and the name of the first.
fn split() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards").display().to_string();
    let (code, _, said) = run(&["split", "examples/queens8.dlx", "-n", "2", "--out", &shards]);
    assert_eq!(code, 0, "{said}");
    (folder, format!("{shards}/1.shard"))
}

/// A symmetry maps solutions of one shard to those of another.
#[test]
fn symmetries_need_the_whole_problem() {
    let (folder, shard) = split();
    let permutations = folder.path().join("permutations").display().to_string();
    fs::write(&permutations, "(1 64)\n").unwrap();
    for flags in [["--up-to", "symmetry"], ["--kept-by", &permutations]] {
        for command in ["count", "solve"] {
            let (code, printed, said) = run(&[command, &shard, flags[0], flags[1]]);
            assert_eq!((code, printed.as_str()), (2, ""), "{command} {flags:?}");
            let expected = format!("{} needs a whole problem, and a shard is a part of one", flags[0]);
            assert!(said.contains(&expected), "{said}");
        }
    }
}

#[test]
fn a_shard_comes_from_standard_input() {
    let (folder, shard) = split();
    let text = fs::read_to_string(&shard).unwrap();
    let by_name = run(&["solve", "--all", &shard]);
    assert_eq!(by_name.0, 0, "{}", by_name.2);
    assert_eq!(run_with_input(&["solve", "--all", "-", "--format", "shard"], &text), by_name);

    let (code, _, said) = run_with_input(&["count", "-", "--format", "shard"], &text);
    assert!(code == 2 && said.contains("a shard from standard input cannot be kept in itself"), "{said}");
    let state = folder.path().join("state").display().to_string();
    let counted = run_with_input(&["count", "-q", "-", "--format", "shard", "--checkpoint", &state], &text);
    assert_eq!(counted, run(&["count", "-q", &shard]));
}

/// `--problem` would have no effect.
#[test]
fn a_shard_has_no_named_problem() {
    let (_folder, shard) = split();
    let (code, _, said) = run(&["count", &shard, "--problem", "queens"]);
    assert!(code == 2 && said.contains("a shard holds one problem without a name"), "{said}");
}

/// All orders of these columns.
fn orders(columns: &[usize]) -> Vec<Vec<usize>> {
    let rest = |first: usize| columns.iter().copied().filter(|&column| column != first).collect::<Vec<_>>();
    let begun =
        |first: usize| orders(&rest(first)).into_iter().map(move |order| [vec![first], order].concat());
    if columns.is_empty() { vec![vec![]] } else { columns.iter().copied().flat_map(begun).collect() }
}

/// The best of all shards are the best of the whole: an assignment of 6 rows to 6 columns, and all its 720 solutions by brute force.
#[test]
fn a_shard_is_asked_for_its_cheapest_solutions() {
    let cost = |(row, column): (usize, usize)| (row * row * 7 + row * column * 5 + column * 3) % 17;
    let items: Vec<String> =
        ["r", "c"].iter().flat_map(|name| (0..6).map(move |at| format!("{name}{at}"))).collect();
    let options = (0..36).map(|at| (at / 6, at % 6));
    let options = options.map(|(row, column)| format!("r{row} c{column} |{}\n", cost((row, column))));
    let folder = tempfile::tempdir().unwrap();
    let [file, shards] =
        ["assignment.dlx", "shards"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&file, format!("{}\n{}", items.join(" "), options.collect::<String>())).unwrap();
    assert_eq!(run(&["split", &file, "-n", "3", "--out", &shards]).0, 0);
    let costs =
        orders(&[0, 1, 2, 3, 4, 5]).into_iter().map(|order| order.into_iter().enumerate().map(cost).sum());
    let mut costs: Vec<usize> = costs.collect();
    costs.sort_unstable();
    for (flag, end) in [("--min", &costs[..4]), ("--max", &costs[costs.len() - 4..])] {
        let mut found: Vec<usize> = vec![];
        for shard in ["1", "2", "3"] {
            let shard = format!("{shards}/{shard}.shard");
            let (code, told, said) = run(&["solve", flag, "-n", "4", &shard]);
            assert!(code == 0 && said.contains("cost is ") && said.ends_with(" (in this shard)\n"), "{said}");
            let costs = told.lines().filter_map(|line| line.split_once("cost ")?.1.split([',', ' ']).next());
            found.extend(costs.map(|cost| cost.parse::<usize>().unwrap()));
        }
        found.sort_unstable();
        let best = if flag == "--min" { &found[..4] } else { &found[found.len() - 4..] };
        assert_eq!(best, end, "{flag}");
    }
    let (code, _, said) = run(&["solve", "--min", "--nodes", "1", &format!("{shards}/1.shard")]);
    assert!(code == 3 || code == 0, "{said}");
}
