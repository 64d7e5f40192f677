//! Counting and listing up to symmetry, by the real binary.

#[allow(dead_code)]
mod shared;

use shared::{json_lines, run};

/// 65 of Scott's 520 solutions; the listing shows as many, and their orbits have all.
#[test]
fn scotts_puzzle_up_to_symmetry() {
    let (code, count, _) = run(&["count", "--up-to", "symmetry", "examples/scott.cmb", "--problem", "scott"]);
    assert_eq!((code, count.as_str()), (0, "65\n"));
    let arguments =
        ["solve", "--all", "--up-to", "symmetry", "--json", "examples/scott.cmb", "--problem", "scott"];
    let (code, listed, _) = run(&arguments);
    let lines = json_lines(&listed);
    assert_eq!((code, lines.len()), (0, 66));
    assert_eq!((lines[65]["solutions"].as_str(), lines[65]["complete"].as_bool()), (Some("65"), Some(true)));
}

#[test]
fn some_are_listed_and_limits_stop() {
    let scott = ["examples/scott.cmb", "--problem", "scott"];
    let solve = |more: &[&str]| run(&[&["solve", "--up-to", "symmetry", "--json"], more, &scott].concat());
    let (code, listed, _) = solve(&["-n", "3"]);
    assert_eq!((code, json_lines(&listed).len()), (0, 4));
    let (code, listed, _) = solve(&["--all", "--nodes", "1000"]);
    assert_eq!((code, json_lines(&listed).last().unwrap()["outcome"].as_str()), (3, Some("stopped")));
    let (code, count, errors) =
        run(&[&["count", "--up-to", "symmetry", "--nodes", "10"], &scott[..]].concat());
    assert_eq!(code, 3, "{count}{errors}");
    assert!(count.starts_with(">= "), "{count}");
}

/// What `symmetries` prints is what `--generators` reads; wrong ones are refused, each in its place.
#[test]
fn generators_go_round_and_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let board = ["examples/tetrominoes.cmb", "--problem", "r4x4"];
    let (code, generators, said) = run(&[&["symmetries"], &board[..]].concat());
    assert_eq!(code, 0);
    assert!(said.starts_with("8 symmetries"), "{said}");
    std::fs::write(path("g.txt"), format!("# of the square\n\n{generators}")).unwrap();
    run(&[&["convert", "--to", "dlx", "-o", &path("p.dlx")], &board[..]].concat());
    let of_file = |generators: &str| {
        run(&["count", "--up-to", "symmetry", "--generators", &path(generators), &path("p.dlx")])
    };
    assert_eq!(of_file("g.txt"), (0, "22\n".into(), String::new()));
    std::fs::write(path("wrong.txt"), "(1 2)\n(3 x)\n(1 1)\n(99999)\n1 2\n(1 2\n").unwrap();
    let (code, _, errors) = of_file("wrong.txt");
    assert_eq!((code, errors.matches("error[generator]").count()), (2, 6), "{errors}");
    let (code, _, errors) = run(&["count", "--up-to", "symmetry", "examples/toy.dlx"]);
    assert_eq!(code, 2);
    assert!(errors.contains("only the symmetries of tilings"), "{errors}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for flags in [["--reduce", "-q"], ["--verify", "-q"], ["--engine", "links"], ["--checkpoint", "c"]] {
        let (code, ..) =
            run(&[&["count", "--up-to", "symmetry", "examples/scott.cmb", "--problem", "scott"], &flags[..]]
                .concat());
        assert_eq!(code, 2, "{flags:?}");
    }
}
