package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// SharedFramework is the framework of all systems of a chart, which then stands in
// its title and not in every name; empty where they have several.
func SharedFramework(list []results.System) string {
	shared := ""
	for i, s := range list {
		if i > 0 && s.Framework != shared {
			return ""
		}
		shared = s.Framework
	}
	return shared
}

// WithoutFramework is a system's name without the framework that all share.
func WithoutFramework(name, framework string) string {
	if framework == "" {
		return name
	}
	return strings.Replace(name, " · "+framework, "", 1)
}
