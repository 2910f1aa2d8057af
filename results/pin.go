package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// Pin identifies a task of a public dataset whose texts are not stored here. It consists of the
// number of words in the question, a digest of the question, and a digest of the check and
// feedback.
func (t *Task) Pin() string {
	asked := []string{t.Facts.Prompt}
	x := textsOf(t)
	for _, o := range sortedOptions(t) {
		asked = append(asked, o.Label+". "+o.Text)
	}
	words := strings.Fields(strings.Join(asked, " "))
	r := rightOf(t)
	r.Checks = nil // checks are compared in full elsewhere
	check, _ := json.Marshal([]any{r, x.Correct, x.Incorrect, x.Feedback, x.Pref})
	return fmt.Sprintf("%d %s %s", len(words), pinSum(strings.Join(words, " ")), pinSum(string(check)))
}

func pinSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// PinnedQuestion searches a prompt for the question identified by pin and returns the text that
// follows it; ok is false if the question is not found.
func PinnedQuestion(pin, sent string) (behind string, ok bool) {
	var n int
	var asked string
	if _, err := fmt.Sscan(pin, &n, &asked); err != nil {
		return "", false
	}
	for at := 0; at >= 0; {
		words := strings.Fields(sent[at:])
		if len(words) >= n && pinSum(strings.Join(words[:n], " ")) == asked {
			return strings.Join(words[n:], " "), true
		}
		next := strings.IndexByte(sent[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return "", false
}

// samePin reports whether another dataset's task has the question (asked) and the check that the
// pin identifies.
func samePin(pin string, other *Task) (asked, check bool) {
	have := strings.Fields(other.Pin())
	want := strings.Fields(pin)
	return len(want) < 3 || want[1] == have[1], len(want) < 3 || want[2] == have[2]
}
