package ledger

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// How a failed call went on is said wherever in its trial that was, also on a page that
// is full; and not by another trial, tool or file.
func TestBookLater(t *testing.T) {
	one := 1
	broke, fine := results.Result{Failed: true, ExitCode: &one, Content: "Traceback\npkg.sub.ValueError: x"}, results.Result{ExitCode: new(int)}
	ran := func(command string, r results.Result) *results.Step {
		return call("exec", `{"command":"`+command+`"}`, r)
	}
	var b Book
	want := map[int]string{}
	n := 0
	add := func(s *results.Step, first bool, later string) {
		b.Add(s, first, files.NewNames("/w"))
		if later != "" {
			want[n] = later
		}
		n++
	}
	add(ran("python3 /w/a.py", broke), true, search.LaterOK)
	add(ran("python3 b.py", broke), false, search.LaterNever)
	add(call("read", `{"path":"a.py"}`, broke), false, search.LaterNever)
	add(ran("make", broke), false, search.LaterOK)
	add(ran("make test", broke), false, search.LaterNever)
	add(ran("cd . && python3 a.py", broke), false, search.LaterOK)
	for range PageSteps {
		add(&results.Step{Source: results.SourceUser}, false, "")
	}
	add(ran("make", fine), false, "")
	add(ran("python3 a.py --again", fine), false, "")
	add(ran("python3 a.py", broke), false, search.LaterNever)
	add(ran("python3 a.py", fine), true, "")

	sheets := b.Sheets()
	if len(sheets) != 2 || sheets[0].Steps != PageSteps {
		t.Fatalf("%d pages, want 2", len(sheets))
	}
	got, trials := map[int]string{}, []int{}
	p, first := NewPage(), 0
	for _, x := range sheets {
		must.Do(t, p.Open(x.Data, x.Paths))
		for i := range p.Steps {
			e := p.Step(i)
			if trial := first + e.Trial; !slices.Contains(trials, trial) {
				trials = append(trials, trial)
			}
			for k := range e.Calls {
				if later := e.Later(&e.Calls[k]); later != "" {
					got[first+i] = later
				}
				if kind := e.Kind(&e.Calls[k]); (kind.End == search.IsFailed) != (kind.Error == "ValueError") {
					t.Errorf("step %d ends as %s with the error %q", first+i, kind.End, kind.Error)
				}
			}
		}
		first += p.Steps
	}
	must.Same(t, want, got, "how they went on")
	if !slices.Equal(trials, []int{0, n - 1}) {
		t.Errorf("trials begin at %v, want 0 and %d", trials, n-1)
	}
}

// Steps that are passed over are none that match, and what is read after them is what
// is read one by one; counts are those of each step by itself.
func TestNextAndTally(t *testing.T) {
	var b Builder
	list := samples()
	for i := range 300 {
		s := list[(i*i+i/7)%len(list)]
		s.First = i%11 == 0
		b.Add(&s)
	}
	sheet := b.Sheet()
	for _, line := range []string{"tool:exec", "tool:read is:refused", "is:failed", "exit:127", "path:f11.py", "path:=b/c is:empty", "path:nowhere", "fail:no_space error:OSError", "later:never", "-tool:exec", "tool:exec -path:a.py", "role:user", "error:*"} {
		fields := search.Parse(line).Fields
		m, each := NewMatcher(fields), NewMatcher(fields)
		p, q := NewPage(), NewPage()
		must.Do(t, p.Open(sheet.Data, sheet.Paths))
		must.Do(t, q.Open(sheet.Data, sheet.Paths))
		want, got := []string{}, []string{}
		counts := map[string]map[string]int{}
		for i := range q.Steps {
			if e := q.Step(i); each.Match(e) {
				want = append(want, fmt.Sprint(i, e.Trial, told(e)))
				one := NewTally(fields)
				one.Begin(q)
				one.Add(e, func(int) {})
				one.End()
				sum(counts, one.Counts)
			}
		}
		tally := NewTally(fields)
		tally.Begin(p)
		for i := 0; m.May(p) && i < p.Steps; i++ {
			if i = m.Next(p, i); i == p.Steps {
				break
			}
			if e := p.Step(i); m.Match(e) {
				got = append(got, fmt.Sprint(i, e.Trial, told(e)))
				tally.Add(e, func(int) {})
			}
		}
		tally.End()
		must.Same(t, want, got, "%s (-one by one +passing)", line)
		if d := cmp.Diff(counts, nonzero(tally.Counts)); d != "" {
			t.Errorf("%s: counts (-by step +by page):\n%s", line, d)
		}
	}
}

func told(e *Entry) (list []string) {
	for i := range e.Calls {
		m := &e.Calls[i]
		k := e.Kind(m)
		code, _ := k.Exit()
		list = append(list, fmt.Sprint(k.Tool, k.End, k.Cause, k.Error, code, e.Later(m)))
		e.Paths(m, func(p string) { list = append(list, p) })
	}
	return list
}

func sum(into, from map[string]map[string]int) {
	for name, values := range nonzero(from) {
		if into[name] == nil {
			into[name] = map[string]int{}
		}
		for v, n := range values {
			into[name][v] += n
		}
	}
}

func nonzero(counts map[string]map[string]int) map[string]map[string]int {
	out := map[string]map[string]int{}
	for name, values := range counts {
		if len(values) > 0 {
			out[name] = values
		}
	}
	return out
}
