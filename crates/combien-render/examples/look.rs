//! temp
use combien::draw::*;
use combien::solve;
use combien::tiling::*;
fn save(name: &str, svg: &str, scale: f32) {
    std::fs::create_dir_all("/tmp/look").unwrap();
    std::fs::write(format!("/tmp/look/{name}.svg"), svg).unwrap();
    std::fs::write(format!("/tmp/look/{name}.png"), combien_render::png(svg, scale).unwrap()).unwrap();
    std::fs::write(format!("/tmp/look/{name}.pdf"), combien_render::pdf(svg).unwrap()).unwrap();
}
fn pic(title: &str, board: Board, pieces: Vec<Piece>) -> Picture {
    let t = Tiling::new(board, pieces).unwrap();
    let e = t.encode().unwrap();
    let s = solve::first(&e.problem).unwrap().expect("tileable");
    Picture::new(title, &t, &e.placed(&s))
}
fn frame(l: Lattice, w: u32, h: u32) -> Board {
    Board::of(&Pattern::constant(l, Size::plane(w, h), true).unwrap())
}
fn main() {
    let o = SvgOptions { heading: true, ..SvgOptions::default() };
    let p = |l: Lattice, n: &str, d: &str, q| {
        Piece::new(Pattern::drawn(l, d).unwrap().shape(), q, l.isometries()).named(n)
    };
    // Pentominoes
    let pent = [
        ("F", ".**$**.$.*."),
        ("I", "*****"),
        ("L", "****$*..."),
        ("N", "***.$..**"),
        ("P", "***$**."),
        ("T", "***$.*.$.*."),
        ("U", "*.*$***"),
        ("V", "*..$*..$***"),
        ("W", "*..$**.$.**"),
        ("X", ".*.$***$.*."),
        ("Y", "****$.*.."),
        ("Z", "**.$.*.$.**"),
    ];
    let pp: Vec<Piece> = pent.iter().map(|(n, d)| p(Lattice::Square, n, d, Quantity::ONE)).collect();
    let sq = pic("Pentominoes in a 6 x 10 rectangle", frame(Lattice::Square, 10, 6), pp.clone());
    save("pent", &svg(&sq, &o), 1.0);
    std::fs::write("/tmp/look/pent-cut.svg", "").unwrap();
    let c = cut(
        Lattice::Square,
        &sq.parts(),
        &CutOptions { side: 12.0, layout: Layout::Apart { kerf: 0.2, margin: 4.0, width: 200.0 } },
    )
    .unwrap();
    save("pent-cut", &c.replace("0.025", "0.3"), 1.0);
    let c = cut(
        Lattice::Square,
        &sq.parts(),
        &CutOptions { side: 12.0, layout: Layout::Assembled { margin: 4.0 } },
    )
    .unwrap();
    save("pent-asm", &c.replace("0.025", "0.3"), 1.0);
    // scott with holes
    let sc = pic(
        "Scott: 8 x 8 without the centre",
        Board::of(
            &Pattern::from_drawing("********$********$********$***..***$***..***$********$********$********")
                .unwrap(),
        ),
        pp,
    );
    save("scott", &svg(&sc, &o), 1.0);
    // dominoes on a torus
    let w = Wrap::new(Lattice::Square, &[Cell::plane(7, 0), Cell::plane(0, 4)]).unwrap();
    save(
        "torus",
        &svg(
            &pic(
                "Torus of 7 x 4 by L",
                frame(Lattice::Square, 7, 4).wrapped(w).unwrap(),
                vec![p(Lattice::Square, "L", "***$*..", Quantity::ANY)],
            ),
            &o,
        ),
        1.0,
    );
    // gaps
    let g = Board::of(&Pattern::from_drawing("???????$?*****?$?*?*?*?$???????").unwrap());
    let gp = pic("gaps", g, vec![p(Lattice::Square, "tri", "***$*..", Quantity::ANY)]);
    save("gaps", &svg(&gp, &o), 1.0);
    println!("{}\n{}", text(&gp, Style::Unicode), text(&gp, Style::Ascii));
    // hexagons
    let hx = pic(
        "Hexagons",
        frame(Lattice::Hexagon, 6, 6),
        vec![
            p(Lattice::Hexagon, "bar", "***", Quantity::ANY),
            p(
                Lattice::Hexagon,
                "a very long name of a piece, which goes on and on and on",
                ".*$**",
                Quantity::ANY,
            )
            .colored("tomato"),
            p(Lattice::Hexagon, "trefoil", "**$.*", Quantity { lo: 0, hi: None }),
        ],
    );
    save("hex", &svg(&hx, &o), 1.0);
    println!("{}\n{}", text(&hx, Style::Unicode), text(&hx, Style::Ascii));
    let hp: Vec<Part> = hx.parts();
    save(
        "hex-cut",
        &cut(
            Lattice::Hexagon,
            &hp,
            &CutOptions { side: 8.0, layout: Layout::Apart { kerf: 0.3, margin: 3.0, width: 200.0 } },
        )
        .unwrap()
        .replace("0.025", "0.3"),
        1.0,
    );
    // triangles: big triangle / hexagon of lozenges
    let side = 4i32;
    let rows: Vec<String> = (0..2 * side)
        .map(|row| {
            let inset = (2 * row + 1 - 2 * side).abs() / 2;
            format!(
                "{}{}",
                ".".repeat((inset + side % 2) as usize),
                "*".repeat((4 * side - 1 - 2 * inset) as usize)
            )
        })
        .collect();
    let tb = Board::of(&Pattern::drawn(Lattice::Triangle, &rows.join("$")).unwrap());
    let tr =
        pic("Lozenges and more", tb.clone(), vec![p(Lattice::Triangle, "trapezium", "***", Quantity::ANY)]);
    save("tri", &svg(&tr, &o), 1.0);
    println!("{}\n{}", text(&tr, Style::Unicode), text(&tr, Style::Ascii));
    let lz = pic("Lozenges", tb, vec![p(Lattice::Triangle, "lozenge", "**", Quantity::ANY)]);
    save("loz", &svg(&lz, &o), 1.0);
    println!("{}", text(&lz, Style::Unicode));
    save(
        "tri-cut",
        &cut(
            Lattice::Triangle,
            &tr.parts()[..6],
            &CutOptions { side: 20.0, layout: Layout::Apart { kerf: 2.0, margin: 3.0, width: 150.0 } },
        )
        .unwrap()
        .replace("0.025", "0.3"),
        1.0,
    );
    save(
        "tri-asm",
        &cut(
            Lattice::Triangle,
            &tr.parts(),
            &CutOptions { side: 10.0, layout: Layout::Assembled { margin: 3.0 } },
        )
        .unwrap()
        .replace("0.025", "0.3"),
        1.0,
    );
    // Soma
    let c3 = |x, y, z| Cell::space(x, y, z);
    let soma: [(&str, Vec<Cell>); 7] = [
        ("V", vec![c3(0, 0, 0), c3(1, 0, 0), c3(0, 1, 0)]),
        ("L", vec![c3(0, 0, 0), c3(1, 0, 0), c3(2, 0, 0), c3(0, 1, 0)]),
        ("T", vec![c3(0, 0, 0), c3(1, 0, 0), c3(2, 0, 0), c3(1, 1, 0)]),
        ("Z", vec![c3(0, 0, 0), c3(1, 0, 0), c3(1, 1, 0), c3(2, 1, 0)]),
        ("A", vec![c3(0, 0, 0), c3(1, 0, 0), c3(1, 1, 0), c3(1, 1, 1)]),
        ("B", vec![c3(0, 0, 0), c3(1, 0, 0), c3(1, 1, 0), c3(0, 0, 1)]),
        ("P", vec![c3(0, 0, 0), c3(1, 0, 0), c3(0, 1, 0), c3(0, 0, 1)]),
    ];
    let cube: Shape = (0..27).map(|i| c3(i % 3, i / 3 % 3, i / 9)).collect();
    let sp = soma
        .iter()
        .map(|(n, c)| {
            Piece::new(c.iter().copied().collect(), Quantity::ONE, Lattice::Cube.isometries().rotations())
                .named(*n)
        })
        .collect();
    let so = pic("Soma", Board::new(Lattice::Cube, cube).unwrap(), sp);
    for (n, view) in [("soma-l", View::Layers), ("soma-i", View::Isometric), ("soma-e", View::Exploded)] {
        save(n, &svg(&so, &SvgOptions { view, cell: 40.0, ..o }), 1.0);
    }
    println!("{}", text(&so, Style::Unicode));
    for part in so.parts() {
        std::fs::write(
            format!("/tmp/look/{}.stl", part.name),
            stl(Lattice::Cube, &[part.at_origin(Lattice::Cube)], &StlOptions::default()).unwrap(),
        )
        .unwrap();
    }
    let st: Shape = (0..5)
        .flat_map(|x| (0..4).flat_map(move |y| (0..(5 - x).min(4 - y + 1)).map(move |z| c3(x, y, z))))
        .collect();
    let stairs = pic(
        "Stairs",
        Board::new(Lattice::Cube, st).unwrap(),
        vec![
            Piece::new(
                [c3(0, 0, 0), c3(1, 0, 0)].into_iter().collect(),
                Quantity::ANY,
                Lattice::Cube.isometries(),
            ),
            Piece::new([c3(0, 0, 0)].into_iter().collect(), Quantity::ANY, Lattice::Cube.isometries()),
        ],
    );
    for (n, view) in [("st-l", View::Layers), ("st-i", View::Isometric), ("st-e", View::Exploded)] {
        save(n, &svg(&stairs, &SvgOptions { view, ..o }), 1.0);
    }
    // large
    let big =
        pic("Large", frame(Lattice::Square, 60, 40), vec![p(Lattice::Square, "domino", "**", Quantity::ANY)]);
    save("big", &svg(&big, &o), 0.7);
    let one = pic(
        "A title that is far longer than its board",
        frame(Lattice::Square, 1, 1),
        vec![p(Lattice::Square, "one", "*", Quantity::ANY)],
    );
    save("one", &svg(&one, &o), 1.0);
    let mut ex = vec![];
    for n in ["pent", "scott", "torus", "gaps", "hex", "tri", "loz", "soma-i", "soma-e", "big"] {
        ex.push(Exhibit {
            image: Image::File(format!("{n}.svg")),
            title: n.into(),
            note: "12 solutions".into(),
        });
    }
    std::fs::write("/tmp/look/index.html", gallery("Combien: pictures", &ex)).unwrap();
}
