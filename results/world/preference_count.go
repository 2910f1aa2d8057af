package world

import (
	"cmp"
	"slices"
)

// PreferencesOf counts a run's outcomes over the rounds, which are in the dataset's
// order. A round without an outcome counts nowhere.
func PreferencesOf(rounds []PreferenceRound, outcomes PreferenceOutcomes) Preferences {
	p := Preferences{Wordings: []WordedRules{}, Scenarios: []ScenarioRule{}, LostIn: []LostRule{}}
	for i := range rounds {
		r := &rounds[i]
		if r.Exam {
			if o, ok := outcomes.Exams[r.TaskName]; ok {
				p.exam(r, o)
			}
			continue
		}
		passed, ok := outcomes.Reminded[r.TaskName]
		if !ok {
			continue
		}
		count(&p.Reminded, passed)
		for _, rule := range r.Rules {
			count(&p.rule(r, rule).Reminded, passed)
		}
	}
	p.sort(rounds)
	return p
}

// sort puts wordings from the plainest on, scenarios in the dataset's order and
// their rules by name.
func (p *Preferences) sort(rounds []PreferenceRound) {
	slices.SortFunc(p.Wordings, func(a, b WordedRules) int {
		return cmp.Compare(slices.Index(Wordings(), a.Wording), slices.Index(Wordings(), b.Wording))
	})
	at := func(scenario string) int {
		return slices.IndexFunc(rounds, func(r PreferenceRound) bool { return r.Scenario == scenario })
	}
	slices.SortFunc(p.Scenarios, func(a, b ScenarioRule) int {
		return cmp.Or(cmp.Compare(at(a.Scenario), at(b.Scenario)), cmp.Compare(a.Rule, b.Rule))
	})
}

// exam counts one exam and its rules.
func (p *Preferences) exam(r *PreferenceRound, o ExamOutcome) {
	count(&p.Exams, o.Passed)
	for i, v := range Verdicts(r.Rules, o.Passed, o.Stdout) {
		s := p.rule(r, r.Rules[i])
		if v == NotReached {
			p.NotReached++
			s.NotReached++
			continue
		}
		p.Reached++
		w := p.wording(r.Wording)
		w.Reached++
		if v == Lost {
			s.Lost++
			p.LostIn = append(p.LostIn, LostRule{r.Scenario, r.Task, r.Rules[i]})
			continue
		}
		p.Kept++
		s.Kept++
		w.Kept++
	}
}

// rule finds the count of a rule, which the pointer holds until the next call.
func (p *Preferences) rule(r *PreferenceRound, rule string) *ScenarioRule {
	i := slices.IndexFunc(p.Scenarios, func(s ScenarioRule) bool { return s.Scenario == r.Scenario && s.Rule == rule })
	if i < 0 {
		p.Scenarios = append(p.Scenarios, ScenarioRule{Scenario: r.Scenario, Rule: rule, Words: r.Words[rule]})
		i = len(p.Scenarios) - 1
	}
	return &p.Scenarios[i]
}

// wording finds the count of a wording, which the pointer holds until the next call.
func (p *Preferences) wording(w Wording) *WordedRules {
	i := slices.IndexFunc(p.Wordings, func(x WordedRules) bool { return x.Wording == w })
	if i < 0 {
		p.Wordings = append(p.Wordings, WordedRules{Wording: w})
		i = len(p.Wordings) - 1
	}
	return &p.Wordings[i]
}
