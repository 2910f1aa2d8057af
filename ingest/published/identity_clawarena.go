package published

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

const clawArenaPaper = "clawarena-paper-v2"

func (a *audit) clawArena() {
	if !a.begin("clawarena", clawArenaPaper) {
		return
	}
	a.clawArenaSystems()
	a.clawArenaGains()
	a.clawArenaTokens()
	a.clawArenaUpdates()
	a.clawArenaScenarios()
	a.clawArenaBeside()
}

// clawArenaBeside compares Table 1 with the benchmarks that are held here, and
// with the table of the same kind in the ClawMark paper.
func (a *audit) clawArenaBeside() {
	one, other := a.grid("table-1"), a.gridOf("clawmark", "table-1")
	for _, held := range []struct{ row, id string }{{"ClawMark", "clawmark"}, {"MetaClawBench", "metaclaw-bench"},
		{"ClawArena", "clawarena"}} {
		d, ok := a.b.dataset(held.id)
		if !ok {
			continue
		}
		a.add("Table 1 = released benchmark, questions", place("Table 1", held.row), one.at(held.row, "questions"), float64(len(d.Tasks)),
			0, "")
		a.add("Table 1 = released benchmark, groups", place("Table 1", held.row), one.at(held.row, "groups"), float64(len(d.Scenarios)), 0,
			"")
	}
	for _, row := range []string{"Claw-Eval", "ClawsBench", "ClawMark"} {
		if _, ok := other.rows[row]; !ok {
			continue
		}
		const note = "the two papers also disagree on how ClawsBench verifies: by rules, by a model as judge"
		a.add("Table 1 = Table 1 of the ClawMark paper, questions", place("Table 1", row), one.at(row, "questions"), other.at(row, "tasks"),
			0, note)
		a.add("Table 1 = Table 1 of the ClawMark paper, groups", place("Table 1", row), one.at(row, "groups"),
			other.printed(row, "scenarios"), 0, note)
	}
}

// clawArenaSystems checks the 31 systems of Tables 3 to 5 against the formulas
// of arXiv 2604.04202v2: Robustness = SC x FD, CRS = (TCR + Robustness)/2, and
// TCR as the share of all 337 rounds, of which 95 are multiple choice.
func (a *audit) clawArenaSystems() {
	rows := a.rows(clawArenaPaper)
	first := map[rowKey]*systemRow{}
	for i := range rows {
		r := &rows[i]
		key := rowKey{model: r.Model, framework: r.Framework, variant: r.Variant}
		if !r.Board {
			a.repeated(first[key], r)
			continue
		}
		first[key] = r
		a.clawArenaRow(r)
	}
}

func (a *audit) clawArenaRow(r *systemRow) {
	const mcRounds, ecRounds = 95, 242
	tcr, mc, ec, sc, fd, crs := r.V["tcr"], r.V["mc"], r.V["ec"], r.V["sc"], r.V["fd"], r.V["crs"]
	mcPassed, ecPassed := math.Round(mc*mcRounds/100), math.Round(ec*ecRounds/100)
	a.add("MC is a share of 95 rounds", r.name(), mc, 100*mcPassed/mcRounds, half(2), "")
	a.add("EC is a share of 242 rounds", r.name(), ec, 100*ecPassed/ecRounds, half(2), "")
	a.add("TCR = passed rounds / 337, from MC and EC", r.name(), tcr, 100*(mcPassed+ecPassed)/(mcRounds+ecRounds), half(2),
		"the mean over scenarios, which the paper's text describes, would differ from the mean over rounds")
	if sizes := a.scenarioSizes(); len(sizes) > 0 {
		lo, hi := meanOverParts(mcPassed+ecPassed, sizes)
		a.or("TCR as the mean over scenarios, as report.json has it", lo-half(2), hi+half(2))
	}
	product := sc * fd / 100
	slack := half(2) * (sc + fd) / 100 // of the product, from the rounding of its factors
	if !r.has("robustness") {
		a.add("CRS = (TCR + SC × FD) / 2, where no Robustness is printed", r.name(), crs, (tcr+product)/2, half(2)+half(2)/2+slack/2, "")
		a.or(productsMean, (tcr+math.Max(0, sc+fd-100))/2-2*half(2), (tcr+math.Min(sc, fd))/2+2*half(2))
		return
	}
	rob := r.V["robustness"]
	a.add("Robustness = SC × FD", r.name(), rob, product, half(2)+slack,
		"a mean of the products of the scenarios is larger than the product of the means")
	a.or(productsMean, math.Max(0, sc+fd-100)-2*half(2), math.Min(sc, fd)+2*half(2))
	a.add("CRS = (TCR + Robustness) / 2", r.name(), crs, (tcr+rob)/2, 2*half(2), "")
	slack = half(2) + half(2)/2 + slack/2
	a.or("CRS = (TCR + SC × FD) / 2 beside another Robustness, as report.json has it", (tcr+product)/2-slack, (tcr+product)/2+slack)
}

// productsMean cannot be computed from what is printed: the mean of products of two
// shares lies between what they overlap at least and the smaller of them.
const productsMean = "Robustness as the mean of the scenarios' products, as report.json has it"

// scenarioSizes are the rounds of each scenario by Table 11.
func (a *audit) scenarioSizes() []float64 {
	t := a.grid("table-11")
	var sizes []float64
	for _, r := range t.t.Rows {
		if n := t.at(r.Label, "rounds"); n > 0 {
			sizes = append(sizes, n)
		}
	}
	return sizes
}

// repeated checks a row that another table has printed before.
func (a *audit) repeated(first, again *systemRow) {
	if first == nil {
		return
	}
	for _, k := range []string{"tcr", "mc", "ec", "robustness", "sc", "fd", "crs"} {
		if v, ok := again.V[k]; ok {
			a.add("a row that is printed twice is the same", again.name()+", "+strings.ToUpper(k), v, first.V[k], 0, "")
		}
	}
}

func (a *audit) clawArenaGains() {
	g := a.grid("table-5-gain")
	rows := a.rows(clawArenaPaper, "clawarena/table5")
	for _, base := range rows {
		for _, with := range rows {
			if base.Variant == "" && with.Variant != "" && base.Model == with.Model {
				a.add("gain in CRS = difference of the two rows", place("Table 5", base.Model), g.at(base.Model, "delta_crs"),
					with.V["crs"]-base.V["crs"], 3*half(2), "")
			}
		}
	}
}

// clawArenaTokens checks Table 8: shares of the total, and the total itself.
func (a *audit) clawArenaTokens() {
	g := a.grid("table-8")
	for _, fw := range []string{"openclaw", "claude-code", "nanobot", "picoclaw"} {
		total := g.at("Total", fw+"_tokens")
		a.add("tokens of all sources = total", place("Table 8", fw), total, g.sum(fw+"_tokens", "Total"), 0, "")
		for _, r := range g.t.Rows {
			if r.Label != "Total" {
				a.add("share = tokens / total", fmt.Sprintf("Table 8, %s, %s", fw, r.Label), g.at(r.Label, fw+"_share"),
					100*g.at(r.Label, fw+"_tokens")/total, half(3), "")
			}
		}
	}
}

func (a *audit) clawArenaUpdates() {
	g := a.grid("table-10")
	events, files := 0.0, 0.0
	for i, r := range g.t.Rows {
		if i < 3 {
			events += g.at(r.Label, "count")
		} else {
			files += g.at(r.Label, "count")
		}
	}
	for i, r := range g.t.Rows {
		of := events
		if i >= 3 {
			of = files
		}
		a.add("share = count / all of its kind", place("Table 10", r.Label), g.at(r.Label, "share"), 100*g.at(r.Label, "count")/of, half(1),
			"")
	}
	t := a.grid("table-11")
	a.add("update events of all scenarios = events of Table 10", "Table 11", t.sum("update_events"), events, 0, "")
	a.add("update files of all scenarios = files of Table 10", "Table 10", files, t.sum("update_files"), 0,
		"Table 10 counts the one scenario whose entries name an action, hil_s1")
	a.add("tokens of all scenarios = total of Table 8 for openclaw", "Table 11", a.grid("table-8").at("Total", "openclaw_tokens"),
		t.sum("tokens"), 0, "")
}

// clawArenaScenarios compares Table 11 with the released rounds.
func (a *audit) clawArenaScenarios() {
	t, p := a.grid("table-11"), a.grid("protocol")
	for _, c := range [][2]string{{"rounds", "Rounds"}, {"mc_rounds", "Multiple-choice rounds"},
		{"ec_rounds", "Rounds with a scripted check"}, {"rounds_with_update", "Rounds before which something changes"}} {
		a.add("the scenarios of Table 11 add up", place("Table 11", c[0]), p.at(c[1], "count"), t.sum(c[0]), 0, "")
	}
	d, ok := a.b.dataset("clawarena")
	if !ok {
		return
	}
	for _, s := range d.Scenarios {
		n := countRounds(d.Tasks, s.Slug)
		for i, k := range []string{"rounds", "mc_rounds", "ec_rounds", "rounds_with_preference", "rounds_with_update", "update_events"} {
			note := ""
			if k == "update_events" {
				note = "the manifest lists events that no round delivers"
			}
			a.add("Table 11 = released rounds, "+strings.ReplaceAll(k, "_", " "), place("Table 11", s.Slug), t.at(s.Slug, k), n[i], 0, note)
		}
	}
}

// countRounds counts a scenario's rounds, those of each kind, those with a
// preference or an update, and the updates that they deliver.
func countRounds(tasks []results.Task, scenario string) [6]float64 {
	var n [6]float64
	for i := range tasks {
		t := &tasks[i]
		if t.Scenario != scenario {
			continue
		}
		n[0]++
		if t.Kind == results.KindMultiChoice {
			n[1]++
		} else {
			n[2]++
		}
		if t.Facts.Pref != nil {
			n[3]++
		}
		if len(t.Updates) > 0 {
			n[4]++
		}
		n[5] += float64(len(t.Updates))
	}
	return n
}
