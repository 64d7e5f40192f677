//! Solutions to text and files.

use std::path::Path;

use combien::problem::Solution;
use combien_tiling::Encoding;
use combien_tiling::draw::{
    Part, Picture, SvgOptions, View, cut, cut_in_tray, package, package_in_tray, stl, svg, text, tray,
};

use super::{Failed, Fault, Finding, NamedProblem, Output, Run, json};
use crate::ast::{Format, Manner};

/// What is written into files where their format has room for it.
pub(crate) const MARK: &str = "made by Combien";

/// Solutions of one problem on their way to one output.
pub(crate) struct Delivery<'a> {
    named: &'a NamedProblem,
    encoding: &'a Encoding,
    output: &'a Output,
    /// Is the first file numbered too, because more will follow?
    many: bool,
    delivered: u64,
    /// The contents of the file.
    lines: String,
}

impl<'a> Delivery<'a> {
    /// Usually for one solution, whose file has the requested name.
    pub(crate) fn one(named: &'a NamedProblem, encoding: &'a Encoding, output: &'a Output) -> Delivery<'a> {
        Delivery { named, encoding, output, many: false, delivered: 0, lines: String::new() }
    }

    /// For any number of solutions. All files are numbered.
    pub(crate) fn many(named: &'a NamedProblem, encoding: &'a Encoding, output: &'a Output) -> Delivery<'a> {
        Delivery { many: true, ..Delivery::one(named, encoding, output) }
    }

    /// The problem, and how it is encoded.
    pub(crate) fn about(&self) -> (&'a NamedProblem, &'a Encoding) {
        (self.named, self.encoding)
    }

    pub(crate) fn delivered(&self) -> u64 {
        self.delivered
    }

    /// The file for all solutions: with the arguments of a family.
    fn path_of_all(&self, path: &str) -> String {
        of_member(path, self.named)
    }

    /// The file for the current solution: with the arguments of a family, and with its number if necessary.
    fn path(&self, path: &str) -> String {
        let of_family = of_member(path, self.named);
        if self.many || self.delivered > 1 { numbered(&of_family, self.delivered) } else { of_family }
    }
}

impl Run<'_> {
    /// Delivers a solution.
    pub(crate) fn deliver(&mut self, delivery: &mut Delivery, solution: &Solution) -> Result<(), Failed> {
        delivery.delivered += 1;
        let Delivery { named, encoding, output, .. } = *delivery;
        let problem = self.script.problems.iter().position(|other| std::ptr::eq(other, named));
        if let Some(problem) = problem {
            let is_drawn = *output == Output::Ascii;
            self.tell(Finding::Solution { problem, encoding, solution, is_drawn });
        }
        let picture = Picture::new(named.name.as_str(), &named.tiling, &encoding.placed(solution));
        self.host.exhibit(&picture).map_err(Fault::Exhibit)?;
        match output {
            Output::Ascii => {
                let shown = text(&picture, self.host.style()) + "\n";
                self.print(&shown)
            }
            Output::Json(None) => self.print(&json::line(named, encoding, solution, delivery.delivered)),
            Output::Json(Some(_)) => {
                delivery.lines += &json::line(named, encoding, solution, delivery.delivered);
                Ok(())
            }
            Output::Picture(format, path, manner) => {
                self.write_picture(&picture, *format, &delivery.path(path), *manner)
            }
            Output::Stl(path) => self.write_bodies(&picture, &delivery.path(path)),
        }
    }

    /// Writes what needs all solutions first.
    pub(crate) fn finish(&mut self, delivery: &Delivery) -> Result<(), Failed> {
        let Output::Json(Some(path)) = delivery.output else { return Ok(()) };
        let path = delivery.path_of_all(path);
        self.write_file(&path, delivery.lines.as_bytes())?;
        self.print(&format!("JSON written in file \"{path}\"\n"))
    }

    pub(crate) fn write_picture(
        &mut self,
        picture: &Picture,
        format: Format,
        path: &str,
        manner: Option<Manner>,
    ) -> Result<(), Failed> {
        let options = |view| SvgOptions { view, ..SvgOptions::default() };
        let document = match manner {
            Some(Manner::Cut) => {
                let (sizes, parts) = (self.host.sizes(), picture.parts());
                if sizes.tray {
                    cut_in_tray(picture.board(), &parts, &sizes.cut)?
                } else {
                    cut(picture.lattice(), &parts, &sizes.cut)?
                }
            }
            Some(Manner::Isometric) => svg(picture, &options(View::Isometric)),
            None | Some(Manner::Layers) => svg(picture, &options(View::Layers)),
        };
        let content = match format {
            Format::Svg => document.replacen('\n', &format!("\n<!-- {MARK} -->\n"), 1).into_bytes(),
            Format::Png | Format::Pdf => {
                let failed = |error| Fault::Render { path: path.to_owned(), error };
                self.host.render(format, &document).map_err(failed)?
            }
        };
        self.write_file(path, &content)?;
        self.print(&format!("{} written in file \"{path}\"\n", format.name().to_uppercase()))
    }

    /// A file for each piece, because pieces are printed one by one, and one for the tray if there is to be one.
    fn write_bodies(&mut self, picture: &Picture, path: &str) -> Result<(), Failed> {
        let (lattice, has_tray) = (picture.lattice(), self.host.sizes().tray);
        let ending = Path::new(path).extension();
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("3mf")) {
            let (parts, sizes) = (picture.parts(), self.host.sizes().stl);
            let body = if has_tray {
                package_in_tray(picture.board(), &parts, &sizes)?
            } else {
                package(lattice, &parts, &sizes)?
            };
            self.write_file(path, &body)?;
            return self.print(&format!("3MF written in file \"{path}\"\n"));
        }
        let sizes = self.host.sizes().stl;
        // A tray that cannot be made is told before anything is written.
        let tray = has_tray.then(|| tray(picture.board(), &sizes)).transpose()?;
        let pieces = picture.parts().into_iter().map(|part| {
            let body = stl(lattice, &[part.lying(lattice)], &sizes);
            (file_name(&part), body)
        });
        let mut names: Vec<String> = vec![];
        for (name, body) in pieces.chain(tray.map(|body| ("tray".to_owned(), Ok(body)))) {
            let same = names.iter().filter(|earlier| **earlier == name).count();
            let unique = if same == 0 { name.clone() } else { format!("{name}-{}", same + 1) };
            names.push(name);
            let path = inserted(path, &unique);
            self.write_file(&path, &body?)?;
            self.print(&format!("STL written in file \"{path}\"\n"))?;
        }
        Ok(())
    }
}

/// The file of a problem. For a member of a family the name contains its arguments.
pub(crate) fn of_member(path: &str, named: &NamedProblem) -> String {
    named.arguments.iter().fold(path.to_owned(), |path, value| inserted(&path, value))
}

/// The name of a piece, without characters that file systems reject.
fn file_name(part: &Part) -> String {
    part.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// The name of the file for the n-th of many pictures: `a.svg` becomes `a-2.svg`.
pub fn numbered(path: &str, number: u64) -> String {
    inserted(path, &number)
}

fn inserted(path: &str, what: &dyn std::fmt::Display) -> String {
    match path.rsplit_once('.') {
        // Without a name there is no file. The writer reports the error.
        None if path.is_empty() => String::new(),
        Some((stem, extension)) if !extension.contains('/') => format!("{stem}-{what}.{extension}"),
        _ => format!("{path}-{what}"),
    }
}
