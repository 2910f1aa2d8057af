package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(s *streams) error {
	s.out.Printf("clawatlas %s\n", programVersion())
	return nil
}

// version is set by the Makefile; a plain `go build` leaves it empty.
var version string

// programVersion is the version, or else the revision that it was built from.
func programVersion() string {
	if version != "" {
		return version + " " + runtime.Version()
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v + " " + info.GoVersion
}

// buildID tells this executable from every other, also from one of the same
// version: two builds of a working tree have one revision and other pages. It
// is the digest of the file, whose reading takes some tens of milliseconds.
// Where the file cannot be read every start counts as another build, which
// costs readers a second download and never shows them a stale page.
func buildID() string {
	sum, err := selfDigest()
	if err != nil {
		return fmt.Sprintf("started %d", time.Now().UnixNano())
	}
	return sum
}

func selfDigest() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find executable: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open executable: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read executable: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
