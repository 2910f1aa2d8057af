package web

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestChosenLines: the address of a range of lines marks them without any script, in
// whatever order its ends stand, and no other line.
func TestChosenLines(t *testing.T) {
	s := testServer(t)
	at := "/runs/" + thoroughRun + "/ex_office_move/q1/steps/3?text=r1"
	if page := s.get(at).Body.String(); strings.Contains(page, `class="ln sel"`) || !strings.Contains(page, `name="line"`) {
		t.Error("lines are marked that nobody has chosen, or none can be chosen")
	}
	for _, q := range []string{"&line=2&to=3", "&line=3&to=2"} {
		page := s.get(at + q).Body.String()
		if n := strings.Count(page, `<span class="ln sel"`); n != 2 {
			t.Errorf("%s: %d lines are marked, want 2", q, n)
		}
		for _, line := range []string{"2", "3"} {
			if !strings.Contains(page, `<span class="ln sel" id="step-3-r1-L`+line+`"`) {
				t.Errorf("%s: line %s is not marked", q, line)
			}
		}
	}
}

// TestChosenLinesKeepTheirStep: the form that chooses lines stays with its attempt and
// its view: a browser drops the query of an action.
func TestChosenLinesKeepTheirStep(t *testing.T) {
	s := testServer(t)
	for _, query := range []url.Values{{"view": {"source"}}, {"attempt": {"1"}}} {
		doc := s.page(t, "/runs/"+thoroughRun+"/ex_office_move/q1/steps/3?text=r1&"+query.Encode())
		form := doc.Find("form:has(input[name=line])")
		if action := form.AttrOr("action", ""); strings.Contains(action, "?") || !strings.HasSuffix(action, "/steps/3") {
			t.Errorf("%v: the form leads to %q", query, action)
		}
		sent := url.Values{}
		form.Find("input[type=hidden]").Each(func(_ int, in *goquery.Selection) {
			sent.Set(in.AttrOr("name", ""), in.AttrOr("value", ""))
		})
		if query.Set("text", "r1"); !maps.EqualFunc(sent, query, slices.Equal) {
			t.Errorf("the form keeps %v, want %v", sent, query)
		}
	}
}
