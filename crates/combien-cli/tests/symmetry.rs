//! Counting and listing up to symmetry, by the real binary.

use crate::shared::{json_lines, run, run_with_input};

/// Scott's 520 solutions are 65 up to symmetry; the listing shows 65, and their orbits contain all 520.
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
fn a_number_of_solutions_is_listed_and_limits_stop() {
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
    assert!(errors.contains("the limit of 10 nodes"), "{errors}");
}

/// `--generators` reads what `symmetries` prints. Wrong generators are refused, each with its place.
#[test]
fn printed_generators_are_read_back_and_checked() {
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
    // No generators are needed here: the automorphisms of the problem are the symmetries of the board.
    assert_eq!(run(&["count", "--up-to", "symmetry", &path("p.dlx")]).1, "22\n");
}

/// The 92 ways to place eight queens are 12 up to symmetry, one of them symmetric; counted in both ways.
#[test]
fn automorphisms_of_any_problem() {
    let queens = "examples/queens8.dlx";
    let (code, generators, said) = run(&["symmetries", queens]);
    assert_eq!((code, said.starts_with("8 symmetries")), (0, true), "{said}");
    assert!(generators.lines().count() >= 2, "{generators}");
    let (_, document, _) = run(&["symmetries", "--json", queens]);
    assert_eq!(json_lines(&document)[0]["order"].as_str(), Some("8"));
    let count = |more: &[&str]| run(&[&["count", "--up-to", "symmetry", queens], more].concat());
    assert_eq!(count(&[]).1, "12\n");
    assert_eq!(count(&["--where", "symmetric"]).1, "1\n");
    assert_eq!(count(&["--where", "asymmetric"]).1, "11\n");
    let (code, listed, _) = run(&["solve", "--all", "--up-to", "symmetry", "--json", queens]);
    let lines = json_lines(&listed);
    assert_eq!((code, lines.len()), (0, 13));
    let alike = lines[..12].iter().map(|line| line["alike"].as_str().unwrap().parse::<u32>().unwrap());
    assert_eq!(alike.sum::<u32>(), 92);
    assert_eq!(lines[..12].iter().filter(|line| line["kept_by"] != "1").count(), 1);
}

/// The two ways to put dominoes into a square of four cells are equivalent. The half turn and the reflections
/// that do not exchange rows and columns leave each unchanged.
#[test]
fn symmetric_solutions_name_their_symmetries() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.cmb").display().to_string();
    std::fs::write(&file, "problem p = constant 2x2 true [{**} ~sym]\n").unwrap();
    let (_, out, _) = run(&["solve", "--all", "--quiet", "--up-to", "symmetry", &file]);
    assert_eq!(out.lines().next(), Some("solution 1, kept by 4 symmetries (half turn, 2 reflections)"));
    assert_eq!(out.matches("solution").count(), 1);
    let (_, out, _) = run(&["solve", "--all", "--json", "--up-to", "symmetry", &file]);
    assert_eq!(json_lines(&out)[0]["motions"], serde_json::json!(["half turn", "reflection", "reflection"]));
}

/// Scott's puzzle as a bare problem has the symmetries of the board, and no more.
#[test]
fn automorphisms_of_a_tiling() {
    let scott = ["examples/scott.cmb", "--problem", "scott"];
    let (code, _, said) = run(&[&["symmetries", "--up-to", "automorphism"], &scott[..]].concat());
    assert_eq!((code, said.starts_with("8 symmetries")), (0, true), "{said}");
    assert_eq!(run(&[&["count", "--up-to", "automorphism"], &scott[..]].concat()).1, "65\n");
}

/// Cyclic Steiner triple systems of 13 points: two difference triples, {1, 3, 4} and {2, 5, 6}, each in two
/// ways.
#[test]
fn designs_with_prescribed_automorphisms() {
    let design = ["--kept-by", "examples/designs/sts13_turn.txt", "examples/designs/sts13.dlx"];
    let with = |command: &[&str]| run(&[command, &design].concat());
    assert_eq!(with(&["count"]), (0, "4\n".into(), String::new()));
    let (_, document, _) = with(&["count", "--json"]);
    assert_eq!(
        (&json_lines(&document)[0]["count"], &json_lines(&document)[0]["exact"]),
        (&"4".into(), &true.into())
    );
    let (code, listed, _) = with(&["solve", "--all", "--json"]);
    let lines = json_lines(&listed);
    assert_eq!((code, lines.len()), (0, 5));
    assert_eq!(lines[0]["options"].as_array().unwrap().len(), 26);
    assert_eq!(lines[4]["complete"].as_bool(), Some(true));
    let (code, listed, _) = with(&["solve", "-n", "2", "--json"]);
    assert_eq!((code, json_lines(&listed)[2]["complete"].as_bool()), (0, Some(false)));
    let (code, _, said) = with(&["solve", "--all"]);
    assert_eq!((code, said.as_str()), (0, "4 solutions, and no more\n"));
    let (code, _, said) = with(&["solve", "--all", "--nodes", "1"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("limit of 1 node") && said.contains("there may be more"), "{said}");
    let (code, out, errors) = with(&["count", "--nodes", "1"]);
    assert_eq!((code, out.starts_with(">= ")), (3, true), "{out}{errors}");
    assert!(errors.contains("limit of 1 node"), "{errors}");
}

/// Latin squares of order 4: 2 isotopy classes (OEIS A040082), from a group of 4!^3 elements; and 2 main
/// classes (A003090).
#[test]
fn items_are_kept_apart() {
    let latin = "puzzle:latin 4";
    let kept = ["--keeping", "R1C1..R4C4", "--keeping", "17..32"];
    let (code, generators, said) = run(&[&["symmetries", latin], &kept[..]].concat());
    assert_eq!((code, said.starts_with("13824 symmetries")), (0, true), "{said}");
    assert!(!generators.is_empty());
    let count = ["count", "--explain", "--up-to", "symmetry", latin];
    let (code, out, said) = run(&[&count, &kept[..]].concat());
    assert_eq!((code, out.as_str()), (0, "2\n"), "{said}");
    assert!(said.contains("13824 symmetries; by listing"), "{said}");
    // With a cell kept in place the group is small enough for Burnside's lemma. Both classes are those of
    // groups, whose symmetries map each cell to each other one; so there are two again.
    let (code, out, said) = run(&[&count, &kept[..], &["--keeping", "R1C1"]].concat());
    assert_eq!((code, out.as_str()), (0, "2\n"), "{said}");
    assert!(said.contains("864 symmetries; by Burnside's lemma"), "{said}");
    // The classes are pairs of partitions of 3 and one of 4. Those that fix no square are summed up.
    let table: Vec<&str> = said.lines().filter(|line| !line.starts_with(char::is_numeric)).collect();
    let rest = said.lines().find(|line| line.contains("more classes")).unwrap_or_else(|| panic!("{said}"));
    assert!(rest.ends_with("fix no solution"), "{rest}");
    let more: usize = rest.trim_start_matches(['?', ' ']).split(' ').next().unwrap().parse().unwrap();
    assert!(more > 0 && table.len() < 3 * 3 * 5, "{said}");
    assert_eq!(run(&["count", "--up-to", "symmetry", latin]).1, "2\n");
    // The symmetries of a board that map its first four items, a row, to themselves.
    let board = ["examples/tetrominoes.cmb", "--problem", "r4x4"];
    let (_, _, said) = run(&[&["symmetries", "--keeping", "1..4"], &board[..]].concat());
    assert!(said.starts_with("2 symmetries"), "{said}");
    for (items, wrong) in
        [("R1C9", "there is no item `R1C9`; did you mean"), ("99", "there is no item 99"), ("", "no items")]
    {
        let (code, _, said) = run(&["symmetries", "--keeping", items, latin]);
        assert_eq!(code, 2, "{said}");
        let said = said.replace("\n  hint: ", "; ");
        assert!(said.contains(wrong.split("; ").next().unwrap()), "{said}");
    }
}

#[test]
fn contradictory_options_are_refused() {
    for flags in [["--reduce", "-q"], ["--verify", "-q"], ["--engine", "links"], ["--checkpoint", "c"]] {
        let (code, ..) =
            run(&[&["count", "--up-to", "symmetry", "examples/scott.cmb", "--problem", "scott"], &flags[..]]
                .concat());
        assert_eq!(code, 2, "{flags:?}");
    }
    for flags in [
        ["--where", "symmetric"].as_slice(),
        &["--generators", "g.txt"],
        &["--keeping", "1..3"],
        &["--keeping", "1..3", "--up-to", "symmetry", "--generators", "g.txt"],
        &["--kept-by", "g.txt", "--up-to", "symmetry"],
        &["--kept-by", "examples/designs/sts13_turn.txt", "--verify"],
        &["--kept-by", "nowhere.txt"],
    ] {
        let (code, ..) = run(&[&["count", "examples/designs/sts13.dlx"], flags].concat());
        assert_eq!(code, 2, "{flags:?}");
    }
}

/// The numbers are published for the 2339 tilings of the 6x10 rectangle with the pentominoes: 94 are without
/// crossroads and have three colors, in 2 all pieces touch the border, 16 have a fault line. None is
/// symmetric.
#[test]
fn predicates_filter_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        std::fs::write(&path, text).unwrap();
        path
    };
    let pentominoes = file("p.cmb", "include <pentominoes> problem p = constant 10x6 true pentominoes\n");
    let with = |command: &[&str], filter: &str| run(&[command, &["--where", filter, &pentominoes]].concat());
    assert_eq!(with(&["count"], "crossroads 0 and colorable 3").1, "376\n");
    assert_eq!(with(&["count", "--up-to", "symmetry"], "crossroads 0 and colorable 3").1, "94\n");
    assert_eq!(with(&["count", "--up-to", "symmetry"], "asymmetric and fault").1, "16\n");
    assert_eq!(with(&["count", "--up-to", "symmetry"], "fault and symmetric").1, "0\n");
    let (code, out, _) = with(&["solve", "--all", "--json", "--up-to", "symmetry"], "border");
    assert_eq!((code, json_lines(&out).len()), (0, 3));
    let (code, out, errors) = with(&["count", "--solutions", "3", "-j", "1"], "border");
    assert_eq!((code, out.as_str(), errors.contains("limit of 3 solutions")), (3, ">= 3\n", true));
    assert_eq!(with(&["count", "--nodes", "1000"], "border").0, 3);
    assert_eq!(with(&["count", "--reduce"], "border").1, "8\n");
    let (code, out, _) = with(&["sample", "-n", "2", "--seed", "1", "--json"], "colorable 3");
    assert_eq!((code, json_lines(&out).len()), (0, 2));
    let (_, document, _) = with(&["count", "--json"], "border");
    assert_eq!(json_lines(&document)[0]["count"].as_str(), Some("8"));
    // The predicate of the file and that of the flag hold both.
    let rooms = file("r.cmb", "problem r = constant 8x6 true [{**} ~sym] where not fault\n");
    assert_eq!(run(&["count", &rooms]).1, "62\n");
    assert_eq!(run(&["count", "--where", "fault", &rooms]).1, "0\n");
    assert_eq!(run(&["solve", "--where", "fault", "--quiet", &rooms]).0, 1);
}

#[test]
fn what_cannot_obey_a_predicate_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.cmb").display().to_string();
    std::fs::write(&file, "problem r = constant 4x4 true [{**} ~sym ~named \"d\"] where border\n").unwrap();
    for command in ["why", "estimate", "marginals", "zdd", "rate", "symmetries"] {
        let (code, _, said) = run(&[command, &file]);
        assert_eq!((code, said.contains("this command cannot obey `where`")), (2, true), "{command}: {said}");
    }
    for flags in [
        ["count", "--verify"].as_slice(),
        &["count", "--within", "3"],
        &["count", "--by", "d"],
        &["count", "--proof", "never"],
        &["count", "--checkpoint", "never"],
        &["count", "--scratch", "/never"],
        &["count", "--engine", "frontier"],
        &["count", "--up-to", "automorphism"],
        &["count", "--up-to", "symmetry", "--generators", "never"],
        &["count", "--kept-by", "never"],
        &["solve", "--min"],
        &["solve", "--restarts"],
        &["solve", "--all", "--proof", "never"],
        &["solve", "--all", "-o", "never", "--checkpoint", "never"],
    ] {
        let (code, out, said) = run(&[flags, &[&file]].concat());
        assert_eq!(
            (code, out.as_str(), said.contains("cannot obey `where`")),
            (2, "", true),
            "{flags:?}: {said}"
        );
    }
    let (code, _, said) = run(&["count", "--where", "border", "examples/queens8.dlx"]);
    assert_eq!((code, said.contains("this problem is no tiling")), (2, true), "{said}");
    let (code, _, said) = run(&["count", "--where", "symmetric", "examples/queens8.dlx"]);
    assert_eq!((code, said.contains("need --up-to")), (2, true), "{said}");
    let (code, _, said) =
        run(&["count", "--up-to", "symmetry", "--where", "symmetric and asymmetric", &file]);
    assert_eq!((code, said.contains("both symmetric and asymmetric")), (2, true), "{said}");
}

/// Symmetric solutions as a predicate, which lists all solutions, and by the symmetries that keep them, which
/// does not; in a file and beside clues too. The class of a symmetric tiling of a square has fewer than eight
/// tilings.
#[test]
fn symmetric_solutions_are_also_a_predicate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.cmb").display().to_string();
    std::fs::write(
        &file,
        "problem p = constant 6x4 true [{**} ~sym]
         problem written = constant 6x4 true [{**} ~sym] where symmetric and not crossroads 1..
         problem across = constant 6x4 true [{**} ~sym] fix {AA....$......$......$......}
         problem down = constant 6x4 true [{**} ~sym] fix {A.....$A.....$......$......} where symmetric\n",
    )
    .unwrap();
    let count = |problem: &str, flags: &[&str]| -> u64 {
        let (code, out, said) = run(&[&["count", &file, "--problem", problem], flags].concat());
        assert_eq!(code, 0, "{said}");
        out.trim().parse().unwrap()
    };
    let up_to = ["--up-to", "symmetry"];
    let with = |filter| count("p", &[&up_to[..], &["--where", filter]].concat());
    let (all, classes) = (count("p", &[]), count("p", &up_to));
    let (symmetric, asymmetric) = (with("symmetric"), with("asymmetric"));
    assert_eq!(symmetric + asymmetric, classes);
    // A symmetric tiling is in a class of one or two, the others in classes of four.
    let alone = count("p", &["--where", "symmetric"]);
    assert_eq!(alone + 4 * asymmetric, all);
    assert_eq!(count("p", &["--where", "asymmetric"]), 4 * asymmetric);
    // As a part of the predicate, where the symmetries do not see to it.
    assert_eq!(
        (with("not asymmetric"), with("asymmetric or symmetric and fault and not fault")),
        (symmetric, asymmetric)
    );
    assert_eq!(with("symmetric and crossroads 0"), count("written", &up_to));
    // A clue does not make a tiling unsymmetric. Each has one of two dominoes in its corner.
    for flags in [&[][..], &up_to] {
        let (across, down) =
            (count("across", &[&["--where", "symmetric"], flags].concat()), count("down", flags));
        assert_eq!((across + down, across > 0, down > 0), (alone, true, true));
    }
    // `crossroads 0` becomes clues, and the automorphisms of the problem are others than the motions.
    let tiles = "include <tetrominoes>\nproblem p = constant 5x4 true tetrominoes ~times 0..\n";
    let tetrominoes = |flags: &[&str]| {
        let (code, out, said) = run_with_input(&[&["count", "--format", "cmb", "-"], flags].concat(), tiles);
        assert_eq!(code, 0, "{said}");
        out
    };
    let quiet = tetrominoes(&["--up-to", "symmetry", "--where", "symmetric and crossroads 0"]);
    assert_eq!(quiet, tetrominoes(&["--up-to", "symmetry", "--where", "symmetric and not not crossroads 0"]));
    assert_ne!(quiet, tetrominoes(&["--up-to", "symmetry", "--where", "crossroads 0"]));
    let kinds = ["symmetric", "asymmetric"]
        .map(|kind| count("across", &["--up-to", "automorphism", "--where", kind]));
    assert_eq!(kinds[0] + kinds[1], count("across", &["--up-to", "automorphism"]));
    // Puzzles whose solution is symmetric, read again.
    let made = ["generate", &file, "--problem", "p", "--where", "symmetric", "--seed", "4", "--to", "cmb"];
    let (code, puzzle, said) = run(&made);
    assert_eq!((code, puzzle.contains("where symmetric")), (0, true), "{said}");
    assert_eq!(run_with_input(&["count", "--format", "cmb", "-"], &puzzle).1, "1\n");
    let (code, out, _) = run(&["sample", "--where", "symmetric", "--seed", "1", &file, "--problem", "p"]);
    assert!(code == 0 && !out.is_empty());
}

/// Of Scott's 520 solutions none has a symmetry (D. S. Scott, 1958: 65 up to all eight), so 130 are different up to four
/// rotations. Of the tilings of a square of side 2 by dominoes, a quarter turn maps one to the other.
#[test]
fn rotations_do_not_exchange_mirror_images() {
    let scott = ["examples/scott.cmb", "--problem", "scott", "-q"];
    let counted = |arguments: &[&str]| run(&[&["count"], arguments].concat());
    assert_eq!(counted(&[&scott[..], &["--up-to", "rotation"]].concat()).1, "130\n");
    let square = "problem p = {**$**} [{**} ~sym]";
    let (code, out, _) =
        run_with_input(&["count", "--format", "cmb", "-", "--up-to", "rotation", "--json"], square);
    assert!(code == 0 && out.contains("\"count\":\"1\"") && out.contains("\"up_to\":\"rotation\""), "{out}");
    let (code, _, said) = counted(&["puzzle:queens 6", "--up-to", "rotation"]);
    assert!(code == 2 && said.contains("only the pieces of a tiling can be rotated"), "{said}");
}
