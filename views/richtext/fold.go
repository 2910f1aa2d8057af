package richtext

import "strings"

// Limits of a text that is shown at once, from LOOK: 24 lines. What is longer
// shows its beginning and its end; of the output of a tool the end is the longer
// half, because the error is at the end of a log.
const (
	shortLines  = 24
	shortWeight = 6 << 10
	headLines   = 6
	proseLines  = 16 // of Markdown
	tailLines   = 8
	headWeight  = 3 << 10
	tailWeight  = 3 << 9
)

// Fold is a text in the parts in which a page shows it. Head, Middle and Tail
// together are the text; nothing is left out.
type Fold struct {
	Head, Middle, Tail string
	// Away says that the middle is not part of the page: it is one link away.
	Away bool
	// Lines and Bytes measure the whole text.
	Lines, Bytes int
	// MiddleLine and TailLine are the numbers, from 1, of the lines in which
	// these parts begin; MiddleCut and TailCut say that they begin inside them.
	// HeadLine is 0 for 1: only a part of a text begins elsewhere.
	HeadLine, MiddleLine, TailLine int
	HeadCut, MiddleCut, TailCut    bool
}

// Whole reports whether the text needs no fold.
func (f Fold) Whole() bool { return f.Middle == "" && f.Tail == "" }

// MiddleLines counts the lines that begin in the middle.
func (f Fold) MiddleLines() int {
	return strings.Count(f.Middle, "\n") + btoi(!f.MiddleCut && f.Middle != "") - btoi(strings.HasSuffix(f.Middle, "\n"))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// CountLines counts the lines of a text; a line end at its end begins no line.
func CountLines(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(text, "\n") + btoi(!strings.HasSuffix(text, "\n"))
}

// Cut folds a text whose HTML may weigh at most allow bytes on this page. A
// text of up to 24 lines is whole; a longer one shows 6 lines at its head and
// 8 at its tail, and the middle is either folded or away.
func Cut(text string, allow int) Fold {
	return cut(text, allow, headLines, func(string, int) int { return -1 })
}

// CutMarkdown is Cut with borders between paragraphs where there are any, so
// that each part is Markdown by itself.
func CutMarkdown(text string, allow int) Fold { return cut(text, allow, proseLines, paragraph) }

// cut folds the text; border may move the end of the head and the start of the
// tail back to a better place, or give -1.
func cut(text string, allow, lines int, border func(text string, at int) int) Fold {
	f := Fold{Lines: CountLines(text), Bytes: len(text)}
	if f.Lines <= shortLines && Weigh(text, shortWeight) <= min(allow, shortWeight) {
		f.Head = text
		return f
	}
	head := headEnd(text, lines, min(headWeight, allow*2/3))
	if at := border(text, head); at > head/2 {
		head = at
	}
	tail := head + tailStart(text[head:], tailLines, min(tailWeight, allow/3))
	if at := border(text, tail); at > head && Weigh(text[at:], 2*tailWeight) <= 2*min(tailWeight, allow/3) {
		tail = at
	}
	f.Head, f.Middle, f.Tail = text[:head], text[head:tail], text[tail:]
	f.MiddleLine, f.MiddleCut = lineAt(text, head)
	f.TailLine, f.TailCut = lineAt(text, tail)
	f.Away = f.Middle != "" && Weigh(text, allow) > allow
	return f
}

// lineAt is the number of the line that holds the byte at an offset, and
// whether the line begins before it.
func lineAt(text string, at int) (line int, inside bool) {
	return strings.Count(text[:at], "\n") + 1, at > 0 && text[at-1] != '\n'
}

// paragraph is where the last paragraph before at ends, outside of fences.
func paragraph(text string, at int) int {
	last, fence := -1, ""
	for pos := 0; pos < at; {
		end := strings.IndexByte(text[pos:], '\n')
		if end < 0 {
			break
		}
		line := strings.TrimSpace(text[pos : pos+end])
		pos += end + 1
		switch {
		case fence != "":
			if strings.HasPrefix(line, fence) {
				fence = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
			fence = line[:3]
		case line == "" && pos <= at:
			last = pos
		}
	}
	return last
}

// Part is one stretch of a text that is too long for one page.
type Part struct {
	Text   string
	Number int // from 1
	Of     int
	Line   int  // number of the line in which it begins
	Inside bool // it begins inside that line
}

// Parts cuts a text into stretches that weigh at most most each and returns
// the one with the number, or the one that holds the line if line is not 0.
func Parts(text string, most, number, line int) Part {
	p := Part{Number: 1, Line: 1}
	found := Part{}
	for {
		end := headEnd(text, -1, most)
		if end == 0 {
			end = len(text)
		}
		p.Text = text[:end]
		begun := strings.Count(p.Text, "\n")
		if found.Number == 0 && (line == 0 && p.Number == number || line > 0 && line <= p.Line+begun-btoi(strings.HasSuffix(p.Text, "\n"))) {
			found = p
		}
		p.Of = p.Number
		if text = text[end:]; text == "" {
			if found.Number == 0 {
				found = p
			}
			found.Of = p.Of
			return found
		}
		p.Line += begun
		p.Inside = !strings.HasSuffix(p.Text, "\n")
		p.Number++
	}
}
