package storetest

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// stepsATrial is how many texts make a trace in FillTexts, and trialsARun how many
// traces a run.
const (
	stepsATrial = 6
	trialsARun  = 3
)

// FillTexts writes runs whose steps say the texts, in turn as messages and as results
// of calls, of which some fail.
func FillTexts(t *testing.T, db Filled, texts []string) {
	t.Helper()
	must(t, db.SaveDataset(t.Context(), dataset(bench)))
	tasks, statuses := []string{"q1", "q2", "extra"}, results.Statuses()
	for n := 0; len(texts) > 0; n++ {
		var trials []trialOf
		for k := 0; k < trialsARun && len(texts) > 0; k++ {
			x := trialOf{task: tasks[k], status: statuses[(n+k)%len(statuses)]}
			for i := 0; i < stepsATrial && len(texts) > 0; i++ {
				x.steps = append(x.steps, saying(texts[0], n+k+i))
				texts = texts[1:]
			}
			trials = append(trials, x)
		}
		must(t, write(t.Context(), db, named(fmt.Sprintf("texts%d", n)), trials...))
	}
}

// saying is a step with a text, the nth of its kinds.
func saying(text string, n int) results.Step {
	switch n % 4 {
	case 0:
		return results.Step{Source: results.SourceUser, Message: text}
	case 1:
		return results.Step{Source: results.SourceAgent, Message: text}
	}
	one := 1
	r := results.Result{Content: text, ExitCode: new(int)}
	if n%4 == 3 {
		r.Failed, r.Failure, r.ExitCode = true, "exit_code", &one
	}
	return running("cat /w/f"+fmt.Sprint(n%7)+".md", r)
}

// running is a step in which a command is run.
func running(command string, r results.Result) results.Step {
	r.CallID = "c"
	args := []byte(`{"command":"` + command + `"}`)
	return results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: args}},
		Observation: &results.Observation{Results: []results.Result{r}}}
}

// Questions are search lines made of the words of texts: each word, several in a row
// and apart, beginnings, slips, filters, and what is left out. every is how many
// words lie between those that are taken.
func Questions(texts []string, every int) []string {
	var list []string
	for i, text := range texts {
		words := search.Tokens(text)
		at := func(n int) string { return text[words[n].Start:words[n].End] }
		for n := (i * 31) % every; n+4 < len(words); n += every {
			list = append(list, at(n), `"`+text[words[n].Start:words[n+2].End]+`"`, at(n)+" "+at(n+3), at(n+1)+` -"`+at(n+2)+`"`)
			if w := words[n].Fold; len(w) >= 5 {
				list = append(list, w[:4]+"*", w[:2]+w[3:], "is:failed "+w, "status:failed "+w)
			}
		}
	}
	return list
}
