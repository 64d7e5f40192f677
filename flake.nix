# For Nix: `nix run .` runs the command, `nix develop` has what it takes to build it. The version is that of
# Cargo.toml.
{
  description = "Counts, lists, draws and checks exact covers and tilings";
  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = made: nixpkgs.lib.genAttrs systems (system: made nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "combien";
          version = (fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "-p" "combien-cli" "-p" "combien-verify" "--features" "combien-cli/render" "--bins" "--example" "packaging" ];
          # The gate runs the tests; here is one that says that the command works.
          checkPhase = ''[ "$(target/*/release/combien puzzle queens 8 --count)" = 92 ]'';
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            target/*/release/examples/packaging share
            installManPage share/man/*.1
            installShellCompletion --bash share/completions/combien.bash --zsh share/completions/_combien --fish share/completions/combien.fish
          '';
          meta = { mainProgram = "combien"; license = with pkgs.lib.licenses; [ mit asl20 ]; };
        };
      });
      devShells = each (pkgs: { default = pkgs.mkShell { packages = with pkgs; [ cargo clippy nodejs python3 rustc rustfmt ]; }; });
    };
}
