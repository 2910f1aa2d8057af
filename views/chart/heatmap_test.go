package chart

import (
	"strings"
	"testing"
)

func heat(diff bool) Heatmap {
	return Heatmap{Caption: "Share of rounds passed", Corner: "Scenario", Label: "Passed, %", Diff: diff, Hi: map[bool]float64{true: 0.5}[diff],
		Cols: []HeatHead{{Label: "gpt", Href: "/runs/gpt"}, {Label: "gemma", Title: "31B"}},
		Rows: []HeatRow{
			{Label: "hil_c1", Href: "/s/c1", Group: "Human resources", Cells: []HeatCell{{Value: ptr(0.7834), Href: "/c?1", Note: "264 of 337"}, {}}, Total: &HeatCell{Value: ptr(0.5)}},
			{Label: "hil_c2", Group: "Human resources", Cells: []HeatCell{{Value: ptr(-0.1)}, {Value: ptr(0.0), Href: "/c?2"}}, Total: &HeatCell{Value: ptr(1.0)}},
		},
		Totals: []HeatCell{{Value: ptr(0.6)}, {Value: ptr(0.4)}}, Grand: &HeatCell{Value: ptr(0.5)}, Total: map[bool]string{true: "Mean"}[diff],
	}
}

func TestHeatTable(t *testing.T) {
	html := render(t, HeatTable(heat(false)))
	for _, want := range []string{
		`<td class="hc q7"><a href="/c?1" title="hil_c1, gpt: 78.34 %, 264 of 337">78</a></td>`,
		`<td class="hc hn" title="hil_c1, gemma: not recorded">·</td>`,
		`<th scope="rowgroup" colspan="4"><span>Human resources</span></th>`,
		`<td class="hc q9 all" title="hil_c2, all: 100.00 %">100</td>`,
		`<td class="hc q0"><a href="/c?2"`, `<th scope="row">All</th>`, `<caption>Share of rounds passed</caption>`, `<a href="/runs/gpt">gpt</a>`, `<span title="31B">gemma</span>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("lacks %q:\n%s", want, html)
		}
	}
	if got := strings.Count(html, "Human resources"); got != 1 {
		t.Errorf("the group is named %d times, want once", got)
	}
}

func TestHeatTableOfDifferences(t *testing.T) {
	html := render(t, HeatTable(heat(true)))
	for _, want := range []string{`hc d8"`, `hc d3"`, `hc d4"`, "hil_c2, gpt: \u221210.00 points", `class="heat fit"`, `<span>Mean</span>`, `<th scope="row">Mean</th>`, "mean, gpt: ", "hil_c2, mean: ", "<span>+50</span>", "<span>\u221250</span>"} {
		if !strings.Contains(html, want) {
			t.Errorf("lacks %q:\n%s", want, html)
		}
	}
}

func TestHeatTableOfNothing(t *testing.T) {
	if html := render(t, HeatTable(Heatmap{Caption: "Shares"})); !strings.Contains(html, `class="empty"`) || strings.Contains(html, "<table") {
		t.Errorf("got %s", html)
	}
}
