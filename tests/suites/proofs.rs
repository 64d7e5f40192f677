//! Certificates: what the library writes is accepted by `combien-verify`, which shares no code with it, and
//! nothing else is.

use combien::budget::{Budget, Meter, Reason, StopFlag};
use combien::engine::order::Order;
use combien::problem::{Problem, dlx};
use combien::proof::{Proof, Unproved};
use combien::solve;
use combien_formats::json;
use combien_tests::corpus;
use combien_tests::{oracle, random};
use combien_verify::{Refusal, check_certificate, check_solutions};
use proptest::prelude::*;

/// The memory of a check.
const ENOUGH: usize = 1 << 30;

fn nobody() -> Option<&'static mut dyn Meter> {
    None
}

fn proved(problem: &Problem) -> Proof {
    Proof::of(problem, &Budget::UNLIMITED, &mut nobody()).unwrap()
}

fn along(problem: &Problem) -> Proof {
    Proof::along(problem, &Order::best(problem), &Budget::UNLIMITED, &mut nobody()).unwrap()
}

/// The problem as the other program reads it.
fn as_read(problem: &Problem) -> combien_verify::Problem {
    let mut text = vec![];
    json::write(problem, &mut text).unwrap();
    let read = combien_verify::Problem::read(std::str::from_utf8(&text).unwrap()).unwrap();
    let mut text = vec![];
    if dlx::write(problem, &mut text).is_ok() {
        let from_text = combien_verify::Problem::read(std::str::from_utf8(&text).unwrap()).unwrap();
        assert_eq!(from_text.items, read.items);
        let words = |problem: &combien_verify::Problem, option| problem.words(option);
        assert!((0..read.options.len()).all(|option| words(&read, option) == words(&from_text, option)));
    }
    read
}

fn verified(problem: &Problem, certificate: &[u8]) -> Result<String, Refusal> {
    check_certificate(&as_read(problem), certificate, ENOUGH).map(|proved| proved.covers.to_string())
}

/// The certificate with the sum that its last line should have.
fn sealed(text: &[u8]) -> Vec<u8> {
    let body =
        text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let mut sealed = text[..body].to_vec();
    let sum = sealed.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    sealed.extend(format!("end {sum:016x}\n").bytes());
    sealed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// With bounds, colors, secondary items, equal options, and items and options without each other.
    #[test]
    fn small_problems_are_proved_as_the_oracle_counts(problem in random::any_problems()) {
        let covers = oracle::solutions(&problem);
        for proof in [proved(&problem), along(&problem)] {
            prop_assert_eq!(proof.count().to_string(), covers.len().to_string());
            prop_assert_eq!(verified(&problem, proof.text()), Ok(covers.len().to_string()));
        }
        let line = |cover: &Vec<usize>| {
            let options: Vec<_> = cover.iter().map(|option| format!("{{\"option\":{}}}", option + 1)).collect();
            format!("{{\"options\":[{}]}}\n", options.join(","))
        };
        let list: String = covers.iter().map(line).collect();
        let listed = check_solutions(&as_read(&problem), list.as_bytes()).unwrap();
        prop_assert_eq!((listed.covers, listed.different.len()), (covers.len(), covers.len()));
    }

    /// The covers that have one option, or two.
    #[test]
    fn covers_with_some_options_are_proved(problem in random::any_problems(), one in 0usize..12, two in 0usize..12) {
        let count = problem.option_count();
        let taken: Vec<_> = problem.options().enumerate().filter(|(place, _)| [one, two].contains(place)).collect();
        let has = |cover: &&Vec<usize>| taken.iter().all(|(place, _)| cover.contains(place));
        let covers = oracle::solutions(&problem).iter().filter(has).count().to_string();
        let options: Vec<_> = taken.iter().rev().map(|&(_, option)| option).collect();
        let proof = Proof::taking(&problem, &options, &Budget::UNLIMITED, &mut nobody()).unwrap();
        match proof {
            None => prop_assert_eq!((covers.as_str(), count > 0), ("0", true)),
            Some(proof) => {
                prop_assert_eq!(proof.count().to_string(), covers.as_str());
                let proved = check_certificate(&as_read(&problem), proof.text(), ENOUGH).unwrap();
                let places: Vec<usize> = taken.iter().map(|&(place, _)| place).collect();
                prop_assert_eq!((proved.covers.to_string(), proved.taken), (covers, places));
            }
        }
    }

    /// Every set of options is a cover for the one exactly if it is for the other.
    #[test]
    fn a_cover_is_what_the_oracle_says(problem in random::any_problems(), set in 0u32..1024) {
        let chosen: Vec<usize> = (0..problem.option_count()).filter(|option| set >> option & 1 == 1).collect();
        let is_cover = oracle::solutions(&problem).contains(&chosen);
        let options: Vec<_> = chosen.iter().map(|option| format!("{{\"option\":{}}}", option + 1)).collect();
        let list = format!("{{\"options\":[{}]}}\n", options.join(","));
        prop_assert_eq!(check_solutions(&as_read(&problem), list.as_bytes()).is_ok(), is_cover);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn larger_problems_are_proved_as_engines_count(problem in random::larger_problems()) {
        let count = solve::count(&problem).unwrap().to_string();
        for proof in [proved(&problem), along(&problem)] {
            prop_assert_eq!(verified(&problem, proof.text()), Ok(count.clone()));
        }
    }
}

/// Counts from the literature: tests/corpus/oracles.tsv has their sources.
#[test]
fn known_counts_are_proved() {
    for (file, count) in [
        ("camel_big", "32420116341024288"),
        ("domino8x8", "12988816"),
        ("domino12x12", "53060477521960000"),
        ("domino16x16", "2444888770250892795802079170816"),
        ("queens10", "724"),
        ("latin5", "161280"),
        ("langford8", "300"),
        ("scott", "520"),
        ("soma", "11520"),
        ("tetro8x5", "800290"),
        ("sts9", "840"),
        ("sudoku_inkala", "1"),
        ("pent10x6", "9356"),
    ] {
        let text = std::fs::read_to_string(corpus::folder().join(format!("bench/{file}.dlx"))).unwrap();
        let problem = dlx::parse(file, &text).unwrap().problem;
        let proof = proved(&problem);
        let read = combien_verify::Problem::read(&text).unwrap();
        let verified = check_certificate(&read, proof.text(), ENOUGH).unwrap();
        assert_eq!(verified.covers.to_string(), count, "{file}");
        let bytes = proof.text().len() as u64 / (proof.states() + 1);
        assert!(bytes < 80, "{file}: {bytes} bytes a state");
    }
}

/// Small problems of every kind.
const KINDS: [&str; 5] = [
    // Dominoes on 4 x 4: 36 tilings.
    "a b c d e f g h i j k l m n o p\na b\nb c\nc d\ne f\nf g\ng h\ni j\nj k\nk l\nm n\nn o\no p\na e\ne i\ni m\nb f\nf j\n\
     j n\nc g\ng k\nk o\nd h\nh l\nl p\n",
    // Colors.
    "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\nt x:B z:C\nt y\n",
    // Bounds.
    "2|a 0:2|b 1:9|c d | x\na b\na c\na x\na d\nb c\nc d\nb x:A\nc x:A\nc x:B\nd\nb\nc\n",
    // Two parts.
    "a b c d e f g h\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\n",
    // No cover: one cell too many.
    "a b c d e\na b\nb c\nc d\nd e\na c\nb d\nc e\n",
];

/// A stream of numbers (xorshift).
fn numbers(mut word: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 11) as usize % below.max(1)
    }
}

/// One random change: of a byte, of a word, of a line.
fn changed(text: &[u8], next: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let (line, other) = (next(lines.len()), next(lines.len()));
    match next(8) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[other].clone()),
        2 => lines.swap(line, other),
        3 => lines.truncate(line),
        4 => {
            let at = next(lines[line].len());
            lines[line][at] = b" \n.+!*,0123456789-abx\xff"[next(22)];
        }
        5 => {
            let at = next(lines[line].len());
            lines[line].remove(at);
        }
        _ => {
            // A word becomes another that may stand there.
            let text = String::from_utf8_lossy(&lines[line]).into_owned();
            let mut words: Vec<&str> = text.trim_end().split(' ').collect();
            let new =
                [".", "+", "!1", "!2", "*", "1,.", "2,+", &*next(30).to_string(), words[next(words.len())]]
                    [next(9)]
                .to_owned();
            let at = next(words.len());
            match next(4) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, &new),
                _ => words[at] = &new,
            }
            lines[line] = format!("{}\n", words.join(" ")).into_bytes();
        }
    }
    lines.concat()
}

/// 10,000 changes of each of ten certificates are refused, but for those that change nothing.
#[test]
fn changed_certificates_are_refused() {
    let mut next = numbers(0x2545_f491_4f6c_dd1d);
    for text in KINDS {
        let problem = dlx::parse("t", text).unwrap().problem;
        let read = as_read(&problem);
        for proof in [proved(&problem), along(&problem)] {
            let mut different = 0;
            while different < 10_000 {
                let certificate = changed(proof.text(), &mut next);
                if certificate != proof.text() {
                    different += 1;
                    let verdict = check_certificate(&read, &*certificate, ENOUGH);
                    assert!(
                        matches!(verdict, Err(Refusal::Wrong { .. })),
                        "{}",
                        String::from_utf8_lossy(&certificate)
                    );
                }
            }
        }
    }
}

/// The same with a corrected checksum: whatever is accepted must be true.
#[test]
fn forged_certificates_prove_nothing_false() {
    let mut next = numbers(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for text in KINDS {
        let problem = dlx::parse("t", text).unwrap().problem;
        let (read, truth) = (as_read(&problem), oracle_count(&problem));
        for proof in [proved(&problem), along(&problem)] {
            for _ in 0..10_000 {
                let mut certificate = changed(proof.text(), &mut next);
                for _ in 0..next(3) {
                    if !certificate.is_empty() {
                        certificate = changed(&certificate, &mut next);
                    }
                }
                if certificate.len() < 2 {
                    continue;
                }
                if let Ok(proved) = check_certificate(&read, &*sealed(&certificate), ENOUGH) {
                    assert_eq!(proved.covers.to_string(), truth, "{}", String::from_utf8_lossy(&certificate));
                    accepted += usize::from(certificate != proof.text());
                }
            }
        }
    }
    // Two dead items, or two items that are always together: another proof of the same.
    assert!(accepted < 5_000, "{accepted} of 100,000");
}

fn oracle_count(problem: &Problem) -> String {
    solve::Count::of(problem)
        .by(solve::Engine::Naive)
        .run()
        .unwrap_or_else(|_| solve::Count::of(problem).run().unwrap())
        .outcome
        .certain()
        .to_string()
}

/// Two parts may share a secondary item if all options that fit give it the same color.
#[test]
fn parts_may_agree_on_a_color() {
    let agree = "a b c d | x\na b x:A\na x:A\nb\nc d x:A\nc x:A\nd\n";
    for (text, has_parts) in [(agree, true), (&agree.replace("c x:A", "c x:B"), false)] {
        let problem = dlx::parse("t", text).unwrap().problem;
        let proof = proved(&problem);
        assert_eq!(verified(&problem, proof.text()), Ok(oracle::solutions(&problem).len().to_string()));
        assert_eq!(String::from_utf8_lossy(proof.text()).contains("\n1 * + +\n"), has_parts, "{text}");
    }
}

/// An engine that adds wrongly would write a number that does not follow.
#[test]
fn a_wrong_number_is_refused_with_the_right_one() {
    let problem = dlx::parse("t", KINDS[0]).unwrap().problem;
    let text = String::from_utf8(proved(&problem).text().to_vec()).unwrap();
    for wrong in ["0", "35", "37", "036", "36 ", "2444888770250892795802079170816"] {
        let forged = sealed(text.replace("covers 36\n", &format!("covers {wrong}\n")).as_bytes());
        let line = text.lines().count() - 1;
        match verified(&problem, &forged) {
            Err(Refusal::Wrong { line: found, message }) => {
                assert_eq!((found, &*message), (line, "expected `covers 36`"));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn hostile_certificates_are_refused() {
    let problem = dlx::parse("t", KINDS[0]).unwrap().problem;
    let head = "combien certificate 1\nproblem 16 0 24\n";
    let huge = u64::MAX.to_string() + "0";
    for body in [
        String::new(),
        "states".into(),
        "states \n".into(),
        "states +\n".into(),
        "states 1\n1 1 . .\n".into(),
        "states +\n1 17 + +\n".into(),
        "states +\n1 0 + +\n".into(),
        format!("states +\n{huge} 1 + +\n"),
        format!("states +\n1 {huge} + +\n"),
        "states +\n1 1 + 1\n".into(),
        "states +\n1 *\n".into(),
        "states +\n1 1 + + +\n".into(),
        "states ,,,,+\n".into(),
        "states !1\ncovers 0\n".into(),
        "weights 0\ncovers 0\n".into(),
        format!("weights {huge}\ncovers 0\n"),
        "weights 2\n1 1\n1 1\ncovers 0\n".into(),
        "weights inequality\n1 -99999999999999999999\ncovers 0\n".into(),
        "weights inequality\ncovers 0\n".into(),
        "x".repeat(1 << 25),
    ] {
        let text = sealed(format!("{head}{body}\nend \n").as_bytes());
        assert!(matches!(verified(&problem, &text), Err(Refusal::Wrong { .. })), "{body:.60}");
    }
    let proof = proved(&problem);
    assert_eq!(check_certificate(&as_read(&problem), proof.text(), 100), Err(Refusal::Memory(100)));
}

/// The cases of docs/certificates.md; the checkers in Python are tested on the same file.
#[test]
fn certificates_are_judged_as_the_page_says() {
    let text = std::fs::read_to_string(corpus::folder().join("certificates.txt")).unwrap();
    let mut judged = 0;
    for block in text.split("\n--\n").skip(1) {
        let mut parts = block.split("\n:");
        let problem = combien_verify::Problem::read(parts.next().unwrap()).unwrap();
        let (primary, options) = (problem.primary, problem.options.len());
        let head =
            format!("combien certificate 1\nproblem {primary} {} {options}\n", problem.items.len() - primary);
        for part in parts {
            let (body, expected) = part.trim_end().split_once('\n').unwrap().1.rsplit_once('\n').unwrap();
            let verdict =
                check_certificate(&problem, &*sealed(format!("{head}{body}\nend \n").as_bytes()), ENOUGH);
            let told = verdict.map_or("refused".to_owned(), |proved| {
                let taken = proved.taken.iter().map(|option| format!(" {}", option + 1));
                format!("verified {}{}", proved.covers, taken.collect::<String>())
            });
            assert_eq!(told, expected, "{part}");
            judged += 1;
        }
    }
    assert!(judged > 40, "{judged} certificates");
}

/// A chessboard without opposite corners: one color is short. Weights say it in a few lines.
#[test]
fn reasons_in_a_few_numbers_are_checked() {
    let cells: Vec<(usize, usize)> =
        (0..64).map(|cell| (cell / 8, cell % 8)).filter(|&cell| cell != (0, 0) && cell != (7, 7)).collect();
    let problem = board(8, 8, &[(0, 0), (7, 7)], &DOMINOES);
    let options = problem.option_count();
    let weights = |kind: &str, of: [&str; 2]| {
        let lines = cells
            .iter()
            .enumerate()
            .map(|(place, (row, column))| format!("{} {}\n", place + 1, of[(row + column) % 2]));
        let lines: String = lines.collect();
        sealed(
            format!("combien certificate 1\nproblem 62 0 {options}\nweights {kind}\n{lines}covers 0\nend \n")
                .as_bytes(),
        )
    };
    let zero = Ok("0".to_owned());
    assert_eq!(verified(&problem, &weights("5", ["1", "4"])), zero);
    assert_eq!(verified(&problem, &weights("inequality", ["1", "-1"])), zero);
    // 30 and 32 cells: modulo 2 nothing is short, and the other sign proves nothing.
    assert!(verified(&problem, &weights("2", ["1", "1"])).is_err());
    assert!(verified(&problem, &weights("5", ["1", "3"])).is_err());
    assert!(verified(&problem, &weights("inequality", ["-1", "1"])).is_err());
}

/// A board of rows and columns, without some cells, and every placement of pieces given by their cells.
fn board(rows: i32, columns: i32, without: &[(i32, i32)], placements: &[&[(i32, i32)]]) -> Problem {
    let cells: Vec<(i32, i32)> = (0..rows * columns)
        .map(|at| (at / columns, at % columns))
        .filter(|cell| !without.contains(cell))
        .collect();
    let name = |(row, column): (i32, i32)| format!("{row},{column}");
    let mut text = cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(" ") + "\n";
    for &(row, column) in &cells {
        for piece in placements {
            let placed: Vec<_> = piece.iter().map(|&(down, right)| (row + down, column + right)).collect();
            if placed.iter().all(|cell| cells.contains(cell)) {
                text += &(placed.into_iter().map(name).collect::<Vec<_>>().join(" ") + "\n");
            }
        }
    }
    dlx::parse("board", &text).unwrap().problem
}

const DOMINOES: [&[(i32, i32)]; 2] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
const T_TETROMINOES: [&[(i32, i32)]; 4] = [
    &[(0, 0), (0, 1), (0, 2), (1, 1)],
    &[(0, 0), (1, -1), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (1, -1)],
];

/// Golomb's chessboard, and T-tetrominoes on 10 x 10: the weights 3/8 and -1/8 of the two colors, or others
/// that do as well.
#[test]
fn coloring_arguments_are_found() {
    let chessboard = board(20, 20, &[(0, 0), (19, 19)], &DOMINOES);
    let odd = board(10, 10, &[], &T_TETROMINOES);
    for (problem, most) in [(&chessboard, 4), (&odd, 8)] {
        let proof = proved(problem);
        assert_eq!((proof.count().to_string(), proof.states()), ("0".to_owned(), 0));
        assert_eq!(verified(problem, proof.text()), Ok("0".to_owned()));
        let text = String::from_utf8(proof.text().to_vec()).unwrap();
        let modulus: u32 =
            text.lines().find_map(|line| line.strip_prefix("weights ")).unwrap().parse().unwrap();
        assert!(modulus <= most, "{}", proof.explained());
    }
    // 8 x 8 has tilings by both; and no argument of this kind says otherwise.
    assert_ne!(proved(&board(8, 8, &[], &DOMINOES)).states(), 0);
    assert_ne!(proved(&board(8, 8, &[], &T_TETROMINOES)).states(), 0);
}

#[test]
fn proofs_obey_their_limits() {
    let text = std::fs::read_to_string(corpus::folder().join("bench/domino12x12.dlx")).unwrap();
    let problem = dlx::parse("t", &text).unwrap().problem;
    let of = |budget: Budget| Proof::of(&problem, &budget, &mut nobody()).map(|proof| proof.states());
    let nodes = Budget { nodes: Some(5000), ..Budget::UNLIMITED };
    assert_eq!(of(nodes), Err(Unproved { reason: Reason::Nodes(5000), states: 5000 }));
    let little = of(Budget::of_memory(100_000)).unwrap_err();
    assert_eq!(little.reason, Reason::Memory(100_000));
    let stop = StopFlag::new();
    stop.raise();
    assert_eq!(of(Budget::until(stop)).unwrap_err().reason, Reason::Asked);
    // The same bytes each time.
    assert_eq!(proved(&problem).text(), proved(&problem).text());
}

/// What the command prints, and Knuth's programs.
#[test]
fn lists_are_read_in_every_form() {
    let problem = dlx::parse("t", "a b c | x\na b x:A\nc x:A\na\nb c x:B\nc\n").unwrap().problem;
    let read = as_read(&problem);
    for (list, covers) in [
        ("solution 1\n1: a b x:A\n2: c x:A\n\nsolution 2\n3: a\n4: b c x:B\n", 2),
        ("1:\n b x:A a (1 of 2)\n c (1 of 1)\n", 1),
        (
            "{\"type\":\"solution\",\"options\":[{\"option\":1,\"entries\":[\"a\",\"b\",\"x:A\"]},{\"option\":5}]}\n{\"type\":\"end\"}\n",
            1,
        ),
        ("no solution\n", 0),
    ] {
        assert_eq!(check_solutions(&read, list.as_bytes()).map(|listed| listed.covers), Ok(covers), "{list}");
    }
    for (list, line) in [
        ("solution 1\n1: a b x:A\n", 1),
        ("solution 1\n1: a b x:A\n5: c\nsolution 2\n3: a\n5: c\n", 4),
        ("solution 1\n1: a b x:B\n", 2),
        ("{\"options\":[{\"option\":9}]}\n", 1),
        ("{\"options\":[{\"option\":0}]}\n", 1),
        ("{\"options\":[{},{\"option\":2}]}\n", 1),
        ("{\"options\":[{\"option\":4,\"entries\":[\"a\"]},{\"option\":3}]}\n", 1),
        ("solution 1\na b\n", 2),
    ] {
        match check_solutions(&read, list.as_bytes()) {
            Err(Refusal::Wrong { line: found, message }) => assert_eq!(found, line, "{list}: {message}"),
            other => panic!("{list}: {other:?}"),
        }
    }
}
