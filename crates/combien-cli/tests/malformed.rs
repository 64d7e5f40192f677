//! Malformed files, and what the real binary prints for each: exit code, standard output, standard error.

use std::process::Command;

/// `cargo insta review` or `INSTA_UPDATE=always` accepts new output. Read each change first.
#[test]
fn malformed_files_are_explained() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::glob!("malformed/*.{cmb,dlx,json,csv,mps,txt,xmpuzzle}", |path| {
            let command: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
                Some("cmb") => &["run"],
                Some("txt") => &["sudoku", "solve"],
                _ => &["count"],
            };
            let output = Command::new(env!("CARGO_BIN_EXE_combien"))
                .args(command)
                .arg(path.file_name().unwrap())
                .current_dir(path.parent().unwrap())
                .env("NO_COLOR", "1")
                .output()
                .unwrap();
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
            insta::assert_snapshot!(format!(
                "exit code {}\n---- standard output\n{}---- standard error\n{}",
                output.status.code().unwrap(),
                text(&output.stdout),
                text(&output.stderr),
            ));
        });
    });
}
