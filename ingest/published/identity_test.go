package published

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestIdentities holds how often each rule was applied and how often it does
// not hold: a transcription error changes one of these numbers.
func TestIdentities(t *testing.T) {
	type count struct{ Checked, Broken int }
	want := map[string]count{
		"clawarena: MC is a share of 95 rounds":                                       {31, 0},
		"clawarena: EC is a share of 242 rounds":                                      {31, 0},
		"clawarena: TCR = passed rounds / 337, from MC and EC":                        {31, 11},
		"clawarena: Robustness = SC × FD":                                             {27, 14},
		"clawarena: CRS = (TCR + Robustness) / 2":                                     {27, 7},
		"clawarena: CRS = (TCR + SC × FD) / 2, where no Robustness is printed":        {4, 2},
		"clawarena: a row that is printed twice is the same":                          {45, 0},
		"clawarena: gain in CRS = difference of the two rows":                         {4, 0},
		"clawarena: tokens of all sources = total":                                    {4, 0},
		"clawarena: share = tokens / total":                                           {32, 6},
		"clawarena: share = count / all of its kind":                                  {5, 0},
		"clawarena: update events of all scenarios = events of Table 10":              {1, 0},
		"clawarena: update files of all scenarios = files of Table 10":                {1, 1},
		"clawarena: tokens of all scenarios = total of Table 8 for openclaw":          {1, 0},
		"clawarena: the scenarios of Table 11 add up":                                 {4, 0},
		"clawarena: Table 11 = released rounds, rounds":                               {12, 0},
		"clawarena: Table 11 = released rounds, mc rounds":                            {12, 0},
		"clawarena: Table 11 = released rounds, ec rounds":                            {12, 0},
		"clawarena: Table 11 = released rounds, rounds with preference":               {12, 0},
		"clawarena: Table 11 = released rounds, rounds with update":                   {12, 0},
		"clawarena: Table 11 = released rounds, update events":                        {12, 1},
		"clawarena: Table 1 = released benchmark, questions":                          {3, 0},
		"clawarena: Table 1 = released benchmark, groups":                             {3, 0},
		"clawarena: Table 1 = Table 1 of the ClawMark paper, questions":               {3, 1},
		"clawarena: Table 1 = Table 1 of the ClawMark paper, groups":                  {3, 1},
		"clawmark: third day = earlier day + change":                                  {5, 0},
		"clawmark: gap = difference of the two models":                                {3, 0},
		"clawmark: a case's score is a share of its task's weight":                    {3, 0},
		"clawmark: what a red line costs = its weight / its task's weight":            {1, 0},
		"stage-claw: full, partial and no support make five":                          {10, 0},
		"clawmark: red-line failure is a share of 55":                                 {7, 0},
		"clawmark: Task Success is a share of 100 tasks":                              {7, 0},
		"clawmark: points per 1,000 calls = score / calls":                            {7, 0},
		"clawmark: red lines crossed over all models = incidents of Table 5":          {1, 0},
		"clawmark: change = second day - first day":                                   {7, 0},
		"clawmark: the first sweep of Appendix D = Table 3":                           {2, 0},
		"clawmark: a cell of EDA is a share of its one task's weight of 23":           {4, 0},
		"clawmark: kinds of checks add up":                                            {2, 0},
		"clawmark: failure rate = failures / evaluations":                             {13, 0},
		"clawmark: share = failures / all failures":                                   {9, 0},
		"clawmark: kinds of red lines add up":                                         {2, 1},
		"clawmark: Table 2 = released tasks, tasks":                                   {14, 0},
		"clawmark: Table 2 = released tasks, roles":                                   {14, 0},
		"clawmark: Table 2 = released tasks, turns":                                   {14, 0},
		"clawmark: Table 2 = released tasks, checkers":                                {14, 0},
		"clawmark: Table 2 = released tasks, redline":                                 {14, 0},
		"clawmark: evaluations = 7 models × released checks":                          {1, 0},
		"clawmark: tasks with three turns, counted as stages":                         {1, 0},
		"clawmark: tasks with three turns, counted as in Table 2":                     {1, 1},
		"clawmark: overall score = mean of the scenarios by their tasks":              {6, 0},
		"liveclawbench: overall = mean of the tasks with an attempt":                  {26, 0},
		"liveclawbench: factor column = mean of the tasks with the factor":            {156, 0},
		"liveclawbench: domain column = mean of the tasks of the domain":              {260, 0},
		"liveclawbench: difficulty column = mean by the labels that the scores imply": {78, 0},
		"liveclawbench: difficulty column = mean by the labels of the tasks":          {51, 51},
		"liveclawbench: domains add up":                                               {5, 0},
		"liveclawbench: factors add up to the cases":                                  {8, 0},
		"liveclawbench: difficulty labels add up to the cases":                        {1, 0},
		"liveclawbench: named cases = counted cases":                                  {1, 1},
		"stage-claw: first-pass rate is a share of 40 tasks":                          {11, 0},
		"stage-claw: a failure's share is a count of 152 runs":                        {7, 0},
		"stage-claw: runs behind Figure 4a = runs of Table 2 that do not pass":        {1, 1},
		"stage-claw: the slowest mean time is within the 15 minutes of the text":      {1, 1},
		"stage-claw: shares of the tools add up to 100":                               {1, 0},
		"stage-claw: the state-based score of Table 3 = Table 2":                      {2, 0},
		"stage-claw: difference = virtual - state-based":                              {2, 0},
		"stage-claw: share = pairs / 80":                                              {3, 0},
		"stage-claw: the causes explain the mean gap":                                 {1, 1},
		"stage-claw: average = mean of the four tasks":                                {4, 0},
		"stage-claw: change = perturbed - base":                                       {15, 0},
		"stage-claw: kept = candidates - excluded":                                    {1, 0},
		"stage-claw: share kept = kept / candidates":                                  {1, 0},
		"stage-claw: kept = named tasks":                                              {1, 0},
	}
	got := map[string]count{}
	for _, i := range Identities(openBundled(t)) {
		c := got[i.Benchmark+": "+i.Rule]
		c.Checked++
		if !i.Holds() {
			c.Broken++
		}
		got[i.Benchmark+": "+i.Rule] = c
		if math.IsNaN(i.Printed) || math.IsNaN(i.Computed) {
			t.Errorf("%s, %s: printed %v, computed %v: a cell is missing", i.Rule, i.Place, i.Printed, i.Computed)
		}
	}
	must.Same(t, want, got, "identities")
}

// TestExplained holds how many places that break a rule fit another reading, and that
// what no reading explains stays broken.
func TestExplained(t *testing.T) {
	type count struct{ Broken, Explained int }
	got := map[string]count{}
	for _, i := range Identities(openBundled(t)) {
		if i.Holds() {
			continue
		}
		c := got[i.Benchmark+": "+i.Rule]
		c.Broken++
		if i.Explained() != "" {
			c.Explained++
		}
		got[i.Benchmark+": "+i.Rule] = c
	}
	for rule, want := range map[string]count{
		"liveclawbench: difficulty column = mean by the labels of the tasks": {51, 51},
		"clawarena: Robustness = SC × FD":                                    {14, 14},
		"clawarena: TCR = passed rounds / 337, from MC and EC":               {11, 11},
		"clawarena: CRS = (TCR + Robustness) / 2":                            {7, 5},
		"clawarena: share = tokens / total":                                  {6, 6},
		"clawarena: Table 11 = released rounds, update events":               {1, 0},
		"liveclawbench: named cases = counted cases":                         {1, 0},
	} {
		must.Equal(t, want, got[rule], "%s", rule)
	}
	// 3 passes over parts of 1, 2 and 3: at best 1 + 2/2 of three parts, at worst 3/3.
	if lo, hi := meanOverParts(3, []float64{3, 1, 2}); !(math.Abs(lo-100.0/3) <= 1e-9) || !(math.Abs(hi-200.0/3) <= 1e-9) {
		t.Errorf("3 passes give %v to %v", lo, hi)
	}
}

// TestKnownDiscrepancies holds the amounts of the differences that matter.
func TestKnownDiscrepancies(t *testing.T) {
	const tcr, rob, crs = "TCR = passed rounds / 337, from MC and EC", "Robustness = SC × FD", "CRS = (TCR + Robustness) / 2"
	tests := []struct {
		rule, place       string
		printed, computed float64
	}{
		{tcr, "Table 3, Qwen3.6-27B in openclaw", 66.63, 67.6558},
		{tcr, "Table 3, GLM-4.7-Flash in openclaw", 54.10, 52.8190},
		{tcr, "Table 5, GPT-5.5 in openclaw, metaclaw-skills", 78.86, 79.2285},
		{rob, "Table 3, Gemma-4-31B in openclaw", 52.22, 52.1624},
		{rob, "Table 3, Kimi-K2.5 in openclaw", 45.08, 43.9838},
		{rob, "Table 3, Claude Sonnet-4.6 in claude-code", 52.40, 50.9750},
		{rob, "Table 4, GPT-5.5 in nanobot", 50.98, 50.1358},
		{crs, "Table 3, Claude Opus-4.7 in claude-code", 66.31, 66.80},
		{"update files of all scenarios = files of Table 10", "Table 10", 25, 107},
		{"Table 11 = released rounds, update events", "Table 11, hil_f7", 11, 6},
		{"Table 1 = Table 1 of the ClawMark paper, questions", "Table 1, ClawsBench", 44, 153},
		{"Table 1 = Table 1 of the ClawMark paper, groups", "Table 1, ClawsBench", 5, 15},
		{"kinds of red lines add up", "text, evaluations", 364, 385},
		{"tasks with three turns, counted as in Table 2", "text", 73, 43},
		{"difficulty column = mean by the labels of the tasks", "leaderboard, minimax-m2.7, medium", 48.9, 61.9931},
		{"named cases = counted cases", "Table 4", 30, 31},
		{"runs behind Figure 4a = runs of Table 2 that do not pass", "Figure 4a", 152, 181},
		{"the causes explain the mean gap", "Table 3", 5.88, 8.8829},
		{"the slowest mean time is within the 15 minutes of the text", "text", 15, 15.625},
	}
	broken := map[[2]string]Identity{}
	for _, i := range Identities(openBundled(t)) {
		if !i.Holds() {
			broken[[2]string{i.Rule, i.Place}] = i
		}
	}
	approx := cmpopts.EquateApprox(0, 5e-5)
	for _, tt := range tests {
		got, ok := broken[[2]string{tt.rule, tt.place}]
		if !ok {
			t.Errorf("%s, %s: not among the discrepancies", tt.rule, tt.place)
			continue
		}
		if diff := cmp.Diff([]float64{tt.printed, tt.computed}, []float64{got.Printed, got.Computed}, approx); diff != "" {
			t.Errorf("%s, %s: printed and computed (-want +got):\n%s", tt.rule, tt.place, diff)
		}
	}
}

// TestIdentitiesSeeAnError holds that a wrong digit is noticed.
func TestIdentitiesSeeAnError(t *testing.T) {
	b := openBundled(t)
	before := countBroken(Identities(b))
	for i := range b.Figures {
		f := &b.Figures[i]
		if f.Group == "stage-claw/table2" && f.Model == "GLM-5" && f.Metric == "first_pass" {
			v := *f.Value + 0.01
			f.Value = &v
		}
	}
	if got, want := countBroken(Identities(b)), before+1; got != want {
		t.Errorf("%d broken identities after a wrong digit, want %d", got, want)
	}
}

func countBroken(list []Identity) int {
	n := 0
	for i := range list {
		if !list[i].Holds() {
			n++
		}
	}
	return n
}

func TestIdentityTables(t *testing.T) {
	list := Identities(openBundled(t))
	tables := IdentityTables(list)
	checked, listed, unexplained := 0, 0, 0
	for i := range list {
		if !list[i].Holds() && list[i].Explained() == "" {
			unexplained++
		}
	}
	for _, table := range tables {
		if table.ID == results.DiscrepanciesTable {
			listed += len(table.Rows)
			if table.Benchmark == "liveclawbench" && len(table.Rows) != 1 {
				t.Errorf("%d numbers of LiveClawBench do not fit, want 1: 51 fit the labels of the board", len(table.Rows))
			}
			continue
		}
		for _, r := range table.Rows {
			checked += int(*r.Cells[0].Value)
		}
	}
	if len(tables) != 8 || checked != len(list) || listed != unexplained {
		t.Errorf("%d tables with %d identities, %d of them unexplained; want 8, %d, %d", len(tables), checked, listed, len(list), unexplained)
	}
}

func FuzzParsePrinted(f *testing.F) {
	for _, s := range []string{"78.34", "-10.5", "0", "5736", "67.40", ".", "-", "1e9", "NaN", "1.2.3", "--1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ingest.ParsePrinted(s, ingest.UnitPercent)
		if err != nil {
			return
		}
		if p.Digits < 0 || p.Digits > len(s) || p.Value != p.Value || p.Value > 0 && p.Stored > p.Value {
			t.Errorf("ingest.ParsePrinted(%q) = %+v", s, p)
		}
	})
}

func TestParsePrinted(t *testing.T) {
	tests := []struct {
		text, unit string
		want       ingest.Printed
	}{
		{"78.34", "percent", ingest.Printed{Value: 78.34, Stored: 0.7834, Digits: 2}},
		{"67.40", "percent", ingest.Printed{Value: 67.4, Stored: 0.674, Digits: 2}},
		{"100.0", "percent", ingest.Printed{Value: 100, Stored: 1, Digits: 1}},
		{"-10.5", "count", ingest.Printed{Value: -10.5, Stored: -10.5, Digits: 1}},
		{"5736", "count", ingest.Printed{Value: 5736, Stored: 5736, Digits: 0}},
	}
	for _, tt := range tests {
		got, err := ingest.ParsePrinted(tt.text, tt.unit)
		if err != nil || got != tt.want {
			t.Errorf("ingest.ParsePrinted(%q, %s) = %+v, %v; want %+v", tt.text, tt.unit, got, err, tt.want)
		}
	}
}
