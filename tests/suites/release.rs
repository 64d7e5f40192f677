//! What a release says of itself: workflows run only scripts that run here, recipes name no version of their
//! own, and addresses stand where people read them. `UPDATE_REFERENCE=1 cargo test -p combien-tests --test
//! suites release` writes those again after a change of release.toml or of the version.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder of the project, with their texts.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = vec![];
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = Path::new(folder).join(entry.unwrap().file_name());
        if root().join(&path).is_dir() {
            found.extend(texts(path.to_str().unwrap()));
        } else {
            found.push((path.clone(), read(&path)));
        }
    }
    found
}

/// The first value of a key that is a text, on a line of its own.
fn value(text: &str, key: &str) -> String {
    let start = format!("{key} = \"");
    let rest = text.lines().find_map(|line| line.strip_prefix(start.as_str()));
    rest.and_then(|rest| rest.strip_suffix('"')).unwrap_or_else(|| panic!("no line `{key} = ...`")).to_owned()
}

/// What stands for the command of a step: `bash .ci/NAME ARGUMENTS`.
#[test]
fn workflows_run_only_scripts_that_run_here() {
    let mut scripts = BTreeSet::new();
    let mut pins = BTreeMap::new();
    for (path, text) in texts(".github/workflows") {
        let place = path.display();
        assert!(text.contains("\npermissions:\n  contents: read\n"), "{place} does not say what it may do");
        assert!(!text.contains("secrets."), "{place} needs a secret that lives long");
        for line in text.lines().map(|line| line.trim().trim_start_matches("- ")) {
            if let Some(command) = line.strip_prefix("run:").filter(|rest| !rest.is_empty()) {
                let script = command.trim().strip_prefix("bash .ci/").and_then(|rest| rest.split(' ').next());
                let script = script.unwrap_or_else(|| panic!("{place}: `{command}` is no script of .ci"));
                assert!(root().join(".ci").join(script).is_file(), "{place}: there is no .ci/{script}");
                scripts.insert(script.to_owned());
            }
            if let Some(action) = line.strip_prefix("uses: ") {
                let (name, rest) = action.split_once('@').unwrap();
                let (commit, version) =
                    rest.split_once(" # v").unwrap_or_else(|| panic!("{place}: {action}"));
                let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
                assert!(is_commit, "{place}: {action} may change under our feet");
                let pin = (commit.to_owned(), version.to_owned());
                assert_eq!(
                    pins.entry(name.to_owned()).or_insert(pin.clone()),
                    &pin,
                    "{name} has two versions"
                );
            }
        }
    }
    for needed in ["run", "platform", "oldest", "release", "publish"] {
        assert!(scripts.contains(needed), "no workflow runs .ci/{needed}");
    }
    assert!(pins.contains_key("actions/checkout"), "no action was found");
}

/// The marks that scripts of `.ci` replace in a text: `@version@`.
fn marks(text: &str) -> BTreeSet<String> {
    let parts: Vec<&str> = text.split('@').collect();
    let is_mark = |part: &&&str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    parts.iter().skip(1).step_by(2).filter(is_mark).map(|part| format!("@{part}@")).collect()
}

#[test]
fn recipes_name_no_version_of_their_own() {
    let scripts: String = texts(".ci").into_iter().map(|(_, text)| text).collect();
    let version = value(&read("Cargo.toml"), "version");
    let recipes = texts("packaging");
    for (path, text) in &recipes {
        let place = path.display();
        assert!(!text.contains(&version), "{place} has the version, which stands in Cargo.toml");
        for mark in marks(text) {
            assert!(scripts.contains(&mark), "{place}: no script fills in {mark}");
        }
    }
    for kind in ["aur", "conda", "homebrew", "winget", "npm", "debian"] {
        let of_kind = recipes.iter().filter(|(path, _)| path.starts_with(format!("packaging/{kind}")));
        assert!(of_kind.flat_map(|(_, text)| marks(text)).any(|mark| mark == "@version@"), "{kind}");
    }
    assert!(
        read("flake.nix").contains("(fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version")
    );
}

/// A block of a file that is written from release.toml: the text before it, the block, the text after it.
fn block(text: &str) -> (&str, &str, &str) {
    let begin = text.find("(from release.toml)").expect("a line `(from release.toml)`");
    let begin = begin + text[begin..].find('\n').unwrap() + 1;
    let end = begin + text[begin..].find("(end)").expect("a line `(end)` after it");
    let end = text[..end].rfind('\n').unwrap() + 1;
    (&text[..begin], &text[begin..end], &text[end..])
}

/// The addresses, empty while they are not known, and the version.
struct Release {
    repository: String,
    homepage: String,
    site: String,
    security: String,
    version: String,
}

impl Release {
    fn of_project() -> Release {
        let text = read("release.toml");
        let address = |key| value(&text, key).trim_end_matches('/').to_owned();
        Release {
            repository: address("repository"),
            homepage: address("homepage"),
            site: address("site"),
            security: address("security"),
            version: value(&read("Cargo.toml"), "version"),
        }
    }

    fn is_known(&self) -> bool {
        [&self.repository, &self.homepage, &self.site, &self.security]
            .iter()
            .all(|address| !address.is_empty())
    }

    /// Each file with a block, and what stands in it.
    fn blocks(&self) -> [(&'static str, String); 5] {
        let Release { repository, homepage, site, security, version } = self;
        let known = |text: String| if self.is_known() { text } else { String::new() };
        [
            ("Cargo.toml", format!("repository = \"{repository}\"\nhomepage = \"{homepage}\"\n")),
            (
                "crates/combien-python/pyproject.toml",
                known(format!(
                    "\n[project.urls]\nHomepage = \"{homepage}\"\nDocumentation = \"{site}\"\n\
                     Repository = \"{repository}\"\n\
                     Changelog = \"{repository}/blob/v{version}/CHANGELOG.md\"\n"
                )),
            ),
            (
                "CITATION.cff",
                format!("version: {version}\n")
                    + &known(format!("repository-code: \"{repository}\"\nurl: \"{homepage}\"\n")),
            ),
            (
                "SECURITY.md",
                if self.is_known() {
                    format!("Please tell us at <{security}>, not in public.\n")
                } else {
                    "There is no private address yet. Please open an issue that says only that you have found \
                     a weakness.\n"
                        .to_owned()
                },
            ),
            ("README.md", self.installation()),
        ]
    }

    fn installation(&self) -> String {
        let Release { repository, site, .. } = self;
        if !self.is_known() {
            return "```sh
cargo install --path crates/combien-cli     # the command
cargo install --path crates/combien-verify  # the checker of its certificates
pip install crates/combien-python           # Python, with the command
(cd web && npm ci && npm run dev)           # the page, in a browser
```

There is no release yet: these are for a clone of the repository.
"
            .to_owned();
        }
        format!(
            "```sh
pip install combien                       # Python, with the command
cargo install combien-cli combien-verify  # the command, and the checker of its certificates
cargo add combien                         # the library for Rust
```

Or [the page]({site}/page/), in a browser, offline too. [Archives and packages]({repository}/releases) have
completions and manual pages.
"
        )
    }
}

#[test]
fn addresses_stand_where_they_are_read() {
    for (path, made) in Release::of_project().blocks() {
        let text = read(path);
        let (before, kept, after) = block(&text);
        if std::env::var_os("UPDATE_REFERENCE").is_some() {
            fs::write(root().join(path), [before, made.as_str(), after].concat()).unwrap();
        } else {
            assert_eq!(kept, made, "{path} is out of date: run this test with UPDATE_REFERENCE=1");
        }
    }
}

/// A release with addresses, which this project has not yet.
#[test]
fn known_addresses_reach_every_face() {
    let at = |name: &str| format!("https://example.org/{name}");
    let release = Release {
        repository: at("source"),
        homepage: at("home"),
        site: at("site"),
        security: at("secret"),
        version: "7.8.9".to_owned(),
    };
    let blocks = BTreeMap::from(release.blocks());
    for (path, name) in [
        ("Cargo.toml", "source"),
        ("crates/combien-python/pyproject.toml", "home"),
        ("CITATION.cff", "source"),
        ("SECURITY.md", "secret"),
        ("README.md", "site/page/"),
    ] {
        assert!(blocks[path].contains(&at(name)), "{path}: {}", blocks[path]);
    }
    assert!(blocks["CITATION.cff"].contains("version: 7.8.9"));
    assert!(!blocks["README.md"].contains("clone"));
}

/// One version in all, and an address in each crate that is published.
#[test]
fn manifests_agree() {
    let workspace = read("Cargo.toml");
    let version = value(&workspace, "version");
    assert!(read("web/package.json").contains(&format!("\"version\": \"{version}\"")), "web/package.json");
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let manifests: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path().join("Cargo.toml")).collect();
    let mut published = 0;
    for (path, manifest) in
        manifests.iter().chain([&root().join("Cargo.toml")]).map(|path| (path, read(path)))
    {
        for line in manifest.lines().filter(|line| line.starts_with("combien") && line.contains("version = "))
        {
            assert!(line.contains(&format!("version = \"{version}\"")), "{}: {line}", path.display());
        }
        if path == &root().join("Cargo.toml") {
            continue;
        }
        if !manifest.contains("publish = false") {
            published += 1;
            for key in ["repository", "homepage", "version", "license"] {
                assert!(manifest.contains(&format!("{key}.workspace = true\n")), "{}: {key}", path.display());
            }
            assert!(
                manifest.contains("[package.metadata.docs.rs]\nall-features = true\n"),
                "{}",
                path.display()
            );
        }
    }
    assert_eq!(published, 10, "the number that CONTRIBUTING.md names");
}

/// A folder with `.ci/publish`, addresses, a tag, and programs that stand for those of the registries: `said`
/// is what they did. The registry of crates takes two new ones at once.
#[cfg(unix)]
fn registries(name: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for part in [".ci", "bin", "there", "target/release-rehearsal"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    fs::copy(root().join(".ci/publish"), folder.join(".ci/publish")).unwrap();
    fs::write(folder.join("Cargo.toml"), "version = \"7.8.9\"\n").unwrap();
    fs::write(folder.join("CHANGELOG.md"), "## 7.8.9 (today)\n").unwrap();
    let keys = ["repository", "homepage", "site", "security"];
    let filled = keys.map(|key| format!("{key} = \"https://example.org\"")).join("\n");
    fs::write(folder.join("release.toml"), filled).unwrap();
    for crate_name in ["a", "b", "c", "d", "e"] {
        fs::write(folder.join(format!("target/release-rehearsal/{crate_name}-7.8.9.crate")), "").unwrap();
    }
    let programs = [
        ("git", "echo v7.8.9"),
        ("sleep", "echo sleep >>said"),
        (
            "cargo",
            r#"case $1 in
  info) for crate; do :; done; [ -f "there/${crate%@7.8.9}" ] ;;
  publish)
    echo publish >>said
    for word in $(printf '%s\n' "$@" | grep -A1 -x -e --package | grep -vx -e --package -e --); do
      [ "$((took += 1))" -le 2 ] || { echo "(status 429 Too Many Requests)"; exit 101; }
      touch "there/$word"
    done ;;
esac"#,
        ),
        ("npm", "cat there/npm 2>/dev/null || exit 1"),
        ("npx", "echo \"npx $*\" >>said; echo 7.8.9 >there/npm"),
    ];
    for (program, text) in programs {
        let path = folder.join("bin").join(program);
        fs::write(&path, format!("#!/usr/bin/env bash\n{text}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// What the programs of [`registries`] did for `.ci/publish WHAT`.
#[cfg(unix)]
fn publish(folder: &Path, what: &str, is_workflow: bool) -> String {
    fs::write(folder.join("said"), "").unwrap();
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let mut publish = Command::new("bash");
    publish.arg(folder.join(".ci/publish")).arg(what).env("PATH", path);
    publish.env_remove("ACTIONS_ID_TOKEN_REQUEST_URL");
    if is_workflow {
        publish.env("ACTIONS_ID_TOKEN_REQUEST_URL", "https://example.org");
    }
    let output = publish.output().unwrap();
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.join("said")).unwrap()
}

#[cfg(unix)]
#[test]
fn crates_are_published_across_a_limit_and_only_once() {
    let folder = registries("publish_crates");
    assert_eq!(publish(&folder, "crates", false), "publish\nsleep\npublish\nsleep\npublish\n");
    for crate_name in ["a", "b", "c", "d", "e"] {
        assert!(folder.join("there").join(crate_name).is_file(), "{crate_name}");
    }
    assert_eq!(publish(&folder, "crates", false), "");
}

/// Only a workflow has the identity that a proof of where a package comes from needs.
#[cfg(unix)]
#[test]
fn npm_is_published_once_and_with_provenance_in_a_workflow() {
    for is_workflow in [false, true] {
        let folder = registries(if is_workflow { "publish_npm_workflow" } else { "publish_npm" });
        let said = publish(&folder, "npm", is_workflow);
        assert!(said.ends_with("combien-7.8.9.tgz\n"), "{said}");
        assert_eq!(said.contains("--provenance"), is_workflow, "{said}");
        assert_eq!(publish(&folder, "npm", is_workflow), "");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_published_without_addresses_and_a_tag() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("publish");
    fs::create_dir_all(folder.join(".ci")).unwrap();
    for file in [".ci/publish", "Cargo.toml", "CHANGELOG.md"] {
        fs::copy(root().join(file), folder.join(file)).unwrap();
    }
    let refusal = |addresses: &str| {
        fs::write(folder.join("release.toml"), addresses).unwrap();
        let mut publish = Command::new("bash");
        publish
            .arg(folder.join(".ci/publish"))
            .arg("check")
            .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
        let output = publish.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{addresses}");
        String::from_utf8(output.stderr).unwrap()
    };
    let of_project = read("release.toml");
    let keys = ["repository", "homepage", "site", "security"];
    let filled = keys.map(|key| format!("{key} = \"https://example.org\"")).join("\n");
    for key in keys {
        assert!(of_project.contains(&format!("\n{key} = ")), "{key}");
        let missing = filled.replace(&format!("{key} = \"https://example.org\""), &format!("{key} = \"\""));
        assert!(refusal(&missing).contains(&format!("\n{key} = \"\"")), "{key}");
    }
    assert!(refusal(&filled).contains("is not tagged v"));
}
