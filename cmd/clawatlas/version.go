package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints what was built from what.
func (versionCmd) Run(s *streams) error {
	fmt.Fprintln(s.out, "clawatlas", programVersion())
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
