package card

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

func at(x float64) *float64 { return &x }

// hostileName is what a record may call a model.
var hostileName = strings.Repeat("\u202e<b>模型\x1b[31m e\u0301\u0300 ", 3) + strings.Repeat("W", 4000)

// cards has one card with each body.
func cards() map[string]Card {
	forest := Forest{Ticks: []Tick{{0, "65"}, {.5, "70"}, {1, "75"}}}
	for i := range 12 {
		x := .9 - float64(i)*.07
		forest.Rows = append(forest.Rows, ForestRow{Name: fmt.Sprintf("System %d", i), Value: "71.40", At: at(x), Lo: at(max(0, x-.2)), Hi: at(min(1, x+.1)), Tied: i < 3, Hollow: i == 5})
	}
	run := fingerprint.Run{}
	for i := range 12 {
		row := fingerprint.Row{Label: fmt.Sprint("s", i)}
		for k := range 28 {
			s := results.Passed
			if (i*k)%7 == 3 {
				s = results.Failed
			} else if k == 20 {
				s = results.NoAnswer
			}
			row.Cells = append(row.Cells, fingerprint.Cell{Status: s, Update: k%9 == 4})
		}
		run.Rows = append(run.Rows, row)
	}
	var pairs Pairs
	for i, row := range run.Rows {
		other := run.Rows[(i+5)%len(run.Rows)]
		p := Pair{Label: "hil_" + row.Label, Pair: fingerprint.Pair{A: row, B: other, Separates: i == 3}}
		for k := range row.Cells {
			a, b := row.Cells[k].Status == results.Passed, other.Cells[k].Status == results.Passed
			if a != b {
				p.Pair.Flips = append(p.Pair.Flips, fingerprint.Flip{At: k, OnlyA: a})
			}
		}
		pairs = append(pairs, p)
	}
	many := run
	for range 200 {
		many.Rows = append(many.Rows, run.Rows...)
	}
	var strips, single Strips
	for i := range 20 {
		strips = append(strips, Strip{Name: fmt.Sprintf("System %d · openclaw", i), Value: "71.40, 21 of 28 passed", Row: run.Rows[i%12]})
		single = append(single, Strip{Name: hostileName, Value: "not answered", Row: fingerprint.Row{Cells: run.Rows[0].Cells[i : i+1]}})
	}
	foot := Foot{"8 of 15 ranked", "atlas.example/b/liveclawbench", "2026-11-21"}
	return map[string]Card{
		"forest":      {"Four systems share the lead on LiveClawBench", "Avg@3 over 134 tasks, 95 % bars. Shaded: tied for first.", forest, foot},
		"field":       {"GPT-5.5 on OpenClaw passed 264 of 337 rounds of ClawArena", "CRS 68.28, 95 % from 60.12 to 75.20", Field{run}, foot},
		"many":        {"A run of many scenarios", "", Field{many}, foot},
		"split":       {"GPT-5.5 and Gemma 4 31B cannot be told apart on ClawArena", "CRS 68.28 against 63.77: +4.51 points, 95 % from −3.55 to +12.31", Split{A: "GPT-5.5", B: "Gemma 4 31B", Both: 227, OnlyA: 37, OnlyB: 27, Neither: 46}, foot},
		"pairs":       {"GPT-5.5 and Gemma 4 31B cannot be told apart on ClawArena", "CRS 68.28 above, 63.77 below: +4.51 points, 95 % from −3.55 to +12.31", pairs, foot},
		"strips":      {"NexaRetail Q1 2025 customer churn analysis", "28 rounds of ClawArena. Systems by CRS, best first", strips, foot},
		"single":      {"3 of 20 complete systems passed a task of a long name that goes on", "Multi-choice round of ClawArena", single, foot},
		"differences": {"Kimi K2.7 Code beats Claude Opus 4.8 on LiveClawBench", "75.99 against 68.79: +7.20 points", Differences{"Kimi", "Opus", []float64{1, .5, .3, .2, 0, 0, 0, -.1, -.4}, true}, foot},
		"lines":       {"Which agents lead, and whether the lead is real", "4 benchmarks, 20 runs", Lines{{"ClawArena", "GPT-5.5 and Gemma cannot be told apart"}, {"ClawMark", "a printed figure"}}, foot},
		"prose":       {"一个很长的标题：内部估算 does not say why", "A case study of ClawArena", Prose(strings.Repeat("The agent was told that the file had changed, and did not look. ", 12)), foot},
		"hostile":     {hostileName, hostileName, Forest{Rows: []ForestRow{{Name: hostileName, Value: "1.00", At: at(.5)}}}, Foot{hostileName, hostileName, "2026-11-21"}},
		"empty":       {},
	}
}

// TestPNG: each card is a picture of the right size and few bytes, and nothing is
// drawn into its margins, however long a text is.
func TestPNG(t *testing.T) {
	for name, c := range cards() {
		data, err := c.PNG()
		if err != nil {
			t.Fatal(name, err)
		}
		if dir := os.Getenv("CARDS"); dir != "" { // to look at them
			must.Do(t, os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644))
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != Width || img.Bounds().Dy() != Height {
			t.Fatalf("%s: %v, %v", name, img.Bounds(), err)
		}
		if len(data) > 60_000 {
			t.Errorf("%s: %d bytes", name, len(data))
		}
		for y := 14; y < Height; y++ {
			for _, x := range []int{margin - 8, right + 8} {
				if c := color.RGBAModel.Convert(img.At(x, y)); c != paper {
					t.Fatalf("%s: %v at %d, %d", name, c, x, y)
				}
			}
		}
	}
}

// TestWrap: lines are no wider than their room, none is lost before the last, and
// that says that it is cut.
func TestWrap(t *testing.T) {
	p := must.Get(newPen())(t)
	s := style{44, true}
	for _, text := range []string{"one", "Four systems share the lead on LiveClawBench", strings.Repeat("W", 300), clean(hostileName), "模型" + strings.Repeat("很长", 80), ""} {
		for _, lines := range [][]string{p.wrap(s, text, 600, 3), p.balance(s, text, 600, 3)} {
			if len(lines) > 3 || len(lines) == 0 && text != "" {
				t.Fatalf("%.20q: %d lines", text, len(lines))
			}
			for _, l := range lines {
				if w := p.width(s, l); w > 600 {
					t.Errorf("%.40q is %.0f px wide", l, w)
				}
			}
			whole := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
			if cut, ok := strings.CutSuffix(whole, "…"); ok {
				whole = cut
			} else if whole != strings.ReplaceAll(text, " ", "") {
				t.Errorf("%.40q became %q", text, lines)
			}
			if !strings.HasPrefix(strings.ReplaceAll(text, " ", ""), whole) {
				t.Errorf("%.40q became %q", text, lines)
			}
		}
	}
}

// TestFonts: what the site writes into cards has letters in both weights.
func TestFonts(t *testing.T) {
	p := must.Get(newPen())(t)
	for _, r := range "AZaz09 −–—…·±“”’%&@/()\u00a0\u2009äéßŁğ αβΩ Яж 模型内部估算，。" {
		for _, bold := range []bool{false, true} {
			if p.face(style{24, bold}, r) == nil {
				t.Errorf("no font has %q (bold %v)", r, bold)
			}
		}
	}
	if p.face(style{24, false}, '\U0001F600') != nil || p.advance(style{24, false}, '\U0001F600') <= 0 {
		t.Error("a character without a letter takes no room")
	}
}

// TestColours: the inks are those of the site's sheet in its light theme.
func TestColours(t *testing.T) {
	sheet := must.Get(os.ReadFile(filepath.Join("..", "..", "static", "app.css")))(t)
	for name, want := range map[string]color.RGBA{"ink": ink, "ink-2": ink2, "ink-3": ink3, "paper": paper, "paper-2": paper2, "line": line, "grid": grid, "fp": solid, "fp-fail": hollow,
		"fp-2": bars, "none": none, "timeout": timeout, "error": failure, "missing": missing, "s1": sideA, "s2": sideB} {
		m := regexp.MustCompile(`--` + name + `: (#[0-9a-f]{6});`).FindSubmatch(sheet)
		if m == nil || string(m[1]) != fmt.Sprintf("#%02x%02x%02x", want.R, want.G, want.B) {
			t.Errorf("--%s is %s in the sheet, %v here", name, m, want)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	c := cards()["forest"]
	for b.Loop() {
		if _, err := c.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}
