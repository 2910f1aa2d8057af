package clawarena

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// The words of a scenario's rules are read as text beside its questions. They do
// not change what the dataset is identified by, and a copy without the script has
// none.
func TestRuleWordsOfTasks(t *testing.T) {
	const script = "\"\"\"\nP1: dates\nP2: names\n\"\"\"\nimport os; os.remove('x')\n"
	d := &dataset{in: &ingest.Input{FS: fstest.MapFS{"eval/t1/scripts/check_preferences.py": {Data: []byte(script)}},
		Item: ingest.Item{Dir: "."}}}
	said := d.ruleWords("eval/t1/questions.json")
	if len(d.sums) != 0 || d.ruleWords("eval/t2/questions.json") != nil {
		t.Error("the script is part of the dataset's records, or found where it is not")
	}
	got := checkedRules(&results.TaskFacts{Command: "check_q1.py && python check_preferences.py w --rules P2,P3",
		Pref: &results.Pref{Command: "check_preferences.py --rules P1"}}, said)
	if want := map[string]string{"P1": "dates", "P2": "names"}; !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := checkedRules(&results.TaskFacts{Command: "check_q1.py --rules P1"}, said); got != nil {
		t.Errorf("%q of a command that checks no preference", got)
	}
}
