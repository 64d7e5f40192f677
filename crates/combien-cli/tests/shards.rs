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
