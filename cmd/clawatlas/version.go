package main

import (
	"fmt"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints what was built from what.
func (versionCmd) Run(s *streams) error {
	fmt.Fprintln(s.out, "clawatlas", version())
	return nil
}

// version is the module's version, or the revision that it was built from.
func version() string {
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
