package manyruns

import "strings"

// call is one of a tool and what came of it.
type call struct {
	tool      string
	arguments object
	result    string
	exit      int
}

// called are the calls of an attempt. In a short trace the script is run, once or, of an
// agent that goes round in circles, several times.
func (t *attempt) called() []call {
	var list []call
	if !t.kind.multiChoice() {
		for range t.calls {
			list = append(list, call{"exec", object{"command": "python solve.py " + roundID(t.r)}, "wrote report.json", min(t.calls-1, 1)})
		}
	}
	if t.a.Traces != Public {
		return list
	}
	d := roll(ofText, t.agent, t.s, t.r, t.a.Again)
	n := callsOfScript
	if t.kind.multiChoice() {
		n = callsOfChoice
	}
	for range n.draw(d.next()) - len(list) {
		list = append(list, t.call(d))
	}
	return list
}

// call draws one of the tools that the public run has used.
func (t *attempt) call(d *dice) call {
	c, lines := chosen(d, t.kind.multiChoice()), caseLines(t.s)
	argument := c.argumentLen.draw(d.next())
	result := c.result.draw(d.next())
	switch c.name {
	case "read", "sessions_history":
		file := roll(ofText, t.s, result) // a file of this length, whoever reads it
		var name strings.Builder
		file.word(&name)
		return call{c.name, object{c.argument: cut("notes/"+name.String()+strings.Repeat("-old", argument/4), argument)},
			read(lines, file, result), 0}
	case "write":
		return call{c.name, object{"path": "report.json", c.argument: written(lines, d, argument)}, written(lines, d, result), 0}
	}
	return call{c.name, object{c.argument: written(lines, d, argument)}, written(lines, d, result), 0}
}

func chosen(d *dice, choice bool) tool {
	u := d.next()
	for _, c := range tools {
		share := c.ofScript
		if choice {
			share = c.ofChoice
		}
		if u -= share; u < 0 {
			return c
		}
	}
	return tools[0]
}
