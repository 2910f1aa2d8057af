package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
	"github.com/clawatlas/clawatlas/results/words"
)

// firstDay returns the id of the first stage of a multi-day task; empty for other tasks.
func firstDay(t *results.Task) string {
	if len(t.Facts.Stages) < 2 {
		return ""
	}
	return t.Facts.Stages[0].ID
}

// checkDays returns the first day of a multi-day task, followed by the id and day of each check.
func checkDays(t *results.Task) []string {
	first := firstDay(t)
	if first == "" {
		return nil
	}
	days := []string{first}
	for _, c := range t.Checks {
		days = append(days, c.ID, c.Day)
	}
	return days
}

// addDays counts the trial's checks on the first day and on later days.
func (e *evidence) addDays(task *results.Task, t *results.Trial) {
	first := firstDay(task)
	if first == "" {
		return
	}
	for _, c := range t.Checks {
		i := slices.IndexFunc(task.Checks, func(s results.CheckSpec) bool { return s.ID == c.ID })
		if c.Passed == nil || i < 0 || task.Checks[i].Day == "" {
			continue
		}
		d := &e.days[0]
		if task.Checks[i].Day != first {
			d = &e.days[1]
			if *c.Passed {
				e.late = append(e.late, c.ID)
			}
		}
		d.of++
		if *c.Passed {
			d.passed++
		}
	}
	if e.days[0].passed > 0 || e.days[0].of == 0 {
		e.late = nil
	}
}

func (e *evidence) packDays(b []byte) []byte {
	for _, d := range e.days {
		b = pack.AppendNumber(pack.AppendNumber(b, d.passed), d.of)
	}
	b = pack.AppendNumber(b, len(e.late))
	for _, id := range e.late {
		b = pack.AppendText(b, id)
	}
	return b
}

func (u *unpacker) days(e *evidence) {
	for i := range e.days {
		e.days[i] = dayChecks{u.Number(), u.Number()}
	}
	for n := u.Number(); n > 0 && u.Err() == nil; n-- {
		e.late = append(e.late, u.Text())
	}
}

// lateNamed is the maximum number of checks named in a finding.
const lateNamed = 4

// latePoints finds multi-day tasks in which systems passed checks of later days but no check of the
// first day.
func latePoints(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		var hit, judged []*outcome
		var ids []string
		for _, o := range v.byTask[i] {
			if o.days[0].of == 0 || o.days[1].of == 0 {
				continue
			}
			judged = append(judged, o)
			if len(o.late) > 0 {
				hit, ids = append(hit, o), append(ids, o.late...)
			}
		}
		if len(hit) == 0 {
			continue
		}
		n, of := systems(hit), systems(judged)
		list = append(list, results.MinedCase{
			Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title: v.title(t, "nothing passed on the first day, points later"),
			Finding: fmt.Sprintf("%s passed no check of the first day and these of later days: %s.",
				ofSystems(n, of), namedChecks(ids)),
			Trials: refs(hit, func(o *outcome) string {
				return fmt.Sprintf("first day %d of %d checks, later days %d of %d", o.days[0].passed, o.days[0].of, o.days[1].passed, o.days[1].of)
			}),
		})
	}
	return list
}

// namedChecks lists the distinct checks by name, up to lateNamed of them.
func namedChecks(ids []string) string {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if more := len(ids) - lateNamed; more > 0 {
		return strings.Join(ids[:lateNamed], ", ") + " and " + fmt.Sprintf("%d more", more)
	}
	return words.List(ids)
}
