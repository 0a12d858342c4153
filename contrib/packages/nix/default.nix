# Nix. Put the tarball of make dist beside this file, then run nix-build.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation rec {
  pname = "courant";
  version = "0.1";
  src = ./. + "/courant-${version}.tar.xz";

  nativeBuildInputs = with pkgs; [ gettext pkg-config ];
  buildInputs = with pkgs; [
    curl
    fribidi
    gd
    gumbo
    jansson
    libdeflate
    libpsl
    libunistring
    lmdb
    mxml
    ncurses
    pcre2
    sqlite
    uchardet
    xxHash
  ];
  nativeCheckInputs = with pkgs; [ cmocka libvterm-neovim openssl ];

  enableParallelBuilding = true;
  doCheck = true;
  COURANT_NO_LINT = 1;

  meta = {
    description = "Feed reader for the terminal";
    license = pkgs.lib.licenses.isc;
    mainProgram = "courant";
    platforms = pkgs.lib.platforms.unix;
  };
}
