package manyruns

// call is one of a tool and what came of it.
type call struct {
	tool      string
	arguments object
	result    string
	exit      int
}

// called are the calls of an attempt: the script is run, once or, by an agent that goes
// round in circles, several times.
func (t *attempt) called() []call {
	var list []call
	if !t.kind.multiChoice() {
		for range t.calls {
			list = append(list, call{"exec", object{"command": "python solve.py " + roundID(t.r)}, "wrote report.json", min(t.calls-1, 1)})
		}
	}
	return list
}
