package nested

import (
	"strconv"
	"strings"
	"time"
)

// Grid is a table.
type Grid struct {
	Head    []string
	Rows    [][]string // as many cells as the head
	Numbers []bool     // by column: all of its cells that hold something are numbers
	More    int        // fields of the entries that are no column
}

// columnsMost is how many columns a table has at most; a wider list is read better
// entry by entry.
const columnsMost = 24

// rowsOf reads a list of two or more equal objects whose fields are single values.
func rowsOf(l *list) Value {
	if len(l.items) < 2 || len(l.items[0].keys) < 2 || len(l.items[0].keys) > columnsMost {
		return Value{}
	}
	g := &Grid{Head: l.items[0].keys}
	for i := range l.items {
		o := &l.items[i]
		if len(o.keys) != len(g.Head) {
			return Value{}
		}
		row := make([]string, len(g.Head))
		for c, k := range g.Head {
			raw, ok := o.values[k]
			if !ok || !single(raw) {
				return Value{}
			}
			row[c] = plain(raw)
		}
		g.Rows = append(g.Rows, row)
	}
	g.align()
	return Value{Kind: Table, Grid: g}
}

// sessionsOf reads a list of sessions, which sessions_list of OpenClaw answers: each
// has a key and an id of its transcript. The columns are what tells them apart.
func sessionsOf(l *list) Value {
	if l.name != "sessions" {
		return Value{}
	}
	columns := []string{"key", "channel", "model", "status", "updatedAt"}
	g := &Grid{Head: columns}
	for i := range l.items {
		o := &l.items[i]
		if _, ok := o.text("key"); !ok || !o.has("sessionId") {
			return Value{}
		}
		row := make([]string, len(columns))
		for c, k := range columns {
			if raw := o.values[k]; len(raw) > 0 && single(raw) {
				row[c] = plain(raw)
			}
		}
		if ms, err := strconv.ParseInt(row[4], 10, 64); err == nil && ms > 1e12 {
			row[4] = time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05")
		}
		g.More = max(g.More, len(o.keys)-len(columns))
		g.Rows = append(g.Rows, row)
	}
	g.align()
	return Value{Kind: Table, Grid: g}
}

// align finds the columns of numbers.
func (g *Grid) align() {
	g.Numbers = make([]bool, len(g.Head))
	for c := range g.Head {
		filled := false
		g.Numbers[c] = true
		for _, row := range g.Rows {
			if blank(row[c]) {
				continue
			}
			filled = true
			if !number(row[c]) {
				g.Numbers[c] = false
				break
			}
		}
		g.Numbers[c] = g.Numbers[c] && filled
	}
}

// blank reports whether a cell of a column of numbers stands for none.
func blank(s string) bool {
	return s == "null" || s == "N/A" || strings.Trim(s, "-–—") == ""
}

// number reports whether a cell is an amount: digits with a sign, a currency, groups,
// a unit of percent, and Markdown around it.
func number(s string) bool {
	s = strings.Trim(strings.TrimSpace(s), "*()") // bold, and a loss as accounts write it
	s = strings.TrimSuffix(strings.TrimLeft(s, "+-\u2212$€£¥~"), "%")
	s = strings.TrimSpace(strings.ReplaceAll(s, ",", ""))
	if s == "" || s[0] < '0' || s[0] > '9' || strings.ContainsAny(s, "xXpP_iInN") {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// dated reports whether a cell begins with a date in digits.
func dated(s string) bool {
	if len(s) < 10 {
		return false
	}
	_, err := time.Parse("2006-01-02", s[:10])
	return err == nil
}
