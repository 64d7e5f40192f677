//! Colors for regions: neighbours never share a color unless it was requested.

use std::collections::{BTreeMap, BTreeSet};

use super::Picture;
use crate::tiling::Label;

/// Twelve colors that print well and can be told apart; the first four are those most often seen.
pub(super) const PALETTE: [&str; 12] = [
    "#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#f6e27f", "#84a59d", "#fb8500", "#a2d2ff",
    "#e5989b", "#bdb2ff", "#d4a373",
];

/// The color of pieces with colored sides.
const PLAIN: &str = "#eeeeee";

/// The names that CSS has for colors.
const NAMES: &str = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet \
    brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred \
    darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue \
    dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green \
    greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon \
    lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon \
    lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta \
    maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen \
    mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab \
    orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
    powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna \
    silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet \
    wheat white whitesmoke yellow yellowgreen";

/// The names of colors that CSS has.
#[doc(hidden)]
pub fn color_names() -> impl Iterator<Item = &'static str> {
    NAMES.split_ascii_whitespace()
}

/// Is this a color that pictures can be drawn in: a name of CSS, or `#` and 3 or 6 hexadecimal digits?
///
/// For any other color, a piece gets a color of the palette.
#[doc(hidden)]
pub fn is_color(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => {
            matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        }
        None => color_names().any(|name| name.eq_ignore_ascii_case(text)),
    }
}

/// A color for each region. Pieces have their requested colors; the others get theirs by number.
pub(super) fn assign(picture: &Picture) -> Vec<String> {
    let asked: Vec<Option<String>> =
        picture.regions().iter().map(|region| asked_for(picture, region.piece)).collect();
    let taken: BTreeSet<&str> = asked.iter().flatten().map(String::as_str).collect();
    let free: Vec<&str> = PALETTE.into_iter().filter(|color| !taken.contains(color)).collect();
    let colored = |(number, asked): (usize, Option<String>)| asked.unwrap_or_else(|| color(&free, number));
    let numbers = numbers(picture, &picture.neighbours(), free.len());
    numbers.into_iter().zip(asked).map(colored).collect()
}

/// The requested color, written as in the palette.
fn asked_for(picture: &Picture, piece: usize) -> Option<String> {
    let piece = &picture.pieces()[piece];
    let color = piece.color.as_deref().filter(|color| is_color(color)).map(str::to_ascii_lowercase);
    // Between colored sides, the piece itself has no color of its own.
    let has_colors = piece.labels.iter().any(Label::is_color);
    color.or_else(|| has_colors.then(|| PLAIN.to_owned()))
}

/// A number for each region; those of neighbours differ. Where this many colors suffice, all copies of a
/// piece have one if no two of them touch; else every region has its own.
fn numbers(picture: &Picture, neighbours: &[BTreeSet<usize>], colors: usize) -> Vec<usize> {
    let mut used = BTreeMap::new();
    let piece_of = |region: usize| picture.regions()[region].piece;
    for region in 0..neighbours.len() {
        let next = used.len();
        used.entry(piece_of(region)).or_insert(next);
    }
    let touches_itself =
        |region: usize| neighbours[region].iter().any(|&other| piece_of(other) == piece_of(region));
    if used.len() <= colors && !(0..neighbours.len()).any(touches_itself) {
        return (0..neighbours.len()).map(|region| used[&piece_of(region)]).collect();
    }
    if neighbours.len() <= colors {
        return (0..neighbours.len()).collect();
    }
    least_numbers(neighbours)
}

/// A color for what has a number from 0, and no neighbours.
pub(super) fn nth(number: usize) -> String {
    color(&PALETTE, number)
}

/// The n-th color. After the palette, the hues advance in steps of the golden angle, which never repeat.
fn color(palette: &[&str], number: usize) -> String {
    match palette.get(number) {
        Some(&color) => color.to_owned(),
        None => format!("hsl({}, 65%, 75%)", (number - palette.len()) * 137 % 360),
    }
}

/// A number for each region by the rule of Brelaz (DSATUR): next comes the region that sees most numbers,
/// then the one with most neighbours, then the first. Regions of the plane rarely need more than four that
/// way.
fn least_numbers(neighbours: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut numbers: Vec<Option<usize>> = vec![None; neighbours.len()];
    let mut seen: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); neighbours.len()];
    let urgency = |region: usize, seen: &[BTreeSet<usize>]| {
        (std::cmp::Reverse((seen[region].len(), neighbours[region].len())), region)
    };
    let mut waiting: BTreeSet<_> = (0..neighbours.len()).map(|region| urgency(region, &seen)).collect();
    while let Some((_, region)) = waiting.pop_first() {
        let least = (0..=seen[region].len()).find(|number| !seen[region].contains(number)).unwrap_or(0);
        numbers[region] = Some(least);
        for &other in neighbours[region].iter().filter(|&&other| numbers[other].is_none()) {
            waiting.remove(&urgency(other, &seen));
            seen[other].insert(least);
            waiting.insert(urgency(other, &seen));
        }
    }
    numbers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{dominoes, first_tiling_of};
    use super::*;
    use crate::tiling::{Board, Lattice, Pattern, Piece, Quantity};

    #[test]
    fn neighbours_differ_and_few_colors_do() {
        let board = vec!["*".repeat(20); 20].join("$");
        let neighbours = dominoes(&board).neighbours();
        let numbers = least_numbers(&neighbours);
        for (region, others) in neighbours.iter().enumerate() {
            assert!(others.iter().all(|&other| numbers[other] != numbers[region]));
        }
        assert!(numbers.iter().all(|&number| number < 4), "four colors suffice in the plane");
    }

    #[test]
    fn there_are_colors_beyond_the_palette() {
        let colors: BTreeSet<String> = (0..200).map(|number| color(&PALETTE, number)).collect();
        assert_eq!(colors.len(), 200);
    }

    /// A requested color of the palette is not used for other pieces. Text that is not a color is ignored.
    #[test]
    fn requested_colors_are_used() {
        let piece = |drawing: &str, color: &str| {
            let shape = Pattern::from_drawing(drawing).unwrap().shape();
            Piece::new(shape, Quantity::ONE, Lattice::square().isometries()).colored(color)
        };
        let board = Board::of(&Pattern::from_drawing("******").unwrap());
        let picture =
            first_tiling_of(board, vec![piece("*", "blurple"), piece("**", "#8ECAE6"), piece("***", "Tan")]);
        let colors = assign(&picture);
        let of_size = |size: usize| {
            let place = picture.regions().iter().position(|region| region.cells.len() == size).unwrap();
            colors[place].as_str()
        };
        assert_eq!((of_size(2), of_size(3)), ("#8ecae6", "tan"));
        assert!(PALETTE[1..].contains(&of_size(1)));
    }

    #[test]
    fn copies_that_do_not_touch_share_a_color() {
        let shape = |drawing: &str| Pattern::from_drawing(drawing).unwrap().shape();
        let pieces = [("*", Quantity::ANY), ("**", Quantity::ONE)]
            .map(|(drawing, quantity)| Piece::new(shape(drawing), quantity, Lattice::square().isometries()));
        let board = Board::of(&Pattern::from_drawing("**.*$..*.").unwrap());
        let colors = assign(&first_tiling_of(board, pieces.to_vec()));
        assert_eq!(colors.iter().collect::<BTreeSet<_>>().len(), 2);
    }

    #[test]
    fn colors_are_recognised() {
        for color in ["red", "RebeccaPurple", "#fff", "#00FF7f"] {
            assert!(is_color(color), "{color}");
        }
        for other in ["", "#", "#ffff", "#ggg", "url(x)", "red ", "red blue"] {
            assert!(!is_color(other), "{other}");
        }
    }
}
