package clawarena

import (
	"path"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// ruleWords reads a scenario's preferences from the comments of its checking script, if the dataset
// has it. They are not part of the digest.
func (d *dataset) ruleWords(questions string) map[string]string {
	rec, err := d.in.Record(path.Join(path.Dir(questions), "scripts", "check_preferences.py"))
	if err != nil {
		return nil
	}
	return world.RuleWords(rec.Data)
}

// checkedRules returns the preferences that a task's commands check.
func checkedRules(f *results.TaskFacts, said map[string]string) map[string]string {
	commands := []string{f.Command}
	if f.Pref != nil {
		commands = append(commands, f.Pref.Command)
	}
	var rules map[string]string
	for _, c := range commands {
		for _, rule := range world.RulesIn(c) {
			if said[rule] == "" {
				continue
			}
			if rules == nil {
				rules = map[string]string{}
			}
			rules[rule] = said[rule]
		}
	}
	return rules
}
