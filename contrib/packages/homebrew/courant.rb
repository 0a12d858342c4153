# Homebrew. Put the tarball of make dist beside this file, then run
# brew install --formula ./courant.rb.
class Courant < Formula
  desc "Feed reader for the terminal"
  homepage "https://home.arpa/"
  url "file://#{File.expand_path("courant-0.1.tar.xz", __dir__)}"
  version "0.1"
  license "ISC"

  depends_on "gettext" => :build
  depends_on "pkgconf" => :build
  depends_on "cmocka" => :test
  depends_on "curl"
  depends_on "fribidi"
  depends_on "gd"
  depends_on "gumbo-parser"
  depends_on "jansson"
  depends_on "libdeflate"
  depends_on "libmxml"
  depends_on "libpsl"
  depends_on "libunistring"
  depends_on "libvterm"
  depends_on "lmdb"
  depends_on "ncurses"
  depends_on "openssl"
  depends_on "pcre2"
  depends_on "sqlite"
  depends_on "uchardet"
  depends_on "xxhash"

  def install
    system "./configure", *std_configure_args
    system "make", "install"
  end

  test do
    (testpath/"feeds.txt").write "https://example.org/feed.xml tag\n"
    system bin/"courant", "-C", testpath/"c", "import", testpath/"feeds.txt"
    assert_match "example.org", shell_output("#{bin}/courant -C #{testpath}/c list")
  end
end
