package board

import (
	"github.com/clawatlas/clawatlas/results/days"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
)

// lead is the first line of the page.
func (d daysView) lead() string { return d.subject() + d.where() + "." }

// sentence is what the page shows first: what the tests say or, where they say
// nothing, what the lines are.
func (d daysView) sentence() string {
	if len(d.Verdicts) > 0 {
		return d.Verdicts[0].Words
	}
	return d.lead()
}

// verdictOf is the verdict on tasks of a kind; without words if there is none.
func (d daysView) verdictOf(kind string) boardreport.DayVerdict {
	for _, v := range d.Verdicts {
		if v.Kind == kind {
			return v
		}
	}
	return boardreport.DayVerdict{}
}

// subject is what the page is about.
func (d daysView) subject() string {
	switch d.Kind {
	case boardreport.DaysPhases:
		lead := "Pass rate of each system before the first update and after each one"
		if len(d.TaskKinds) > 1 {
			lead += ", each kind of " + d.Of.Words.Task + " for itself"
		}
		return lead
	case boardreport.DaysStages:
		return "Score of each system on the first, second and third working day of the same tasks"
	case boardreport.DaysScenarios:
		return "Pass rate of each system on each of " + words.Counted(len(d.Days.Days), "day")
	}
	return "The tasks of " + d.Of.Name + " are not ordered in days"
}

// word is the benchmark's own word for a day.
func (d daysView) word() string {
	if d.Kind == boardreport.DaysScenarios {
		return d.Of.Words.Scenario
	}
	if d.Of.Words.Day != "" {
		return d.Of.Words.Day
	}
	return "day"
}

// measure is what the lines show.
func (d daysView) measure() string {
	if d.Kind == boardreport.DaysStages {
		return "Score"
	}
	return "Pass rate"
}

// updatesNote says what a change along the line can mean.
func (d daysView) updatesNote() string {
	switch d.Kind {
	case boardreport.DaysPhases:
		return "The pass rate is over rounds with a verdict. A phase holds other rounds than the one before it, and not all scenarios have " +
			"every phase, so a line that falls may have met harder rounds or other scenarios: n says how many. Compare the lines with each " +
			"other, and the steps and effects on this page."
	case boardreport.DaysStages:
		return "Over the tasks with exactly three stages, as the paper's Figure 4. The paper does not say to which day it counts the checks " +
			"after the last day; here they stand apart, because they are of other tasks. What was not published is a gap."
	case boardreport.DaysScenarios:
		return "The pass rate is over rounds with a verdict. Each day has its own rounds, so a line that falls may have met harder ones. " +
			"Compare the lines with each other."
	}
	return ""
}

// gridNote says what the small numbers of a table are.
func (d daysView) gridNote(lines []boardreport.DaySeries) string {
	scenarios, wilson := false, false
	for _, sr := range lines {
		for _, p := range sr.Points {
			scenarios = scenarios || p.Estimator == days.EstimatorScenarios
			wilson = wilson || p.Estimator == days.EstimatorWilson
		}
	}
	switch {
	case scenarios && wilson:
		return "Ranges are 95 % intervals: Student's t over the scenarios that have the day, or Wilson's over the rounds where one scenario " +
			"has the day or all are alike, which takes rounds that share a scenario for independent."
	case scenarios:
		return "Ranges are 95 % intervals: Student's t over the scenarios that have the day."
	case wilson:
		return "Ranges are 95 % intervals: Wilson's over the rounds. Rounds of one scenario depend on each other, so read them as the least " +
			"that is uncertain."
	}
	return ""
}
