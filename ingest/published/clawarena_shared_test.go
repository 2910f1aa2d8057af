package published

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

type clawArenaRow struct {
	Group      string   `json:"group"`
	Model      string   `json:"model_published"`
	Provider   string   `json:"access_provider"`
	Access     string   `json:"access_published"`
	Framework  string   `json:"framework"`
	MetaClaw   bool     `json:"metaclaw"`
	TCR        *float64 `json:"tcr"`
	MC         *float64 `json:"mc"`
	EC         *float64 `json:"ec"`
	Robustness *float64 `json:"robustness"`
	SC         *float64 `json:"sc"`
	FD         *float64 `json:"fd"`
	CRS        *float64 `json:"crs"`
	DeltaCRS   *float64 `json:"delta_crs"`
}

func (r *clawArenaRow) metrics() map[string]*float64 {
	return map[string]*float64{"tcr": r.TCR, "mc": r.MC, "ec": r.EC, "robustness": r.Robustness, "sc": r.SC, "fd": r.FD, "crs": r.CRS}
}

type clawArenaSource struct {
	Table3 []clawArenaRow `json:"table3"`
	Table4 []clawArenaRow `json:"table4"`
	Table5 []clawArenaRow `json:"table5"`
	Table6 []clawArenaRow `json:"table6"`
	Table7 []struct {
		Model  string  `json:"model_published"`
		TP     float64 `json:"tp"`
		Len    float64 `json:"max_model_len"`
		Parser string  `json:"tool_call_parser"`
		Think  string  `json:"reasoning_parser"`
		KV     string  `json:"kv_cache"`
	} `json:"table7"`
	Table8 []struct {
		Source    string  `json:"source"`
		Framework string  `json:"framework"`
		Tokens    float64 `json:"tokens"`
		Pct       float64 `json:"pct"`
	} `json:"table8"`
	Table9 []struct {
		Mean float64  `json:"mean"`
		Min  *float64 `json:"min"`
		Max  *float64 `json:"max"`
	} `json:"table9"`
	Table10 []struct {
		Count float64 `json:"count"`
		Pct   float64 `json:"pct"`
	} `json:"table10"`
	Table11  []map[string]any `json:"table11"`
	Protocol map[string]any   `json:"protocol"`
	Failed   []struct {
		Rule string   `json:"rule"`
		Row  string   `json:"row"`
		Diff *float64 `json:"diff"`
	} `json:"failed_checks"`
}

func testClawArenaEqualsItsSource(t *testing.T) {
	var src clawArenaSource
	readShared(t, &src, "published", "clawarena_published.json")
	b := openBundled(t)
	left := printedFigures(t, b, "clawarena")
	blocks := map[string]string{
		"proprietary":     "clawarena/table3/openclaw/proprietary",
		"open-weight":     "clawarena/table3/openclaw/open-weight",
		"provider-native": "clawarena/table3/claude-code/provider-native",
	}
	compare := func(group string, r *clawArenaRow, framework, variant string) {
		for metric, v := range r.metrics() {
			take(t, left, figureKey{group, r.Model, framework, variant, metric, ""}, v)
		}
	}
	for i := range src.Table3 {
		compare(blocks[src.Table3[i].Group], &src.Table3[i], src.Table3[i].Framework, "")
	}
	for i := range src.Table4 {
		compare("clawarena/table4", &src.Table4[i], src.Table4[i].Framework, "")
	}
	gain := gridOf(t, b, "clawarena", "table-5-gain")
	for i := range src.Table5 {
		r := &src.Table5[i]
		variant := ""
		if r.MetaClaw {
			variant = "metaclaw-skills"
			wantCell(t, gain, r.Model, "delta_crs", *r.DeltaCRS)
		}
		compare("clawarena/table5", r, "openclaw", variant)
	}
	nothingLeft(t, left)
}

func testClawArenaTablesEqualTheirSource(t *testing.T) {
	var src clawArenaSource
	readShared(t, &src, "published", "clawarena_published.json")
	b := openBundled(t)
	g := gridOf(t, b, "clawarena", "table-6")
	for _, r := range src.Table6 {
		wantText(t, g, r.Model, "access", r.Access)
		wantText(t, g, r.Model, "provider", r.Provider)
	}
	g = gridOf(t, b, "clawarena", "table-7")
	for _, r := range src.Table7 {
		wantCell(t, g, r.Model, "tp", r.TP)
		wantCell(t, g, r.Model, "max_model_len", r.Len)
		wantText(t, g, r.Model, "tool_call_parser", r.Parser)
		wantText(t, g, r.Model, "reasoning_parser", r.Think)
		wantText(t, g, r.Model, "kv_cache", r.KV)
	}
	g = gridOf(t, b, "clawarena", "table-8")
	for _, r := range src.Table8 {
		wantCell(t, g, r.Source, r.Framework+"_tokens", r.Tokens)
		wantCell(t, g, r.Source, r.Framework+"_share", r.Pct)
	}
	nine, ten := gridOf(t, b, "clawarena", "table-9"), gridOf(t, b, "clawarena", "table-10")
	for i, r := range src.Table9 {
		wantCell(t, nine, nine.t.Rows[i].Label, "mean", r.Mean)
		for k, v := range map[string]*float64{"min": r.Min, "max": r.Max} {
			if v != nil {
				wantCell(t, nine, nine.t.Rows[i].Label, k, *v)
			}
		}
	}
	for i, r := range src.Table10 {
		wantCell(t, ten, ten.t.Rows[i].Label, "count", r.Count)
		wantCell(t, ten, ten.t.Rows[i].Label, "share", r.Pct)
	}
	g = gridOf(t, b, "clawarena", "table-11")
	for _, r := range src.Table11 {
		for k, v := range r {
			if n, ok := v.(float64); ok {
				wantCell(t, g, r["scenario"].(string), k, n)
			}
		}
	}
	size := gridOf(t, b, "clawarena", "protocol")
	for i, k := range []string{"scenarios", "rounds", "mc_rounds", "ec_rounds", "dynamic_updates"} {
		wantCell(t, size, size.t.Rows[i].Label, "count", src.Protocol[k].(float64))
	}
	if n := len(src.Table6) + len(src.Table8) + len(src.Table11); n != 18+36+12 {
		t.Errorf("the source has %d rows of Tables 6, 8 and 11, want 66", n)
	}
}

// testClawArenaDiscrepanciesEqualTheirSource compares the amounts with those
// that an independent program found in the same tables.
func testClawArenaDiscrepanciesEqualTheirSource(t *testing.T) {
	var src clawArenaSource
	readShared(t, &src, "published", "clawarena_published.json")
	rules := map[string]string{
		"robustness = sc*fd/100":                             "Robustness = SC × FD",
		"crs = (tcr+robustness)/2":                           "CRS = (TCR + Robustness) / 2",
		"crs = (tcr+sc*fd/100)/2 (robustness not published)": "CRS = (TCR + SC × FD) / 2, where no Robustness is printed",
	}
	got := map[string]bool{}
	for _, i := range Identities(openBundled(t)) {
		if !i.Holds() {
			got[fmt.Sprintf("%s %.3f", i.Rule, i.Printed-i.Computed)] = true
		}
	}
	checked := 0
	for _, f := range src.Failed {
		if rule, ok := rules[f.Rule]; ok {
			checked++
			if key := fmt.Sprintf("%s %.3f", rule, *f.Diff); !got[key] {
				t.Errorf("%s, %s: a difference of %.4f is not among ours", f.Rule, f.Row, *f.Diff)
			}
		}
	}
	if checked < 20 {
		t.Errorf("compared %d differences, want at least 20", checked)
	}
}

type clawArenaQuestions struct {
	Rounds []struct {
		ID       string   `json:"id"`
		Type     string   `json:"type"`
		Question string   `json:"question"`
		Updates  []string `json:"update_ids"`
		Eval     struct {
			Options map[string]string `json:"options"`
			Answer  []string          `json:"answer"`
			Command string            `json:"command"`
			Timeout *float64          `json:"timeout"`
		} `json:"eval"`
		Pref *struct {
			Command string `json:"command"`
		} `json:"pref"`
	} `json:"rounds"`
}

// testClawArenaRoundsEqualTheirSource compares every round's facts with the
// released questions.
func testClawArenaRoundsEqualTheirSource(t *testing.T) {
	var manifest struct {
		Updates map[string]map[string]struct {
			Type  string `json:"type"`
			Files []any  `json:"files"`
		} `json:"updates"`
	}
	readShared(t, &manifest, "clawarena", "data", "clawarena", "openclaw", "manifest.json")
	d, _ := openBundled(t).dataset("clawarena")
	next := 0
	for _, s := range d.Scenarios {
		var q clawArenaQuestions
		readShared(t, &q, "clawarena", "data", "clawarena", "eval", s.Slug, "questions.json")
		day := 0
		for i, r := range q.Rounds {
			task := d.Tasks[next]
			next++
			if len(r.Updates) > 0 {
				day++
			}
			want := results.Task{Scenario: s.Slug, Slug: r.ID, Ordinal: i + 1, Kind: r.Type, Day: day}
			want.Facts.TimeoutS = r.Eval.Timeout
			if han(r.Question) >= 20 {
				want.Facts.Language = "zh"
			}
			if r.Pref != nil {
				want.Facts.Pref = &results.Pref{Command: r.Pref.Command}
			}
			want.Facts.SilentPref = r.Type == results.KindExecCheck && strings.Contains(r.Eval.Command, "check_preferences")
			for l := range r.Eval.Options {
				want.Options = append(want.Options, results.Option{Label: l, Gold: slices.Contains(r.Eval.Answer, l)})
			}
			slices.SortFunc(want.Options, func(a, b results.Option) int { return strings.Compare(a.Label, b.Label) })
			for _, u := range r.Updates {
				want.Updates = append(want.Updates, results.Update{ID: u, Kind: manifest.Updates[s.Slug][u].Type,
					Announced: r.Type == results.KindMultiChoice})
				if got := len(task.Updates[len(want.Updates)-1].Files); got != len(manifest.Updates[s.Slug][u].Files) {
					t.Errorf("%s/%s, %s: %d files, want %d", s.Slug, r.ID, u, got, len(manifest.Updates[s.Slug][u].Files))
				}
			}
			for j := range task.Updates {
				task.Updates[j].Files = nil
			}
			must.Same(t, want, task, "%s/%s", s.Slug, r.ID)
		}
	}
	if next != len(d.Tasks) {
		t.Errorf("%d rounds in the source, %d bundled", next, len(d.Tasks))
	}
}

// han counts the Chinese characters of s; a prompt with 20 is mainly Chinese,
// because even those name files in English.
func han(s string) int {
	n := 0
	for _, r := range s {
		if unicode.Is(unicode.Han, r) && r >= 0x4e00 && r <= 0x9fff {
			n++
		}
	}
	return n
}

func TestHalfOfALastDigit(t *testing.T) {
	for digits, want := range map[int]float64{0: 0.5, 1: 0.05, 2: 0.005, 4: 0.00005} {
		if got := half(digits); !(math.Abs(got-want) <= 1e-15) {
			t.Errorf("half(%d) = %v, want %v", digits, got, want)
		}
	}
}
