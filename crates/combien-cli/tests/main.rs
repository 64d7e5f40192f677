//! The tests of the real binary, in one program: a file for each part of the command.

mod apart;
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod binary;
mod booklet;
mod bounds;
mod commands;
mod costs;
mod design;
mod documents;
mod estimate;
mod families;
#[cfg(target_os = "linux")]
mod faults;
mod generate;
mod given;
mod help;
mod languages;
mod lasting;
mod malformed;
mod marginals;
mod matrix;
#[cfg(target_os = "linux")]
mod memory;
mod newcomers;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod permissions;
mod plane;
mod puzzles;
mod rating;
mod reference;
mod scripts;
mod setters;
mod shards;
mod shared;
#[cfg(unix)]
mod stopping;
mod strip;
mod structure;
mod sudoku;
mod sweeps;
mod symmetry;
mod trace;
mod unique;
mod why;
mod xmpuzzle;
