//! Pictures in a folder, and a page that shows them.

use std::io;
use std::path::Path;

use combien_tiling::draw::{Exhibit, Image, Picture, SvgOptions, View, gallery, svg};

use crate::system::catalogue::page;
use crate::system::files::write_whole;

pub(crate) struct Gallery {
    folder: String,
    exhibits: Vec<Exhibit>,
}

impl Gallery {
    pub(crate) fn in_folder(folder: &str) -> Gallery {
        Gallery { folder: folder.to_owned(), exhibits: vec![] }
    }

    /// How many pictures it has.
    pub(crate) fn len(&self) -> usize {
        self.exhibits.len()
    }

    /// Draws one more, in a file named by its number.
    pub(crate) fn add(&mut self, picture: &Picture, title: String, note: String) -> io::Result<()> {
        let file = format!("{}.svg", self.len() + 1);
        let view = if picture.lattice().dimension() == 3 { View::Exploded } else { View::Layers };
        let drawn = svg(picture, &SvgOptions { view, legend: false, ..SvgOptions::default() });
        self.write(&file, &drawn)?;
        self.exhibits.push(Exhibit { image: Image::File(file), title, note });
        Ok(())
    }

    /// Writes the page, and returns its name.
    pub(crate) fn finish(&self, title: &str) -> io::Result<String> {
        self.write("index.html", &page(&gallery(title, &self.exhibits)))
    }

    fn write(&self, file: &str, text: &str) -> io::Result<String> {
        let name = Path::new(&self.folder).join(file).display().to_string();
        write_whole(&name, text.as_bytes())?;
        Ok(name)
    }
}
