package redact

import (
	"bytes"
	"slices"
	"strings"
)

const (
	columnsAhead = 1 << 20 // bytes of a table that are looked at
	columnsBack  = 2000    // bytes of its first line, and of the one before
	rowsMost     = 20_000
)

// isCell reports whether the name at b[start:end] fills a cell of a first line: nothing
// but quotes and spaces stands between it and a comma, a semicolon, a bar, a tab, a
// parenthesis or the end of the line.
func isCell(b []byte, start, end int) bool {
	right := end
	for right < len(b) && strings.IndexByte(" `\"'*]", b[right]) >= 0 {
		right++
	}
	if k := slashes.run(b, min(right, len(b))); k > right && k < len(b) { // an escape: a quote, a tab or the end of the line
		if b[k] == '"' && k+1 < len(b) && strings.IndexByte(",;|", b[k+1]) < 0 && !lineEndAt(b, k+1) || strings.IndexByte("\"nrt", b[k]) < 0 {
			return false
		}
	} else if right < len(b) && strings.IndexByte(",;|\t)\n\r", b[right]) < 0 {
		return false
	}
	left := start
	for words := 0; left > 0 && (strings.IndexByte(" `'*[", b[left-1]) >= 0 || words < 2 && b[left] == ' ' && alnum[b[left-1]]); {
		if alnum[b[left-1]] { // Secret access key
			words++
			left = alnum.back(b, left, 0)
			continue
		}
		left--
	}
	for left > 0 && (b[left-1] == '"' || b[left-1] == '\\') {
		left--
	}
	return left == 0 || strings.IndexByte(",;|\t(\n:", b[left-1]) >= 0 || afterLineEscape(b, left) || left < start && b[left] == '"'
}

// afterLineEscape reports whether b[:i] ends in the escape of a tab or a line end.
func afterLineEscape(b []byte, i int) bool {
	return i > 1 && b[i-2] == '\\' && (b[i-1] == 'n' || b[i-1] == 'r' || b[i-1] == 't')
}

// columns finds the values below the names that fill a cell: in CSV and TSV, in tables
// of Markdown and of database clients, and in INSERT statements.
func (s *scanner) columns(b []byte, cells []cell) []hit {
	var hits []hit
	ends := nextEnds{b: b}
	for _, c := range cells {
		if ends.after(c.end) > c.end+columnsAhead && !bytes.Contains(bytes.ToLower(b[max(0, c.start-columnsBack):c.start]), []byte("insert ")) {
			continue // nothing stands below it
		}
		text := s.tableAround(b, c)
		for _, at := range text.values() {
			at = span{start: text.raw(at.start), end: text.raw(at.end)}
			if at.start < at.end && bytes.IndexByte(b[at.start:at.end], '"') < 0 && !overReplacement(b, at) {
				hits = append(hits, hit{span: at, rule: c.rule})
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return a.start - b.start })
	kept := hits[:0]
	for _, h := range hits {
		if len(kept) == 0 || h.start >= kept[len(kept)-1].end {
			kept = append(kept, h)
		}
	}
	return kept
}

// nextEnds finds line ends, as themselves and as escapes. What was found of each is kept
// as long as it is ahead, so that a text is gone through once and not for every cell.
type nextEnds struct {
	b    []byte
	next [2]struct{ from, at int } // none from the one to the other
}

// after is where the next line end from i on is written; behind all that a table can have
// where there is none.
func (e *nextEnds) after(i int) int {
	for n, sign := range []string{"\n", `\n`} {
		next := &e.next[n]
		if next.from <= i && i <= next.at && next.at > 0 {
			continue
		}
		next.from, next.at = i, len(e.b)+columnsAhead+1
		if k := bytes.Index(e.b[i:], []byte(sign)); k >= 0 {
			next.at = i + k
		}
	}
	return min(e.next[0].at, e.next[1].at)
}

// cell is a telling name that fills one.
type cell struct {
	span
	rule int
}

// sheet is the text that a cell stands in, without its escapes.
type sheet struct {
	view
	from     int // of the text in the record
	name     span
	promised promise
}

func (t *sheet) raw(i int) int { return t.from + t.view.raw(i) }

// tableAround cuts out the text with the cell: what its line ends with says how deeply
// it is quoted, and so which quotes are its ends.
func (s *scanner) tableAround(b []byte, c cell) *sheet {
	depth := lineDepth(b, c.end)
	from := c.start
	for from > max(0, c.start-columnsBack) && (b[from-1] != '"' || backslashes(b, from-1) >= depth) {
		from--
	}
	to, limit := c.end, min(len(b), c.end+columnsAhead)
	for to < limit && (b[to] != '"' || backslashes(b, to) >= depth) {
		to++
	}
	if to < limit {
		to -= backslashes(b, to)
	}
	t := &sheet{view: unfold(b[from:to]), from: from}
	if t.promised = promiseOf(string(b[c.start:c.end])); s.rules[c.rule].name != ruleAssignment { // a word of another language
		t.promised = promise{level: trustLower, short: true}
	}
	t.name.start = t.find(c.start - from)
	t.name.end = t.name.start + c.end - c.start
	return t
}

// lineDepth is the number of backslashes with which the next line end is written.
func lineDepth(b []byte, i int) int {
	for limit := min(len(b), i+columnsBack); i < limit; {
		k := slashes.run(b, i)
		if b[i] == '\n' || k > i && k < len(b) && b[k] == 'n' {
			return k - i
		}
		i = max(k, i+1)
	}
	return 0
}

// find is the place in the view of byte i of the raw text.
func (v *view) find(i int) int {
	n, _ := slices.BinarySearchFunc(v.marks, i, func(m mark, i int) int {
		if m.raw > i {
			return 1
		}
		return -1
	})
	if n == 0 {
		return i
	}
	return v.marks[n-1].text + i - v.marks[n-1].raw
}

// values are the spans of the secrets below the name.
func (t *sheet) values() []span {
	if t.name.end > len(t.text) {
		return nil
	}
	if list := t.inserted(); list != nil {
		return list
	}
	start := bytes.LastIndexByte(t.text[:t.name.start], '\n') + 1
	end := lineEnd(t.text, t.name.end)
	delimiter := t.delimiter()
	if delimiter == '|' && end < len(t.text) && !isRule(t.text[end+1:lineEnd(t.text, end+1)]) {
		if list := t.beside(start, end); list != nil {
			return list
		}
	}
	if delimiter != 0 {
		return t.below(start, end, delimiter)
	}
	return nil
}

// beside is the value in the second cell of a line whose first one is the name, in a table
// that has a name and a value in each line. One such line more has to stand above it.
func (t *sheet) beside(start, end int) []span {
	row := pairOf(t.text, start, end)
	above := bytes.LastIndexByte(t.text[:max(0, start-1)], '\n') + 1
	if row == nil || row[0].end < t.name.end || start == 0 ||
		!isRule(t.text[above:start-1]) && pairOf(t.text, above, start-1) == nil || !t.isSecretCell(row[1], false) {
		return nil
	}
	return row[1:]
}

// pairOf are the cells of a line that has two; nil of all others.
func pairOf(b []byte, start, end int) []span {
	row := slices.DeleteFunc(cellsOf(b, start, end, '|'), func(c span) bool { return c.start == c.end })
	if len(row) != 2 {
		return nil
	}
	return row
}

// delimiter is what stands beside the cell of the name; 0: nothing that cuts columns.
func (t *sheet) delimiter() byte {
	right := t.name.end
	for right < len(t.text) && strings.IndexByte(" `\"'*]", t.text[right]) >= 0 {
		right++
	}
	left := t.name.start
	for left > 0 && (alnum[t.text[left-1]] || strings.IndexByte(" `\"'*[", t.text[left-1]) >= 0) {
		left--
	}
	for _, i := range []int{right, left - 1} {
		if i >= 0 && i < len(t.text) && strings.IndexByte("|;,\t", t.text[i]) >= 0 {
			return t.text[i]
		}
	}
	return 0
}

func lineEnd(b []byte, i int) int {
	if n := bytes.IndexByte(b[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(b)
}

// below are the cells of the lines that follow a first one.
func (t *sheet) below(start, end int, delimiter byte) []span {
	header := cellsOf(t.text, start, end, delimiter)
	for len(header) > 2 && header[0].start == header[0].end && delimiter != '|' { // indented
		header = header[1:]
	}
	column := slices.IndexFunc(header, func(c span) bool { return c.start <= t.name.start && t.name.start < c.end })
	if before := bytes.LastIndexByte(t.text[:max(0, start-1)], '\n') + 1; column < 0 ||
		start > 0 && delimiter != '|' && len(cellsOf(t.text, before, start-1, delimiter)) == len(header) {
		return nil
	}
	users := slices.ContainsFunc(header, func(c span) bool { return hasPart("user", strings.ToLower(string(t.text[c.start:c.end]))) })
	var list []span
	ruled := delimiter != '|'
	for n, i := 0, end+1; i < len(t.text) && n < rowsMost; n++ {
		stop := lineEnd(t.text, i)
		row := cellsOf(t.text, i, stop, delimiter)
		switch {
		case isRule(t.text[i:stop]):
			ruled = true
		case !ruled || len(row) != len(header):
			return list
		case t.isSecretCell(row[column], users):
			list = append(list, row[column])
		}
		i = stop + 1
	}
	return list
}

// isRule reports a line between the first one of a table and the others.
func isRule(line []byte) bool {
	return bytes.Count(line, []byte("-")) >= 3 && len(bytes.Trim(line, "-+|:= \r")) == 0
}

// cellsOf splits b[start:end] and takes quotes and spaces off each cell.
func cellsOf(b []byte, start, end int, delimiter byte) []span {
	var list []span
	from, quoted := start, false
	for i := start; i <= end && len(list) < 200; i++ {
		if i < end && b[i] == '"' {
			quoted = !quoted
		}
		if i < end && (b[i] != delimiter || quoted) {
			continue
		}
		list = append(list, trimmed(b, span{start: from, end: i}))
		from = i + 1
	}
	return list
}

func trimmed(b []byte, c span) span {
	const around = " \t\r`\"'*[]"
	for c.start < c.end && strings.IndexByte(around, b[c.start]) >= 0 {
		c.start++
	}
	for c.end > c.start && strings.IndexByte(around, b[c.end-1]) >= 0 {
		c.end--
	}
	return c
}

// isSecretCell judges a value of a column. A word is a password only beside a user.
func (t *sheet) isSecretCell(c span, users bool) bool {
	text := t.text[c.start:c.end]
	if len(text) < 4 || !printable.all(text) || isPlaceholder(text) || isReference(text) || isTypeName(text) ||
		bytes.IndexByte(text, ' ') >= 0 {
		return false
	}
	if !t.promised.short || t.promised.weak {
		return looksRandom(text, randomMin)
	}
	letters, numbers := count(text)
	return numbers > 0 && (letters > 0 || len(text) >= 6) || letters < len(text) && letters > 0 && len(text) >= 6 || users && len(text) >= 6
}

// inserted are the values of INSERT INTO users (name, password) VALUES ('jane', '...').
func (t *sheet) inserted() []span {
	open := bytes.LastIndexByte(t.text[:t.name.start], '(')
	if open < 0 || !bytes.Contains(bytes.ToLower(t.text[max(0, open-100):open]), []byte("insert ")) {
		return nil
	}
	length := bytes.IndexByte(t.text[open:], ')')
	if length < 0 || open+length < t.name.end {
		return nil
	}
	column := bytes.Count(t.text[open:t.name.start], []byte(","))
	i := open + length + 1
	list := []span{}
	for range rowsMost {
		next := bytes.IndexByte(t.text[i:min(len(t.text), i+60)], '(')
		if next < 0 {
			break
		}
		value, end := tuple(t.text, i+next+1, column)
		if end == 0 {
			break
		}
		if value.end > value.start && t.isSecretCell(value, true) {
			list = append(list, value)
		}
		i = end
	}
	return list
}

// tuple reads values up to the closing parenthesis and returns the text of one column.
func tuple(b []byte, i, column int) (value span, end int) {
	quote := byte(0)
	for n, from := 0, i; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ',' || c == ')':
			if n == column {
				if at := trimmed(b, span{start: from, end: i}); at.start > 0 && (b[at.start-1] == '\'' || b[at.start-1] == '"') {
					value = at
				}
			}
			n, from = n+1, i+1
			if c == ')' {
				return value, i + 1
			}
		}
	}
	return span{}, 0
}
