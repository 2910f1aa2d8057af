// Package link builds all URLs of the site. The URLs have no host, and names in them are escaped.
package link

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// To builds a URL from path elements and a query; it drops empty query values.
func To(query url.Values, elem ...string) string {
	p := ""
	for _, e := range elem {
		p += "/" + url.PathEscape(e)
	}
	if p == "" {
		p = "/"
	}
	q := url.Values{}
	for k, vs := range query {
		for _, v := range vs {
			if v != "" {
				q.Add(k, v)
			}
		}
	}
	if len(q) == 0 {
		return p
	}
	return p + "?" + q.Encode()
}

// With returns a copy of a query with the given key-value pairs set; an empty value removes the
// key.
func With(q url.Values, pairs ...string) url.Values {
	out := url.Values{}
	for k, v := range q {
		out[k] = append([]string{}, v...)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			out.Del(pairs[i])
		} else {
			out.Set(pairs[i], pairs[i+1])
		}
	}
	return out
}

// Benchmark returns the URL of a benchmark's leaderboard or, if view is given, of another page of
// the benchmark.
func Benchmark(id string, view ...string) string {
	return To(nil, append([]string{"b", id}, view...)...)
}

// Failures returns the URL of a benchmark's failed trials or calls. The key-value pairs set its
// filters.
func Failures(benchmark string, pairs ...string) string {
	return To(With(nil, pairs...), "b", benchmark, "failures") + "#trials"
}

// State returns the URL of the leaderboard as it was on a day (ISO date).
func State(q url.Values, benchmark, day string) string {
	return To(With(q, "as_of", day), "b", benchmark)
}

func Scenario(benchmark, scenario string) string {
	return Benchmark(benchmark, "scenarios", scenario)
}

func Task(benchmark, scenario, task string) string {
	return Benchmark(benchmark, "scenarios", scenario, task)
}

// Days returns the URL of a scenario's updates.
func Days(benchmark, scenario string) string { return Benchmark(benchmark, "days", scenario) }

// ChangeText returns the URL of a changed file or chat. side selects the text before or after the
// numbered change, or "diff".
func ChangeText(benchmark, scenario string, change int, side string) string {
	return Benchmark(benchmark, "days", scenario, strconv.Itoa(change), side)
}

func WorldAnchor(change int) string { return "change-" + strconv.Itoa(change) }

// Badge returns the URL of a badge image with a run's score or, if show is "rank", with its rank.
func Badge(benchmark, run, show string) string {
	return To(With(nil, "show", show), "badge", benchmark, run+".svg")
}

// Card returns the URL of a page's preview image; elem is the page's path.
func Card(q url.Values, elem ...string) string {
	elem = append([]string{"cards"}, elem...)
	elem[len(elem)-1] += ".png"
	return To(q, elem...)
}

func Run(run string) string { return To(nil, "runs", run) }

// RunRecord returns the URL of the raw record with the given id.
func RunRecord(run string, id int64) string {
	return To(nil, "runs", run, "records", strconv.FormatInt(id, 10))
}

// Trial returns the URL of a run's trial of a task.
func Trial(run, scenario, task string) string { return To(nil, "runs", run, scenario, task) }

// Attempt returns the URL of an attempt. For the first attempt it is the URL of the trial, without
// a number.
func Attempt(run, scenario, task string, attempt int) string {
	return To(attemptOf(attempt), "runs", run, scenario, task)
}

// AttemptStep returns the URL of a step, with the part of the trace that contains it.
func AttemptStep(run, scenario, task string, attempt, step int) string {
	return To(With(attemptOf(attempt), "from", WindowOf(step)), "runs", run, scenario, task) + "#" + StepAnchor(step)
}

// Evidence returns the URL of the line that a reference quotes, or of its step if the line is
// unknown.
func Evidence(run, scenario string, c *results.StepRef) string {
	at := AttemptStep(run, scenario, c.Task, c.Attempt, c.Step)
	if c.Anchor != "" {
		at = at[:strings.LastIndexByte(at, '#')+1] + c.Anchor
	}
	return at
}

func attemptOf(n int) url.Values {
	if n <= 1 {
		return nil
	}
	return url.Values{"attempt": {strconv.Itoa(n)}}
}

func Model(id string) string { return To(nil, "models", id) }

func Case(slug string) string { return To(nil, "cases", slug) }

func Findings() string { return To(nil, "findings") }

// Finding returns the URL of a finding on the findings page.
func Finding(slug string) string { return Findings() + "#" + slug }

func Changes(q url.Values) string { return To(q, "changes") }

func ChangesFeed(q url.Values) string { return To(q, "changes.atom") }

func Docs() string { return To(nil, "docs") }

func Submit() string { return Doc("submit") }

// FirstRun returns the URL of the instructions for a first run: from a public harness's records if
// harness is true, otherwise from a score file.
func FirstRun(harness bool) string {
	if harness {
		return Submit()
	}
	return Submit() + "#scores-of-your-own"
}

func Doc(id string) string { return To(nil, "docs", id) }

func Compare(a, b string) string { return To(url.Values{"a": {a}, "b": {b}}, "compare") }

// CompareWith returns the URL of the page for choosing another run to compare with the given one.
func CompareWith(run string) string { return To(url.Values{"a": {run}}, "compare") }

// CompareTrial returns the URL of the comparison of two runs' trials of a task.
func CompareTrial(a, b, scenario, task string) string {
	return To(url.Values{"a": {a}, "b": {b}}, "compare", scenario, task)
}

// API returns the URL of the JSON response with the given path elements.
func API(query url.Values, elem ...string) string {
	return To(query, append([]string{"api", "v1"}, elem...)...)
}

func StepAnchor(n int) string { return "step-" + strconv.Itoa(n) }

func CheckAnchor(check string) string { return "check-" + url.PathEscape(check) }

// ChangeAnchor returns the HTML anchor of a change before a stage; place is the number of the
// change, from 1.
func ChangeAnchor(stage string, place int) string {
	return "change-" + url.PathEscape(stage) + "-" + strconv.Itoa(place)
}

func CallAnchor(step, n int) string { return StepAnchor(step) + "-call-" + strconv.Itoa(n) }

// ResultAnchor returns the HTML anchor of result n of a step. Anchors of its lines append -L and
// the line number.
func ResultAnchor(step, n int) string { return StepAnchor(step) + "-r" + strconv.Itoa(n) }
