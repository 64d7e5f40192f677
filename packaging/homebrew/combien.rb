class Combien < Formula
  desc "Counts, lists, draws and checks exact covers and tilings"
  homepage "@homepage@"
  url "@repository@/releases/download/v@version@/combien-@version@-source.tar.gz"
  sha256 "@source_sha256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/combien-cli"), "--features", "render"
    system "cargo", "install", *std_cargo_args(path: "crates/combien-verify")
    system "cargo", "run", "--release", "--locked", "--features", "render", "--example", "packaging", "--", "share"
    bash_completion.install "share/completions/combien.bash" => "combien"
    zsh_completion.install "share/completions/_combien"
    fish_completion.install "share/completions/combien.fish"
    man1.install Dir["share/man/*.1"]
  end

  test do
    assert_equal "92", shell_output("#{bin}/combien puzzle queens 8 --count").strip
  end
end
