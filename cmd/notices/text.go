package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"
)

// text is the file of notices: a table of the components, then each text once
// with the components that it belongs to.
func text(components []*component) []byte {
	var out bytes.Buffer
	out.WriteString("Third-party software in clawatlas\n\nWritten by `make notices`; do not edit.\n\n")
	tw := tabwriter.NewWriter(&out, 0, 4, 2, ' ', 0)
	for _, c := range components {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", c.Name, orGiven(c.Version), c.Licence)
	}
	tw.Flush()
	out.WriteString("\nSQLite is in the public domain. A static build (`make static`, the container image) also holds the GNU C\n" +
		"Library of the machine that built it, under LGPL-2.1-or-later; the image carries its texts beside the binary,\n" +
		"and this repository holds all that is needed to link the program with another version of it.\n")
	of := map[string][]string{}
	var order []string
	for _, c := range components {
		for _, f := range c.files {
			body := strings.TrimSpace(strings.ReplaceAll(string(f.body), "\r\n", "\n"))
			if of[body] == nil {
				order = append(order, body)
			}
			of[body] = append(of[body], c.Name+" ("+f.path+")")
		}
	}
	for _, body := range order {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 80), strings.Join(of[body], "\n"), body)
	}
	return out.Bytes()
}

func orGiven(version string) string {
	if version == "" {
		return "as `clawatlas version` states"
	}
	return version
}
