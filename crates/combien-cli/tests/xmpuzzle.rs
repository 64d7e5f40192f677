//! Puzzles of BurrTools. The texts are made here, from published descriptions of the puzzles; their counts
//! are published too.

use std::fmt::Write as _;
use std::fs;

use crate::shared::{combien, ended, root, run, run_with_input};

/// A shape by its layers, each row by row: `##/#.|#./..` has two layers of two rows. `#`, `+` and `.` are
/// voxels, and digits after one are its color.
fn voxel(name: &str, drawing: &str) -> String {
    let layers: Vec<Vec<&str>> = drawing.split('|').map(|layer| layer.split('/').collect()).collect();
    let width = |row: &str| row.chars().filter(|character| !character.is_ascii_digit()).count();
    let (x, y, z) = (width(layers[0][0]), layers[0].len(), layers.len());
    let text: String = layers.concat().concat();
    assert_eq!(width(&text), x * y * z, "{drawing}");
    let text = text.replace('.', "_");
    format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" name=\"{name}\" type=\"0\">{text}</voxel>")
}

/// A box of these many columns, rows and layers.
fn solid(x: usize, y: usize, z: usize) -> String {
    vec![vec!["#".repeat(x); y].join("/"); z].join("|")
}

/// A piece: its name, its drawing, and how often it is used.
type Part<'a> = (&'a str, &'a str, &'a str);

fn puzzle_on(grid: u32, result: &str, parts: &[Part<'_>], bitmap: &str) -> String {
    let mut shapes = voxel("box", result);
    let mut list = String::new();
    for (number, (name, drawing, quantity)) in (1..).zip(parts) {
        shapes += &voxel(name, drawing);
        let _ = write!(list, "<shape id=\"{number}\" {quantity}/>");
    }
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"{grid}\"/><colors/>\n<shapes>{shapes}</shapes>\n<problems>\
         <problem state=\"0\"><shapes>{list}</shapes><result id=\"0\"/><bitmap>{bitmap}</bitmap></problem></problems>\n\
         <comment/></puzzle>\n"
    )
}

fn puzzle(result: &str, parts: &[Part<'_>]) -> String {
    puzzle_on(0, result, parts, "")
}

fn answer(puzzle: &str, arguments: &[&str]) -> String {
    let arguments = [arguments, &["--format", "xmpuzzle", "-"]].concat();
    let (code, out, errors) = run_with_input(&arguments, puzzle);
    assert!(code <= 1, "{errors}\n{puzzle}");
    out.trim_end().to_owned()
}

fn count(puzzle: &str) -> u64 {
    answer(puzzle, &["count"]).parse().unwrap()
}

fn once<'a>(pieces: &[(&'a str, &'a str)]) -> Vec<Part<'a>> {
    pieces.iter().map(|&(name, drawing)| (name, drawing, "count=\"1\"")).collect()
}

/// The letters of the pentominoes, drawn.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "###./..##"),
    ("P", "###/##."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "###/#../#.."),
    ("W", "##./.##/..#"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

/// The solids of Piet Hein's Soma cube.
const SOMA: [(&str, &str); 7] = [
    ("V", "##/#."),
    ("L", "###/#.."),
    ("T", "###/.#."),
    ("Z", "##./.##"),
    // The three with a corner: a cell above each end, and above the corner.
    ("A", "##/#.|.#/.."),
    ("B", "##/#.|../#."),
    ("P", "##/#.|#./.."),
];

/// J. H. Conway and M. J. T. Guy, 1961: 240 ways up to rotation and reflection of the cube; no way is
/// symmetric.
#[test]
fn the_soma_cube() {
    let text = puzzle(&solid(3, 3, 3), &once(&SOMA));
    assert_eq!(count(&text), 240 * 48);
    assert_eq!(answer(&text, &["count", "--up-to", "symmetry"]), "240");
}

/// C. B. and J. Haselgrove, 1960: 2339, 1010, 368 and 2 ways in the rectangles, up to their four symmetries.
/// D. Scott, 1958: 65 ways on a chessboard without its middle, up to eight.
#[test]
fn flat_pentominoes() {
    let pieces = once(&PENTOMINOES);
    assert_eq!(count(&puzzle(&solid(10, 6, 1), &pieces)), 2339 * 4);
    assert_eq!(count(&puzzle(&solid(12, 5, 1), &pieces)), 1010 * 4);
    assert_eq!(count(&puzzle(&solid(4, 15, 1), &pieces)), 368 * 4);
    assert_eq!(count(&puzzle(&solid(20, 3, 1), &pieces)), 2 * 4);
    let full = ["########"; 3].join("/");
    let scott = format!("{full}/###..###/###..###/{full}");
    assert_eq!(count(&puzzle(&scott, &pieces)), 65 * 8);
}

/// C. J. Bouwkamp, 1967: 12, 264 and 3940 ways, up to the eight symmetries of the boxes. The last takes ten
/// seconds, and is counted by `examples/boxes_3x4x5.cmb`.
#[test]
fn solid_pentominoes() {
    let pieces = once(&PENTOMINOES);
    assert_eq!(count(&puzzle(&solid(10, 3, 2), &pieces)), 12 * 8);
    assert_eq!(count(&puzzle(&solid(2, 5, 6), &pieces)), 264 * 8);
}

/// E. W. Weisstein, "Slothouber-Graatsma Puzzle": one way, up to symmetry.
#[test]
fn slabs_in_a_cube() {
    let text = puzzle(&solid(3, 3, 3), &[("slab", "##/##", "count=\"6\""), ("cube", "#", "count=\"3\"")]);
    assert_eq!(answer(&text, &["count", "--up-to", "symmetry"]), "1");
}

/// K. Ishino, on mathematische-basteleien.de, "Tetracube": the eight tetracubes make the straight one of
/// twice the size in 224 ways, and the square one in 1390. Each box has eight rotations.
#[test]
fn tetracubes() {
    let flat = [("I", "####"), ("O", "##/##"), ("L", "###/#.."), ("T", "###/.#."), ("N", "##./.##")];
    let corners = [("A", "##/#.|.#/.."), ("B", "##/#.|../#."), ("P", "##/#.|#./..")];
    let pieces = once(&[&flat[..], &corners].concat());
    assert_eq!(count(&puzzle(&solid(8, 2, 2), &pieces)), 224 * 8);
    assert_eq!(count(&puzzle(&solid(4, 4, 2), &pieces)), 1390 * 8);
}

/// P. W. Kasteleyn, 1961: dominoes on a chessboard; and 9 ways in a cube of side 2. Quantities may be ranges.
#[test]
fn dominoes() {
    let some = |quantity| [("domino", "##", quantity)];
    assert_eq!(count(&puzzle(&solid(8, 8, 1), &some("min=\"10\" max=\"40\""))), 12_988_816);
    assert_eq!(count(&puzzle(&solid(2, 2, 2), &some("count=\"4\""))), 9);
    assert_eq!(count(&puzzle(&solid(2, 2, 2), &some("min=\"0\" max=\"3\""))), 0);
}

/// Matchings of a path of n vertices: Fibonacci numbers. Cells that are variable may stay empty.
#[test]
fn variable_voxels_may_stay_empty() {
    let some = [("domino", "##", "min=\"0\" max=\"9\"")];
    assert_eq!(count(&puzzle("++++++++", &some)), 34);
    // The ends are filled: matchings of the 4 vertices between.
    assert_eq!(count(&puzzle("##++++##", &some)), 5);
    assert_eq!(count(&puzzle("++++", &[("domino", "##", "count=\"1\"")])), 3);
}

/// Triangles in a row: a strip of n triangles has as many tilings by lozenges as matchings, one if n is even.
/// A hexagon of side 1 has two, and one of side 2 has 20 (P. A. MacMahon's formula for boxes).
#[test]
fn triangles_lie_in_layers() {
    let lozenges = [("lozenge", "##", "min=\"0\" max=\"99\"")];
    let on = |board: &str| count(&puzzle_on(1, board, &lozenges, ""));
    assert_eq!((on("####"), on("###")), (1, 0));
    // Rows from below. A triangle whose column and row have an even sum points up.
    assert_eq!(on(".###./.###."), 2);
    assert_eq!(on("...#####../..#######./..#######./...#####.."), 20);
    // Two prisms side by side in each layer; a lozenge cannot stand.
    assert_eq!((on("##|##"), on("##|#_")), (1, 0));
}

/// T. H. O'Beirne's hexiamonds in a parallelogram of 6 by 6: 156 ways up to four symmetries (P. J. Torbijn,
/// 1969). Written by us, and read.
#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile("written");
    for (file, problem, expected) in [
        ("examples/hexiamonds.cmb", "parallelogram_6x6", Some(156 * 4)),
        ("examples/slothouber_graatsma.cmb", "", None),
        ("examples/scott.cmb", "scott", Some(520)),
        ("examples/balls.cmb", "pyramid", Some(306 * 8)),
    ] {
        let of = if problem.is_empty() { vec![] } else { vec!["--problem", problem] };
        let path = folder.join("puzzle.xmpuzzle");
        let path = path.to_str().unwrap();
        let (code, _, errors) = run(&[&["convert", file, "--to", "xmpuzzle", "-o", path], &of[..]].concat());
        assert_eq!(code, 0, "{errors}");
        let count = |file: &str, of: &[&str]| run(&[&["count", "--quiet", file], of].concat()).1;
        let found = count(path, &[]);
        assert_eq!(found, count(file, &of), "{file}");
        if let Some(expected) = expected {
            assert_eq!(found, format!("{expected}\n"), "{file}");
        }
        // Again the same bytes, and by way of the tiling language.
        let again = folder.join("again.xmpuzzle");
        let (code, ..) = run(&["convert", path, "--to", "xmpuzzle", "-o", again.to_str().unwrap()]);
        assert_eq!((code, fs::read(&again).unwrap() == fs::read(path).unwrap()), (0, true), "{file}");
        let (code, text, errors) = run(&["convert", path, "--to", "cmb"]);
        assert_eq!(code, 0, "{errors}");
        let (_, out, errors) = run_with_input(&["count", "--quiet", "--format", "cmb", "-"], &text);
        assert_eq!(out, found, "{errors}{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

fn tempfile(name: &str) -> std::path::PathBuf {
    let folder = root().join("target").join(format!("xmpuzzle-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Three cells in a row and two pieces, a domino of two colors and a single cell. Voxels count colors from 1,
/// pairs from 0.
#[test]
fn colors_say_where_pieces_lie() {
    let parts = [("two", "#1#2", "count=\"1\""), ("one", "#", "count=\"1\"")];
    let on = |board: &str, bitmap: &str| count(&puzzle_on(0, board, &parts, bitmap));
    let same = "<pair piece=\"0\" result=\"0\"/><pair piece=\"1\" result=\"1\"/>";
    // The domino lies on 1 2 and on 2 1; without the pairs nowhere.
    assert_eq!(on("#1#2#1", same), 2);
    assert_eq!(on("#1#2#2", same), 1);
    assert_eq!(on("#1#1#2", "<pair piece=\"0\" result=\"0\"/>"), 0);
    // The first color of a pair is that of the piece: the end of color 1 lies in the middle.
    let end = [("two", "#1#", "count=\"1\""), parts[1]];
    let crossed = |pair: &str| count(&puzzle_on(0, "#1#2#1", &end, pair));
    assert_eq!(crossed("<pair piece=\"0\" result=\"1\"/>"), 2);
    assert_eq!(crossed("<pair piece=\"1\" result=\"0\"/>"), 0);
    // Color 0 is the default, which fits everywhere. But a domino that fits in both ways is no placement of a
    // tiling.
    let text = puzzle_on(0, "###", &parts, same);
    let (code, _, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], &text);
    assert!(code == 2 && errors.contains("in two ways that differ in colors"), "{errors}");
    // Colors that do not tell the ends apart change nothing.
    let plain = [("two", "#7#7", "count=\"1\""), ("one", "#8", "count=\"1\"")];
    assert_eq!(count(&puzzle_on(0, "###", &plain, "")), 2);
}

#[test]
fn problems_have_names() {
    let text = puzzle(&solid(2, 2, 1), &[("domino", "##", "count=\"2\"")]);
    let second = "<problem name=\"one &amp; two\" state=\"0\"><shapes><shape id=\"1\" count=\"1\"/></shapes><result id=\"1\"/><bitmap/></problem>";
    let text = text.replace("</problems>", &format!("{second}</problems>"));
    let on = |problem: &[&str]| {
        run_with_input(&[&["count", "--format", "xmpuzzle", "-"], problem].concat(), &text)
    };
    assert_eq!(on(&["--problem", "1"]).1, "2\n");
    assert_eq!(on(&["--problem", "one & two"]).1, "1\n");
    assert_eq!(on(&["--problem", "2"]).1, "1\n");
    let (code, _, errors) = on(&[]);
    assert!(code == 2 && errors.contains("say --problem NAME, one of: 1, one & two"), "{errors}");
    let (code, _, errors) = on(&["--problem", "one and two"]);
    assert!(code == 2 && errors.contains("has no problem `one and two`"), "{errors}");
}

#[test]
fn what_is_lost_is_said() {
    let convert = |text: &str| {
        let output = {
            use std::io::Write as _;
            let mut command = combien(&["convert", "--format", "cmb", "-", "--to", "xmpuzzle"]);
            let pipe = std::process::Stdio::piped;
            let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            child.wait_with_output().unwrap()
        };
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, errors) =
        convert("problem p = constant 2x2 true [{**} ~rot ~cost 2 ~color \"red\", {**$*.}]\n");
    assert_eq!(code, 0, "{errors}");
    for lost in
        ["1 piece is to be turned in other ways here", "the costs of 1 piece", "the colors of 1 piece"]
    {
        assert!(errors.contains(lost), "{lost}\n{errors}");
    }
    assert_eq!(convert("problem p = constant 2x2 true [{**} ~sym]\n"), (0, String::new()));
    assert!(
        convert("problem p = hexagon 2 [hex {**} ~sym]\n").1.contains("BurrTools has no grid of hexagons")
    );
}

#[test]
fn what_is_not_read_is_named() {
    let good = puzzle(&solid(2, 2, 1), &[("domino", "##", "count=\"2\"")]);
    assert_eq!(count(&good), 2);
    for (from, to, expected) in [
        (
            "type=\"0\"/><colors",
            "type=\"2\"/><colors",
            "<voxel> is filled at 1,0,0, where there is no sphere",
        ),
        (
            "type=\"0\"/><colors",
            "type=\"3\"/><colors",
            "<voxel> is filled at 0,0,0, where there is no rhombic tetrahedron",
        ),
        ("type=\"0\"/><colors", "type=\"9\"/><colors", "<gridType> is 9, an unknown grid"),
        ("type=\"0\"/><colors", "type=\"0\" skew=\"2\"/><colors", "<gridType> has `skew`"),
        ("type=\"0\"/><colors", "/><colors", "<gridType> has no attribute `type`"),
        ("version=\"2\"", "version=\"1\"", "<puzzle> has version 1"),
        ("<puzzle", "<burr", "tag"),
        ("<colors/>", "<!DOCTYPE x>", "error"),
        ("x=\"2\" y=\"2\"", "x=\"2\" y=\"3\"", "<voxel> is 2 by 3 by 1, and has 4 voxels"),
        (
            "x=\"2\" y=\"2\"",
            "x=\"4294967295\" y=\"4294967295\"",
            "<voxel> is 4294967295 by 4294967295 by 1, and has 4 voxels",
        ),
        ("x=\"2\" y=\"2\"", "x=\"-2\" y=\"2\"", "`x` of <voxel> is `-2`"),
        ("####", "##!##", "<voxel> has the character `!`"),
        ("####", "###99999999999#", "<voxel> has a color that is too large"),
        ("count=\"2\"", "", "<shape> has no attribute `min`"),
        ("count=\"2\"", "min=\"3\" max=\"2\"", "<shape> is used 3 times at least and 2 times at most"),
        ("count=\"2\"", "count=\"2\" group=\"1\"", ""),
        ("count=\"2\"/>", "count=\"2\"><group group=\"1\" count=\"1\"/></shape>", ""),
        ("<shape id=\"1\"", "<shape id=\"7\"", "<shape> names shape 7, which is not there"),
        ("<result id=\"0\"", "<result id=\"4294967295\"", "<result> names no shape"),
        ("<result id=\"0\"/>", "", "<problem> has no element <result>"),
        (">##<", ">#+<", "<voxel> has variable voxels, and is shape 1, a piece"),
        (">##<", ">__<", "<shape> is shape 1, which has no voxels"),
        ("<problem state", "<problem maxHoles=\"0\" state", ""),
        ("</puzzle>", "", "never closed"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        let (code, out, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], &text);
        if expected.is_empty() {
            assert_eq!((code, &*out), (0, "2\n"), "{errors}");
        } else {
            assert!(
                code == 2 && errors.contains(expected) && errors.contains("<stdin>"),
                "{expected}\n{errors}"
            );
        }
    }
    let holes = puzzle("++", &[("one", "#", "min=\"0\" max=\"2\"")])
        .replace("<problem state", "<problem maxHoles=\"1\" state");
    let (code, _, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], &holes);
    assert!(code == 2 && errors.contains("<problem> allows 1 holes, and 2 voxels are variable"), "{errors}");
}

/// Texts that are made to break readers.
#[test]
fn hostile_files_are_refused() {
    let deep = format!("<puzzle version=\"2\">{}", "<a>".repeat(200_000));
    let closed = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
    let many = format!("<puzzle version=\"2\">{}</puzzle>", "<a/>".repeat(5_000_000));
    for text in ["a b\na b\n", "", "\u{1f}\u{8b}", "<", &deep, &closed, &many] {
        let (code, out, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], text);
        assert!(code == 2 && out.is_empty() && errors.starts_with("error"), "{code} {errors}");
        assert!(errors.len() < 3000, "{errors}");
    }
    // Looking at the colors of one such piece is little work, and at those of hundreds it would be hours.
    // They share one limit.
    let (board, square) = (solid(120, 120, 1), vec!["#1".repeat(12); 12].join("/"));
    let names: Vec<String> = (0..300).map(|number| format!("p{number}")).collect();
    let parts: Vec<Part<'_>> =
        names.iter().map(|name| (name.as_str(), square.as_str(), "min=\"0\" max=\"1\"")).collect();
    let (code, _, errors) = run_with_input(&["count", "--format", "xmpuzzle", "-"], &puzzle(&board, &parts));
    assert!(code == 2 && errors.contains("has too many placements to look at their colors"), "{errors}");
    let folder = tempfile("hostile");
    let path = folder.join("half.xmpuzzle");
    let whole = ended(
        &combien(&[
            "convert",
            "examples/scott.cmb",
            "--problem",
            "scott",
            "--to",
            "xmpuzzle",
            "-o",
            path.to_str().unwrap(),
        ])
        .output()
        .unwrap(),
    );
    assert_eq!(whole.0, 0, "{}", whole.2);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let (code, _, errors) = run(&["count", path.to_str().unwrap()]);
    assert!(code == 2 && errors.contains("is no puzzle of BurrTools: it ends too early"), "{errors}");
    fs::remove_dir_all(folder).unwrap();
}

/// Flat pieces of spheres turn by a sixth in their plane, too: that is a second piece, and how often both are
/// used together is written down.
#[test]
fn spheres_become_a_text_and_come_back() {
    let balls = "#.#/.#./#.#|.#./#.#/.#.|#.#/.#./#.#";
    let obtuse = "..#/...|.#./#..";
    let parts = [("bend", obtuse, "min=\"1\" max=\"2\""), ("ball", "#", "min=\"0\" max=\"14\"")];
    let puzzle = puzzle_on(2, balls, &parts, "");
    let ways = count(&puzzle);
    assert!(ways > 0);
    let text = answer(&puzzle, &["convert", "--to", "cmb"]);
    assert!(text.contains("also 1..2 of [\"bend\", \"bend turned\"]"), "{text}");
    let (code, out, errors) = run_with_input(&["count", "--format", "cmb", "-"], &text);
    assert_eq!((code, out.trim_end()), (0, ways.to_string().as_str()), "{errors}");
    let (code, _, errors) = run_with_input(&["convert", "--to", "xmpuzzle", "--format", "cmb", "-"], &text);
    assert!(code == 2 && errors.contains("clues"), "{errors}");
}
