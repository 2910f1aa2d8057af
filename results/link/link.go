// Package link writes every address of the site, so that a page is moved by
// moving it here. Addresses have no host; names in them are escaped.
package link

import (
	"net/url"
	"strconv"
)

// To builds an address from path elements and a query, whose empty values are
// left out.
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

// With copies query values with some of them set; an empty value removes a key.
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

// Benchmark is a benchmark's board, or the view of it that is named.
func Benchmark(id string, view ...string) string {
	return To(nil, append([]string{"b", id}, view...)...)
}

// Failures lists the failed trials of a benchmark, or failed calls, that fit parameters.
func Failures(benchmark string, pairs ...string) string {
	return To(With(nil, pairs...), "b", benchmark, "failures") + "#trials"
}

// State is how a board stood on a day, an ISO date; q says which of the benchmark's
// boards.
func State(q url.Values, benchmark, day string) string {
	return To(With(q, "as_of", day), "b", benchmark)
}

// Scenario is a scenario of a benchmark.
func Scenario(benchmark, scenario string) string {
	return Benchmark(benchmark, "scenarios", scenario)
}

// Task is a task of a benchmark.
func Task(benchmark, scenario, task string) string {
	return Benchmark(benchmark, "scenarios", scenario, task)
}

// Days is a scenario update by update.
func Days(benchmark, scenario string) string { return Benchmark(benchmark, "days", scenario) }

// ChangeText is the text of a changed object before or after a change, or the
// difference ("diff"), by the number of the change in the scenario.
func ChangeText(benchmark, scenario string, change int, side string) string {
	return Benchmark(benchmark, "days", scenario, strconv.Itoa(change), side)
}

// WorldAnchor is the id of a change's element.
func WorldAnchor(change int) string { return "change-" + strconv.Itoa(change) }

// Badge is a small picture of a run's score or, if show is "rank", of its rank.
func Badge(benchmark, run, show string) string {
	return To(With(nil, "show", show), "badge", benchmark, run+".svg")
}

// Card is the picture that stands for a page where links to it are shared; elem is
// the page's path.
func Card(q url.Values, elem ...string) string {
	elem = append([]string{"cards"}, elem...)
	elem[len(elem)-1] += ".png"
	return To(q, elem...)
}

// Run is a run.
func Run(run string) string { return To(nil, "runs", run) }

// RunRecord is a raw record of a run itself, by its number in the store.
func RunRecord(run string, id int64) string {
	return To(nil, "runs", run, "records", strconv.FormatInt(id, 10))
}

// Trial is what a run made of a task.
func Trial(run, scenario, task string) string { return To(nil, "runs", run, scenario, task) }

// Attempt is one attempt of a run at a task; the first needs no number.
func Attempt(run, scenario, task string, attempt int) string {
	return To(attemptOf(attempt), "runs", run, scenario, task)
}

// AttemptStep is a step of an attempt.
func AttemptStep(run, scenario, task string, attempt, step int) string {
	return To(With(attemptOf(attempt), "step", strconv.Itoa(step)), "runs", run, scenario, task) + "#" + StepAnchor(step)
}

func attemptOf(n int) url.Values {
	if n <= 1 {
		return nil
	}
	return url.Values{"attempt": {strconv.Itoa(n)}}
}

// Model is a model.
func Model(id string) string { return To(nil, "models", id) }

// Case is a case study.
func Case(slug string) string { return To(nil, "cases", slug) }

// Findings is the list of computed findings.
func Findings() string { return To(nil, "findings") }

// Finding is the place of a finding in the list of all.
func Finding(slug string) string { return Findings() + "#" + slug }

// Changes is the page of the change log.
func Changes(q url.Values) string { return To(q, "changes") }

// ChangesFeed is the change log as an Atom feed.
func ChangesFeed(q url.Values) string { return To(q, "changes.atom") }

// Docs lists the documentation.
func Docs() string { return To(nil, "docs") }

// Submit is the document on submitting a run.
func Submit() string { return Doc("submit") }

// FirstRun is where the documents say how to add the first run of a benchmark: from the
// records of its harness, or from a score file if no harness is public.
func FirstRun(harness bool) string {
	if harness {
		return Submit()
	}
	return Submit() + "#scores-of-your-own"
}

// Doc is a page of the documentation.
func Doc(id string) string { return To(nil, "docs", id) }

// Compare sets two runs against each other.
func Compare(a, b string) string { return To(url.Values{"a": {a}, "b": {b}}, "compare") }

// CompareWith asks for the run that a run is to be compared with.
func CompareWith(run string) string { return To(url.Values{"a": {run}}, "compare") }

// CompareTrial sets what two runs made of a task against each other.
func CompareTrial(a, b, scenario, task string) string {
	return To(url.Values{"a": {a}, "b": {b}}, "compare", scenario, task)
}

// API is the answer about the same as a page, by the elements of its address.
func API(query url.Values, elem ...string) string {
	return To(query, append([]string{"api", "v1"}, elem...)...)
}

// StepAnchor is the id of a step's element.
func StepAnchor(n int) string { return "step-" + strconv.Itoa(n) }

// CheckAnchor is the id of a check's element on its trial's page.
func CheckAnchor(check string) string { return "check-" + url.PathEscape(check) }

// ChangeAnchor is the id of a change before a stage on the page of its task; place
// counts from 1.
func ChangeAnchor(stage string, place int) string {
	return "change-" + url.PathEscape(stage) + "-" + strconv.Itoa(place)
}

// CallAnchor is the id of a tool call's element.
func CallAnchor(step, n int) string { return StepAnchor(step) + "-call-" + strconv.Itoa(n) }

// ResultAnchor is the id of a result's element; its lines add -L and a number.
func ResultAnchor(step, n int) string { return StepAnchor(step) + "-r" + strconv.Itoa(n) }
