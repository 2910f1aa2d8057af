package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
)

// thirdPartyText holds the licences of what is inside the binary, thirdPartyList
// the components as JSON. `make notices` writes both.
//
//go:embed third_party.txt
var thirdPartyText string

//go:embed third_party.json
var thirdPartyList []byte

// bom is a software bill of materials in CycloneDX 1.6. It has no time and no
// serial number: the same build gives the same bytes.
type bom struct {
	Format      string         `json:"bomFormat"`
	SpecVersion string         `json:"specVersion"`
	Version     int            `json:"version"`
	Metadata    bomMetadata    `json:"metadata"`
	Components  []bomComponent `json:"components"`
}

type bomMetadata struct {
	Component bomComponent `json:"component"`
}

type bomComponent struct {
	Type       string        `json:"type"`
	Ref        string        `json:"bom-ref"`
	Name       string        `json:"name"`
	Version    string        `json:"version,omitempty"`
	Licences   []bomLicence  `json:"licenses,omitempty"`
	PURL       string        `json:"purl,omitempty"`
	Properties []bomProperty `json:"properties,omitempty"`
}

type bomLicence struct {
	Expression string `json:"expression"`
}

type bomProperty struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// writeSBOM lists what this very binary is made of: the modules as its build
// information states them, with the digests of the checksum database, and what is
// no module (SQLite, Go's own library) as it was when the list was written.
func writeSBOM(w io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Errorf("this binary carries no build information")
	}
	var known []struct{ Name, Version, Licence, PURL string }
	if err := json.Unmarshal(thirdPartyList, &known); err != nil {
		return fmt.Errorf("read list of components: %w", err)
	}
	linked := map[string]*debug.Module{}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		linked[m.Path] = m
	}
	main := bomComponent{Type: "application", Ref: "clawatlas", Name: "clawatlas", Version: programVersion(),
		Licences: []bomLicence{{"MIT"}}, PURL: "pkg:golang/" + info.Main.Path}
	b := bom{Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: bomMetadata{main}}
	for _, k := range known {
		c := bomComponent{Type: "library", Name: k.Name, Version: k.Version, Licences: []bomLicence{{k.Licence}}}
		if m := linked[k.Name]; m != nil {
			c.Version = m.Version
			c.Properties = []bomProperty{{"go:sum", m.Sum}}
			delete(linked, k.Name)
		}
		if c.Version == "" {
			c.Version = strings.TrimPrefix(info.GoVersion, "go")
		}
		c.PURL = k.PURL + "@" + c.Version
		c.Ref = c.PURL
		b.Components = append(b.Components, c)
	}
	for _, path := range slices.Sorted(maps.Keys(linked)) { // a module that only this build has
		m := linked[path]
		purl := "pkg:golang/" + path + "@" + m.Version
		b.Components = append(b.Components, bomComponent{Type: "library", Ref: purl, Name: path, Version: m.Version, PURL: purl,
			Properties: []bomProperty{{"go:sum", m.Sum}}})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(b)
}
