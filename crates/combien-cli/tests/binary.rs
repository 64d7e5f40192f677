//! The binary as it is built here: how it is protected.

use std::fs;

/// The types of the headers that are looked for, and the entry of the dynamic section that says when addresses are bound
/// (System V ABI; `elf.h`).
const DYNAMIC: u32 = 2;
const RELRO: u32 = 0x6474_e552;
const FLAGS_1: u64 = 0x6fff_fffb;
const NOW: u64 = 1;

fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// `.cargo/config.toml` asks for less and then for more: the table of addresses must still be bound at the start, and be
/// read-only from then on.
#[test]
fn addresses_of_functions_cannot_be_overwritten() {
    let binary = fs::read(env!("CARGO_BIN_EXE_combien")).unwrap();
    let (first, size, count) =
        (number::<8>(&binary, 0x20), number::<2>(&binary, 0x36), number::<2>(&binary, 0x38));
    let headers = (0..count).map(|header| (first + header * size) as usize);
    let of_type = |kind: u32| headers.clone().find(|&at| number::<4>(&binary, at) == u64::from(kind));
    assert!(
        of_type(RELRO).is_some_and(|at| number::<8>(&binary, at + 0x28) > 0),
        "nothing becomes read-only"
    );
    let dynamic = of_type(DYNAMIC).expect("it is linked with the libraries of the system");
    let (start, length) =
        (number::<8>(&binary, dynamic + 8) as usize, number::<8>(&binary, dynamic + 0x20) as usize);
    let mut entries = binary[start..start + length].chunks_exact(16);
    let flags =
        entries.find(|entry| number::<8>(entry, 0) == FLAGS_1).map_or(0, |entry| number::<8>(entry, 8));
    assert_ne!(flags & NOW, 0, "addresses are bound when they are first used");
}
