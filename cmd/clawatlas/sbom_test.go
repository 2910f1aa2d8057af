package main

import (
	"bytes"
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// The bill of materials names every module of the running binary in the version
// that is linked, and all that the program itself is made of with a licence.
func TestSBOM(t *testing.T) {
	var out bytes.Buffer
	must.Do(t, writeSBOM(&out))
	var got bom
	must.Do(t, json.Unmarshal(out.Bytes(), &got))
	refs, byName := map[string]bool{}, map[string]bomComponent{}
	for _, c := range got.Components {
		if refs[c.Ref] || c.Version == "" || !strings.HasSuffix(c.PURL, "@"+c.Version) {
			t.Errorf("component %+v: reference given twice, or no version", c)
		}
		refs[c.Ref], byName[c.Name] = true, c
	}
	info, _ := debug.ReadBuildInfo()
	if len(info.Deps) < 40 {
		t.Fatalf("the test binary states %d modules", len(info.Deps))
	}
	for _, m := range info.Deps {
		if byName[m.Path].Version != m.Version {
			t.Errorf("module %s: version %q, linked is %s", m.Path, byName[m.Path].Version, m.Version)
		}
	}
	for _, name := range []string{"Go standard library", "SQLite", "github.com/labstack/echo/v4", "github.com/mattn/go-sqlite3"} {
		if len(byName[name].Licences) != 1 || byName[name].Licences[0].Expression == "" {
			t.Errorf("%s has no licence", name)
		}
		if !strings.Contains(thirdPartyText, name) {
			t.Errorf("the notices do not name %s", name)
		}
	}
}
