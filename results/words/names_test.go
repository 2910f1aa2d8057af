package words_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/words"
)

func TestTitled(t *testing.T) {
	for _, test := range []struct{ title, id, name, beside string }{
		{"CS101 plagiarism dispute", "hil_h3", "CS101 plagiarism dispute", "hil_h3"},
		{"Social Media", "social_media", "Social Media", ""},
		{"flight seat selection", "flight-seat-selection", "Flight seat selection", ""},
		{"harbor/hello-world", "hello-world", "hello-world", ""},
		{"archive", "archive", "archive", ""},
		{"", "q7", "q7", ""},
		{"618 电商\u202e", "hil_f7", words.Plain("618 电商\u202e"), "hil_f7"},
	} {
		name, beside := words.Titled(test.title, test.id)
		if name != test.name || beside != test.beside {
			t.Errorf("Titled(%q, %q) = %q, %q; want %q, %q", test.title, test.id, name, beside, test.name, test.beside)
		}
	}
}

func TestNamesOfABenchmark(t *testing.T) {
	b := results.Benchmark{ID: "bench", Titles: results.Titles{
		"hil_h3": "CS101 plagiarism dispute", "insurance": "Insurance", "insurance/insurance_task1": "Insurance 1", "other/q1": "",
	}}
	for _, test := range []struct{ scenario, task, of, name string }{
		{"hil_h3", "q13", "CS101 plagiarism dispute", "CS101 plagiarism dispute, q13"},
		{"insurance", "insurance_task1", "Insurance", "Insurance 1"},
		{"other", "q1", "other", "other, q1"},
		{"bench", "q1", "bench", "q1"},
	} {
		must.Equal(t, test.of, words.Scenario(b, test.scenario), "Scenario(%s)", test.scenario)
		must.Equal(t, test.name, words.Task(b, test.scenario, test.task), "Task(%s, %s)", test.scenario, test.task)
	}
}

func TestSmall(t *testing.T) {
	for s, want := range map[string]string{"": "", "Wrong value": "wrong value", "JSON key missing": "JSON key missing", "Öl": "öl"} {
		if got := words.Small(s); got != want {
			t.Errorf("Small(%q) is %q, want %q", s, got, want)
		}
	}
}
