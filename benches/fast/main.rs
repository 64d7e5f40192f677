//! The engine `fast` against `links`, each in one thread of one process.
//!
//! `cargo bench --bench fast [ROW...]` prints three tables: counting all solutions, on each way to use a
//! processor; tiny queries, where setting up counts; and the first solution of a hard packing. The names of
//! rows select them; `tiny` and `hexominoes` are the two latter tables.

mod counting;
mod hexominoes;
mod tiny;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_asked = |name: &str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    counting::table(is_asked);
    if is_asked("tiny") {
        tiny::table();
    }
    if is_asked("hexominoes") {
        hexominoes::table();
    }
}
