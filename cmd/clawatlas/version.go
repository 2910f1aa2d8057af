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

func (*versionCmd) Run(s *streams) error {
	s.out.Printf("clawatlas %s\n", programVersion())
	return nil
}

// version is set by the Makefile. It is empty if the program was built with a plain go build.
var version string

// programVersion returns version, or the revision in the build information if version is empty.
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

// buildID returns a digest of the executable, because two builds of the same revision may differ.
// If the file cannot be read, each start of the program gets a different id.
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
