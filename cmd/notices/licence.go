package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the licences under which software may be in the binary: all let
// us pass it on in it, and ask for no more than their text (OFL: of fonts that
// are passed on with a program).
var allowed = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "OFL-1.1",
	"Unlicense", "Zlib", "blessing"}

// recognised is the share of a licence's text, in per cent, that has to be known:
// what is left are names, years and headings.
const recognised = 75

// classify finds the component's SPDX expression from the texts.
func (c *component) classify() error {
	if c.Licence != "" {
		return nil
	}
	var ids []string
	for _, f := range c.files {
		if !strings.Contains(strings.ToUpper(path.Base(f.path)), "LICEN") && !strings.HasPrefix(strings.ToUpper(path.Base(f.path)), "COPYING") {
			continue // notices and patent grants go along, but license nothing
		}
		cover := licensecheck.Scan(f.body)
		if cover.Percent < recognised {
			return fmt.Errorf("%s: %s is no licence that is known (%.0f %% recognised)", c.Name, f.path, cover.Percent)
		}
		for _, m := range cover.Match {
			if !m.IsURL && !slices.Contains(ids, m.ID) {
				ids = append(ids, m.ID)
			}
		}
	}
	if len(ids) == 0 {
		return fmt.Errorf("%s has no licence", c.Name)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if !slices.Contains(allowed, id) {
			return fmt.Errorf("%s is under %s, which is not among the allowed licences", c.Name, id)
		}
	}
	c.Licence = strings.Join(ids, " AND ")
	return nil
}
