package sweagent

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// testKinds are the groups of tests of an instance. An instance is resolved when
// all tests of the first two pass; the others say something and decide nothing.
var testKinds = []string{"FAIL_TO_PASS", "PASS_TO_PASS", "FAIL_TO_FAIL", "PASS_TO_FAIL"}

// deciding are how many of testKinds decide.
const deciding = 2

// instanceReport is the harness's report of one instance.
type instanceReport struct {
	file     string
	None     ingest.Scalar         `json:"patch_is_None"`
	Exists   ingest.Scalar         `json:"patch_exists"`
	Applied  ingest.Scalar         `json:"patch_successfully_applied"`
	Resolved ingest.Scalar         `json:"resolved"`
	Tests    map[string]testsOfOne `json:"tests_status"`
}

// testsOfOne are the tests of one group.
type testsOfOne struct {
	Success ids `json:"success"`
	Failure ids `json:"failure"`
}

// report takes a report.json: of the instance that its folder is named after, or of
// those that it names.
func (f *folder) report(rec *ingest.Record) error {
	var members map[string]jsontext.Value
	if err := rec.Decode(&members); err != nil {
		return err
	}
	add := func(id string, v []byte) error {
		r := &instanceReport{file: rec.Name}
		if err := ingest.DecodeJSON(rec.Name, v, 1, r); err != nil {
			return err
		}
		i := f.of(f.in.Clean(id))
		switch {
		case i == nil:
		case i.report != nil && resolved(i.report) != resolved(r):
			f.warn(rec.Name, "%s is %s here and %s in %s: neither counts", i.id, resolved(r), resolved(i.report), i.report.file)
			i.report.Resolved = ingest.Scalar{}
		case i.report == nil:
			i.report = r
		}
		if i != nil {
			i.files = append(i.files, f.beside(rec.Name)...)
		}
		return nil
	}
	if _, flat := members["resolved"]; flat {
		return add(path.Base(path.Dir(rec.Name)), rec.Data)
	}
	for id, v := range members {
		if v.Kind() != '{' {
			continue
		}
		if err := add(id, v); err != nil {
			return err
		}
	}
	return nil
}

func resolved(r *instanceReport) string {
	switch yes := r.Resolved.Bool(); {
	case yes == nil:
		return "without a verdict"
	case *yes:
		return "resolved"
	}
	return "not resolved"
}

// beside are the report and what the harness puts beside it.
func (f *folder) beside(report string) []string {
	list := []string{report}
	for _, name := range []string{"patch.diff", "test_output.txt"} {
		name = path.Join(path.Dir(report), name)
		if file, err := f.in.FS.Open(name); err == nil {
			file.Close()
			list = append(list, name)
		}
	}
	return list
}

// contradiction says why a verdict cannot be believed; empty if it can.
func (r *instanceReport) contradiction() string {
	yes := r.Resolved.Bool()
	if yes == nil {
		return "the report states no verdict"
	}
	failed, tests := 0, 0
	for _, kind := range testKinds[:deciding] {
		failed, tests = failed+len(r.Tests[kind].Failure), tests+len(r.Tests[kind].Success)+len(r.Tests[kind].Failure)
	}
	is := func(s ingest.Scalar, what bool) bool { b := s.Bool(); return b != nil && *b == what }
	switch {
	case *yes && failed > 0:
		return fmt.Sprintf("the report says resolved, and that %d of the tests that decide have failed", failed)
	case *yes && (is(r.None, true) || is(r.Exists, false)):
		return "the report says resolved, and that there is no patch"
	case *yes && is(r.Applied, false):
		return "the report says resolved, and that the patch could not be applied"
	case !*yes && tests > 0 && failed == 0 && !is(r.Applied, false):
		return "the report says not resolved, and that every test that decides has passed"
	}
	return ""
}

// checks are the tests, those that decide with a weight.
func (r *instanceReport) checks(clean func(string) string) []results.Check {
	var list []results.Check
	taken := map[string]bool{}
	for n, kind := range testKinds {
		weight := 0.0
		if n < deciding {
			weight = 1
		}
		for passed, tests := range map[bool]ids{true: r.Tests[kind].Success, false: r.Tests[kind].Failure} {
			for _, test := range tests {
				id := clean(test)
				for taken[id] {
					id += " (" + kind + ")"
				}
				taken[id] = true
				list = append(list, results.Check{ID: id, Weight: weight, Passed: &passed, Detail: kind})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b results.Check) int {
		if a.Detail != b.Detail {
			return slices.Index(testKinds, a.Detail) - slices.Index(testKinds, b.Detail)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// runReport is a report of a run: by the harness, by sb-cli, or as the repository of
// experiments has them.
type runReport struct {
	file string

	Resolved   ids `json:"resolved_ids"`
	Unresolved ids `json:"unresolved_ids"`
	Completed  ids `json:"completed_ids"`
	Submitted  ids `json:"submitted_ids"`
	Incomplete ids `json:"incomplete_ids"`
	Empty      ids `json:"empty_patch_ids"`
	Errors     ids `json:"error_ids"`
	Failed     ids `json:"failed_ids"`
	Pending    ids `json:"pending_ids"`

	OldResolved ids `json:"resolved"`
	OldEmpty    ids `json:"no_generation"`
	OldLogs     ids `json:"with_logs"`

	SubmittedCount ingest.Scalar `json:"submitted_instances"`
	ResolvedCount  ingest.Scalar `json:"resolved_instances"`
	TotalCount     ingest.Scalar `json:"total_instances"`
}

// ids is a list of instances; anything else is none.
type ids []string

func (l *ids) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '[' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' {
		if dec.PeekKind() != '"' {
			if err := dec.SkipValue(); err != nil {
				return err
			}
			continue
		}
		tok, err := dec.ReadToken()
		if err != nil {
			return err
		}
		*l = append(*l, tok.String())
	}
	_, err := dec.ReadToken()
	return err
}

func (f *folder) runReport(rec *ingest.Record) error {
	r := &runReport{file: rec.Name}
	if err := rec.Decode(r); err != nil {
		return err
	}
	if len(r.OldResolved)+len(r.OldLogs) > 0 {
		r.Resolved, r.Empty, r.Completed = r.OldResolved, r.OldEmpty, r.OldLogs
		for _, id := range r.OldLogs {
			if !slices.Contains(r.OldResolved, id) && !slices.Contains(r.OldEmpty, id) {
				r.Unresolved = append(r.Unresolved, id)
			}
		}
	}
	for _, l := range r.lists() {
		for i, id := range *l {
			(*l)[i] = f.in.Clean(id)
		}
	}
	f.reports = append(f.reports, r)
	subset, _, _ := strings.Cut(path.Base(rec.Name), "__")
	if strings.HasPrefix(subset, "swe-bench") && f.dataset == "" {
		f.dataset = f.in.Clean(subset) // sb-cli names its reports <subset>__<split>__<run>
	}
	return nil
}

func (r *runReport) lists() []*ids {
	return []*ids{&r.Resolved, &r.Unresolved, &r.Completed, &r.Submitted, &r.Incomplete, &r.Empty, &r.Errors, &r.Failed, &r.Pending}
}

// submitted are the instances that the report has a word on, in its order.
func (r *runReport) submitted() []string {
	var list []string
	seen := map[string]bool{}
	for _, l := range r.lists() {
		if l == &r.Incomplete {
			continue
		}
		for _, id := range *l {
			if !seen[id] {
				seen[id] = true
				list = append(list, id)
			}
		}
	}
	return list
}

// reported is what the report says of the run as a whole.
func (r *runReport) reported(name string) []results.Reported {
	all, ok := r.SubmittedCount.Number()
	won, too := r.ResolvedCount.Number()
	if !ok || !too || all <= 0 || won < 0 || won > all {
		return nil
	}
	return []results.Reported{{File: name, Metric: "avg", Value: new(won / all), Digits: 6}}
}
