package nested

import "strings"

// Block is a run of lines of a text: a table, the head of an e-mail, or neither.
type Block struct {
	From, To int // lines, from 0; To is the one after the last
	Grid     *Grid
	// First is the line of the grid's first row: its delimiter row is none.
	First int
	Head  []Field // of an e-mail, one a line
}

// readLines recognises a text with tables or heads of e-mails in it, or one that is
// a table as a whole.
func readLines(text string) Value {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if b := delimited(text, lines); b != nil {
		return Value{Kind: Table, Lines: b}
	}
	v := Value{}
	plainFrom, fence := 0, ""
	add := func(b Block) {
		if b.From > plainFrom {
			v.Lines = append(v.Lines, Block{From: plainFrom, To: b.From})
		}
		v.Lines = append(v.Lines, b)
		plainFrom = b.To
	}
	for i := 0; i < len(lines); i++ {
		if fence = fenced(fence, lines[i]); fence != "" {
			continue
		}
		if b, ok := pipes(lines, i); ok {
			add(b)
			v.Kind = Table
			i = b.To - 1
		} else if b, ok := heads(lines, i); ok {
			add(b)
			if v.Kind == None {
				v.Kind = Mail
			}
			i = b.To - 1
		}
	}
	if v.Kind == None {
		return Value{}
	}
	if plainFrom < len(lines) {
		v.Lines = append(v.Lines, Block{From: plainFrom, To: len(lines)})
	}
	return v
}

// fenced follows fences of code, inside of which nothing is a table.
func fenced(open, line string) string {
	line = strings.TrimSpace(line)
	if open != "" {
		if strings.HasPrefix(line, open) && strings.Trim(line, open[:1]) == "" {
			return ""
		}
		return open
	}
	for _, f := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, f) {
			return f
		}
	}
	return ""
}
