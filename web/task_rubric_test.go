package web

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
)

// TestTaskOfTree: the page of a task that was read from a folder of tasks has its
// instruction, its line in both languages and what its judge weighs.
func TestTaskOfTree(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s), Mode: 0o644} }
	site := openSite(t, "tree", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{Name: "tree", FS: fstest.MapFS{
			"toys/tasks/one/task.toml":                     file("version = \"1.0\"\n[metadata]\ndomain = \"Desk\"\n"),
			"toys/tasks/one/instruction.md":                file("Tidy the **desk**.\n"),
			"toys/tasks/one/tests/rubric.json":             file(`{"dimension_weights": {"order": 0.7, "speed": 0.3}, "criteria": {"order": [{"criterion": "Pens <lie> straight", "weight": 1}]}}`),
			"toys/docs/metadata/cases_registry.csv":        file("Case name,description\none,Tidy up\n"),
			"toys/docs/metadata/cases_registry_zh.csv":     file("Case name,description\none,收拾桌子\n"),
			"toys/tasks/one/environment/seed/session.json": file(`[{"role":"user","content":"no transcript"}]`),
		}})
	})
	doc := site.page(t, "/b/toys/scenarios/desk/one")
	if got := squash(doc.Find(".prompt")); got != "Tidy the desk." {
		t.Errorf("prompt %q", got)
	}
	if en, zh := squash(doc.Find("p[lang=en]")), squash(doc.Find("p[lang=zh]")); en != "Tidy up" || zh != "收拾桌子" {
		t.Errorf("lines %q, %q", en, zh)
	}
	if got := squash(doc.Find("section:contains(weighs)").First()); !strings.Contains(got, "order0.70 Pens <lie> straight1.00 speed0.30") {
		t.Errorf("rubric %q", got)
	}
	var runs struct{ Total int }
	if site.object(t, "/api/v1/runs?benchmark=toys", &runs); runs.Total != 0 {
		t.Errorf("%d runs of what a task's environment holds", runs.Total)
	}
}
