//! Malformed files, and what the real binary prints for each: exit code, standard output, standard error.

use std::path::Path;

use crate::shared::{combien, ended, json_lines};

const KINDS: &str = "malformed/*.{cmb,dlx,json,csv,mps,txt,xmpuzzle}";

fn run(path: &Path, more: &[&str]) -> (i32, String, String) {
    let command: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
        Some("cmb") => &["run"],
        Some("txt") => &["sudoku", "solve"],
        _ => &["count"],
    };
    let mut combien = combien(command);
    ended(
        &combien
            .args(more)
            .arg(path.file_name().unwrap())
            .current_dir(path.parent().unwrap())
            .output()
            .unwrap(),
    )
}

/// Each message and hint of these files is in the catalogue: nothing is said in English.
#[test]
fn malformed_files_are_explained_in_french() {
    let mut texts = 0;
    insta::glob!(KINDS, |path| {
        let (code, _, documents) = run(path, &["--json"]);
        let (french, _, errors) = run(path, &["--lang", "fr"]);
        assert_eq!(code, french, "{}", path.display());
        for document in json_lines(&documents) {
            for text in [&document["message"], &document["hint"]].into_iter().filter_map(|text| text.as_str())
            {
                texts += 1;
                assert!(!errors.contains(text), "{} says in English: {text}", path.display());
            }
        }
    });
    assert!(texts > 100);
}

/// `cargo insta review` or `INSTA_UPDATE=always` accepts new output. Read each change first.
#[test]
fn malformed_files_are_explained() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::glob!(KINDS, |path| {
            let (code, output, errors) = run(path, &[]);
            insta::assert_snapshot!(format!("exit code {code}\n---- standard output\n{output}---- standard error\n{errors}"));
        });
    });
}
