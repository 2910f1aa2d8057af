package manyruns

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// kind tells the rounds of a scenario apart.
type kind int

const (
	choice  kind = iota // multi_choice
	script              // exec_check
	exam                // exec_check that tests a preference unannounced
	noGold              // multi_choice without a right option, which nobody can pass
	broken              // exec_check whose own line is no Python, which nobody can pass
	unnamed             // exec_check that wants a key of which nobody knows
)

// kindOf gives each scenario 8 multiple choices, and the last two
// of the benchmark one round each that nobody passes.
func (a Arena) kindOf(s, r int) kind {
	switch last := a.scenarios() - 1 - s; {
	case r == 4 && last == 0:
		return broken
	case r == 4 && last == 1:
		return unnamed
	case r == 25:
		return exam
	case r%7 < 2:
		return choice
	}
	return script
}

func (k kind) multiChoice() bool { return k == choice }

func (k kind) questionType() string {
	if k.multiChoice() {
		return "multi_choice"
	}
	return "exec_check"
}

// updates are brought before these rounds, counted from 0. The second is silent
// where the round is a script.
func updated(r int) bool { return slices.Contains([]int{7, 12, 18}, r) }

// reminded are the rounds that remind the agent of a preference.
func reminded(r int) bool { return r == 4 || r == 9 }

var gold = []string{"A", "B", "D", "F"}

// claim is the option that is left out most often.
const claim = "D"

const brokenLine = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`

type object map[string]any

func (a Arena) dataset(file add) {
	const root = "data/" + Benchmark
	for s := range a.scenarios() {
		file(root+"/eval/"+scenarioID(s)+"/questions.json", encode(a.questions(s)))
	}
	file(root+"/openclaw/manifest.json", encode(a.manifest()))
	file(root+"/tests.json", encode(a.tests()))
}

func (a Arena) tests() object {
	var tests []object
	for s := range a.scenarios() {
		tests = append(tests, object{"id": scenarioID(s), "desc": fmt.Sprintf("Scenario %d (scripted)", s+1), "eval": scenarioID(s)})
	}
	return object{
		"name": "Many-runs-v1", "description": "Rounds for tests of many runs. No model has been asked.", "eval_dir": "eval",
		"frameworks": object{"openclaw": object{"manifest": "openclaw/manifest.json"}}, "tests": tests,
	}
}

func (a Arena) manifest() object {
	all := object{}
	for s := range a.scenarios() {
		own := object{}
		for r := range a.rounds() {
			if updated(r) {
				own[updateID(r)] = object{"type": "workspace", "dir": "updates/" + updateID(r), "files": []any{"notes.md"}}
			}
		}
		all[scenarioID(s)] = own
	}
	return object{"updates": all}
}

func updateID(r int) string { return fmt.Sprintf("upd%d", r+1) }

func (a Arena) questions(s int) object {
	rounds := make([]object, a.rounds())
	for r := range rounds {
		rounds[r] = a.question(s, r)
	}
	return object{"id": scenarioID(s), "desc": fmt.Sprintf("Scenario %d (scripted)", s+1), "rounds": rounds}
}

func (a Arena) question(s, r int) object {
	k := a.kindOf(s, r)
	updates := []string{}
	if updated(r) {
		updates = append(updates, updateID(r))
	}
	q := object{"id": roundID(r), "type": k.questionType(), "update_ids": updates, "question": a.prompt(s, r)}
	if k.multiChoice() {
		options, said := object{}, object{}
		for _, l := range []string{"A", "B", "C", "D", "E", "F"} {
			options[l] = fmt.Sprintf("Statement %s about file %d of case %d.", l, r+1, s+1)
			said[l] = map[bool]string{true: "Correct. ", false: "Incorrect. "}[slices.Contains(gold, l)] + "See file " + roundID(r) + "."
		}
		q["eval"] = object{"options": options, "answer": gold}
		q["feedback"] = object{"correct": correct(s, r), "options": said}
	} else {
		command := fmt.Sprintf("python ${eval_dir}/${agent_id}/scripts/check_%s.py ${workspace}", roundID(r))
		switch k {
		case exam:
			command += " && python check_preferences.py ${workspace} --rules P1"
		case broken:
			command = `python -c "import json; d = json.load(open('out.json')); ` + brokenLine + `"`
		}
		q["eval"] = object{"command": command, "expect_exit": 0, "timeout": 30}
		q["feedback"] = object{"correct": correct(s, r), "incorrect": incorrect(s, r)}
	}
	if reminded(r) {
		q["pref"] = object{"command": "python check_preferences.py ${workspace}",
			"feedback": object{"correct": "The names are as preferred.", "incorrect": "Begin names with the date."}}
	}
	return q
}

func (a Arena) prompt(s, r int) string {
	return fmt.Sprintf("Case %d, step %d: read file_%d.md and say what follows from it.", s+1, r+1, r+1)
}

func correct(s, r int) string   { return fmt.Sprintf("Step %d of case %d was right.", r+1, s+1) }
func incorrect(s, r int) string { return fmt.Sprintf("Step %d of case %d was wrong.", r+1, s+1) }

// encode writes v in one line, to keep the records small. Values are maps of
// strings, numbers and lists, which cannot fail.
func encode(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(buf.Bytes(), "\n")
}
