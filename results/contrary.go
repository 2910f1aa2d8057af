package results

// Contrary is the error type of a trial whose records contradict each other.
const Contrary = "ContradictoryRecords"

// Contradict takes the verdict from a trial whose records contradict each other: which
// of them is true nobody can tell, so that it has no score. why is a clause for people.
func (t *Trial) Contradict(why string) {
	t.Status, t.Score = JudgeError, nil
	t.Details.ErrorType, t.Details.ErrorText = Contrary, why+". A contradiction is no score."
	if v := t.Details.Verdict; v != nil {
		v.Passed = nil
	}
}
