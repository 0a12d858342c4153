;; Guix. Put the tarball of make dist beside this file, then run
;; guix package --install-from-file=courant.scm.
(use-modules (guix packages)
             (guix gexp)
             (guix build-system gnu)
             ((guix licenses) #:prefix license:)
             (gnu packages check)
             (gnu packages compression)
             (gnu packages curl)
             (gnu packages databases)
             (gnu packages digest)
             (gnu packages dns)
             (gnu packages fribidi)
             (gnu packages gd)
             (gnu packages gettext)
             (gnu packages libunistring)
             (gnu packages ncurses)
             (gnu packages pcre)
             (gnu packages pkg-config)
             (gnu packages sqlite)
             (gnu packages terminals)
             (gnu packages textutils)
             (gnu packages tls)
             (gnu packages web)
             (gnu packages xml))

(package
  (name "courant")
  (version "0.1")
  (source (local-file "courant-0.1.tar.xz"))
  (build-system gnu-build-system)
  (arguments
   '(#:make-flags (list "COURANT_NO_LINT=1")))
  (native-inputs
   (list cmocka gettext-minimal libvterm openssl pkg-config))
  (inputs
   (list curl
         fribidi
         gd
         gumbo-parser
         jansson
         libdeflate
         libpsl
         libunistring
         lmdb
         minixml
         ncurses
         pcre2
         sqlite
         uchardet
         xxhash))
  (home-page "https://home.arpa/")
  (synopsis "Feed reader for the terminal")
  (description
   "Courant follows RSS, Atom and JSON feeds, stores their items and displays
them.  Each feed is polled when it is likely to have something new, and no more
often than its server allows.")
  (license license:isc))
