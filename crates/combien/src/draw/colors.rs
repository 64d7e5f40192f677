//! Colors for regions: neighbours never share one.

use std::collections::BTreeSet;

/// Twelve colors that print well and can be told apart; the first four are those most often seen.
const PALETTE: [&str; 12] = [
    "#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#f6e27f", "#84a59d", "#fb8500", "#a2d2ff",
    "#e5989b", "#bdb2ff", "#d4a373",
];

/// The n-th color. Past the palette the hues go round in steps of the golden angle, which never meet.
pub(super) fn color(number: usize) -> String {
    match PALETTE.get(number) {
        Some(&color) => color.to_owned(),
        None => format!("hsl({}, 65%, 75%)", (number - PALETTE.len()) * 137 % 360),
    }
}

/// A color number for each region. Where the palette suffices every region has its own; else neighbours differ, by the
/// rule of Brelaz (DSATUR): next comes the region that sees most colors, then the one with most neighbours, then the
/// first. Regions of the plane rarely need more than four that way.
pub(super) fn assign(neighbours: &[BTreeSet<usize>]) -> Vec<usize> {
    if neighbours.len() <= PALETTE.len() {
        return (0..neighbours.len()).collect();
    }
    let mut colors: Vec<Option<usize>> = vec![None; neighbours.len()];
    let mut seen: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); neighbours.len()];
    let urgency = |region: usize, seen: &[BTreeSet<usize>]| {
        (std::cmp::Reverse((seen[region].len(), neighbours[region].len())), region)
    };
    let mut waiting: BTreeSet<_> = (0..neighbours.len()).map(|region| urgency(region, &seen)).collect();
    while let Some((_, region)) = waiting.pop_first() {
        let least = (0..=seen[region].len()).find(|color| !seen[region].contains(color)).unwrap_or(0);
        colors[region] = Some(least);
        for &other in neighbours[region].iter().filter(|&&other| colors[other].is_none()) {
            waiting.remove(&urgency(other, &seen));
            seen[other].insert(least);
            waiting.insert(urgency(other, &seen));
        }
    }
    colors.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::dominoes;
    use super::*;

    #[test]
    fn neighbours_differ_and_few_colors_do() {
        let board = vec!["*".repeat(20); 20].join("$");
        let neighbours = dominoes(&board).neighbours();
        let colors = assign(&neighbours);
        for (region, others) in neighbours.iter().enumerate() {
            assert!(others.iter().all(|&other| colors[other] != colors[region]));
        }
        assert!(colors.iter().all(|&color| color < 4), "four colors suffice in the plane");
    }

    #[test]
    fn colors_past_the_palette_are_colors_too() {
        let colors: BTreeSet<String> = (0..200).map(color).collect();
        assert_eq!(colors.len(), 200);
    }
}
