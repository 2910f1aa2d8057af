package ui_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// The gallery shows all parts and charts on one page, for people who look at
// it in a browser: go test ./views/ui -run Gallery -gallery DIR
var galleryDir = flag.String("gallery", "", "write the gallery and its assets into this directory")

// TestGallery renders everything at once: no part may fail, write NaN, or use
// what the content security policy forbids.
func TestGallery(t *testing.T) {
	pages := map[string]string{
		"index.html": show(t, around(ui.Page(galleryMeta(false)), galleryParts())),
		"wide.html":  show(t, around(ui.Page(galleryMeta(true)), galleryHeats())),
	}
	for name, html := range pages {
		for _, bad := range []string{"NaN", "Inf", "style=", "onclick", "<script>", "<style", "javascript:"} {
			if strings.Contains(html, bad) {
				t.Errorf("%s contains %q", name, bad)
			}
		}
		if *galleryDir != "" {
			save(t, name, []byte(html))
		}
	}
	if *galleryDir != "" {
		saveAssets(t)
	}
}

func save(t *testing.T, name string, body []byte) {
	t.Helper()
	file := filepath.Join(*galleryDir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		t.Fatal(err)
	}
}

func saveAssets(t *testing.T) {
	t.Helper()
	for _, name := range []string{"app.css", "app.js", "favicon.svg"} {
		body, err := os.ReadFile(filepath.Join("..", "..", "static", name))
		if err != nil {
			t.Fatal(err)
		}
		save(t, static.URL(name), body)
	}
}

func show(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.String()
}

// around gives a component its children.
func around(outer templ.Component, inner ...templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return outer.Render(templ.WithChildren(ctx, templ.Join(inner...)), w)
	})
}

func html(s string) templ.Component { return templ.Raw(s) }

func galleryParts() templ.Component {
	return templ.Join(
		ui.Heading("ClawArena v2", "14 systems on 337 rounds in 12 scenarios. The first two are a statistical tie: 37 rounds only GPT-5.5 passed, 27 only Gemma."),
		ui.Tabs("Views", []ui.Tab{{Label: "Leaderboard", Href: "#", Current: true}, {Label: "Heatmap", Href: "#"}, {Label: "Days", Href: "#"}, {Label: "Cases", Href: "#", Count: "24"}, {Label: "Method", Href: "#"}}),
		ui.FilterForm(galleryFilter()),
		galleryBoard(),
		ui.EvidenceLegend(), ui.CompareForm([]ui.Choice{{Value: "a", Label: "GPT-5.5"}, {Value: "b", Label: "Gemma 4 31B"}}),
		ui.PageLinks(ui.Pager{From: 1, To: 200, Total: 1337, Noun: "trials", Next: "#", Last: "#"}),
		html("<h2>One scenario, one run</h2>"), fingerprint.Strip(galleryStrip(), fingerprint.Large), fingerprint.Legend(galleryStrip()),
		html("<h2>The same, small</h2>"), fingerprint.Strip(galleryStrip(), fingerprint.Medium),
		html("<h2>Charts</h2><h3>Days</h3>"), chart.LineChart(galleryLines()),
		html("<h3>Cost</h3>"), chart.ScatterChart(galleryScatter()),
		html("<h3>Shares</h3>"), chart.BarChart(galleryBars()),
		html("<h2>Heatmap</h2>"), chart.HeatTable(galleryHeat(12, false)),
		galleryText(),
	)
}

func galleryHeats() templ.Component {
	return templ.Join(
		ui.Heading("Heatmaps", "Differences, and 134 tasks by 17 systems."),
		chart.HeatTable(galleryHeat(8, true)),
		chart.HeatTable(galleryHeat(134, false)),
	)
}

func galleryText() templ.Component {
	return templ.Join(
		html("<h2>Words</h2>"),
		around(ui.Notice(ui.Warning), html("This run lacks 12 of 337 rounds. It is shown, with its counts, and never ranked among complete runs.")),
		around(ui.Notice(ui.Info), html("The paper prints Robustness 52.22; no convention gives it.")),
		ui.Empty("No run of this benchmark has been ingested yet. Read one in with:", "clawatlas ingest ./results"),
		around(ui.DefList(),
			around(ui.Def("Digest"), html("<code>c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00</code>")),
			around(ui.Def("Rounds passed"), html(words.Frac(264, 337))),
			around(ui.Def("Cost"), ui.Value(words.NotRecorded))),
		around(ui.FactList(), around(ui.Fact("CRS, %"), html("68.28")), around(ui.Fact("Rounds passed"), html(words.Frac(264, 337))), around(ui.Fact("Rank"), html("1–3"))),
		html("<p>"), ui.LetterA(), html(" gpt-5.5 against "), ui.LetterB(), html(" gemma-4 "), ui.CopyLink("#words", "this comparison"), html("</p>"),
		ui.PickLegend(),
		html(`<h2>A trace</h2><div class="trace"><nav class="outline" aria-label="Outline"><ol><li><a href="#step-1">1 user</a></li><li><a href="#step-2">2 exec, failed</a></li></ol></nav><ol class="steps" data-step-url="/runs/x/y/z?from={n}#step-{n}">`),
		galleryStep(1, "user", "Please read the workspace and answer q7. 请在今天之前确认新的上下文。", ""),
		galleryStep(2, "agent", "I will list the files first.", strings.Repeat("drwxr-xr-x  2 root root 4096 Nov 21 09:33 a-rather-long-name-of-a-directory\n", 40)),
		galleryStep(3, "agent", "Done: bbox{A, C}", ""),
		html("</ol></div>"),
		html(`<h3>Text of strangers</h3><div class="txt">`),
		ui.Visible("rm -rf \u202etxt.exe\u202c \x1b[31mred\x1b[0m zero\u200bwidth <b>bold</b> 请在今天之前确认新的上下文 \ufeff\n\tsecond line with a tab"),
		html("</div>"),
	)
}

func galleryStep(n int, source, message, output string) templ.Component {
	id := strconv.Itoa(n)
	failed := ""
	if output != "" {
		failed = " data-failed"
	}
	parts := []templ.Component{
		html(`<li class="step" id="step-` + id + `"` + failed + `><div class="gutter"><a href="#step-` + id + `">` + id + `</a><span>` + source + `</span><span>+4.2 s</span><span>1.23 k tok</span></div><div><div class="txt">`),
		ui.Visible(message), html("</div>"),
	}
	if output != "" {
		parts = append(parts, html(`<div class="call"><span class="fn">exec</span><div class="txt">{"command": "ls -la"}</div></div><div class="out failed">`),
			ui.Folded(ui.Fold{Text: output, Href: "/raw"}), html("</div>"))
	}
	return templ.Join(append(parts, html("</div></li>"))...)
}

func galleryFilter() ui.Filter {
	return ui.Filter{Action: "/b/clawarena", Clear: "/b/clawarena", Keep: []ui.Pair{{Name: "sort", Value: "crs"}}, Fields: []ui.Field{
		{Name: "framework", Label: "Framework", Kind: ui.Select, Choices: []ui.Choice{{Value: "", Label: "all"}, {Value: "openclaw", Label: "OpenClaw", Selected: true}}},
		{Name: "convention", Label: "Convention", Kind: ui.Select, Choices: []ui.Choice{{Value: "paper", Label: "paper (micro)"}, {Value: "report", Label: "report (macro)"}}},
		{Name: "q", Label: "Model", Kind: ui.Text, Hint: "any"},
		{Name: "complete", Label: "Complete runs only", Kind: ui.Checkbox, Value: "1", Checked: true},
	}}
}

func galleryBoard() templ.Component {
	head := ui.HeaderRow([]ui.Header{
		{Label: "System"}, {Label: "Rank", Num: true}, {Title: "Evidence"},
		{Label: "CRS", Unit: "%", Num: true, Href: "#", Dir: ui.Descending, Title: "Composite reliability score"},
		{Label: "TCR", Unit: "%", Num: true, Href: "#"}, {Label: "MC", Unit: "%", Num: true, Href: "#"}, {Label: "EC", Unit: "%", Num: true, Href: "#"},
		{Label: "Passed", Num: true}, {Label: "Time", Unit: "min", Num: true}, {Label: "p", Num: true},
	})
	var rows []templ.Component
	for i, r := range galleryRows() {
		class := ""
		if r.Tie {
			class = ` class="tie"`
		}
		tcr, p := *r.Value+0.1, 0.26/float64(i*i+1)
		ev := results.Recomputed
		if r.Printed {
			ev = results.Published
		}
		rows = append(rows, html("<tr"+class+`><th scope="row"><a href="#">`+r.Label+"</a></th>"),
			ui.Num(words.Ranks(i+1, i+3)), html("<td>"), ui.Evidence(ev), html("</td>"),
			ui.Num(words.Pct(r.Value)), ui.Num(words.Pct(&tcr)), ui.Num(words.Pct(&tcr)), ui.Num(words.Pct(nil)), ui.Num(words.Count(264-i*9)), ui.Num(words.Fixed(&tcr, 1)), ui.Num(words.PValue(&p)),
			html("</tr>"))
	}
	body := templ.Join(append(append([]templ.Component{html("<tbody>")}, rows...), html("</tbody>"))...)
	return around(ui.Table(ui.TableOf{Caption: "14 systems under OpenClaw, 337 rounds each; 95 % intervals by scenario bootstrap (12 scenarios, 10 000 draws, seed 1)"}), head, body)
}
