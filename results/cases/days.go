package cases

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
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
