//! What the page asks and what it is told, in one program.

mod further;
mod page;
mod play;
