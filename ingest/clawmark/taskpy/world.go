package taskpy

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// world is what the stages before have written to databases and sheets, as far as
// it is written down, so that a change can say what was there.
type world struct {
	rows   map[string][]map[string]string // of a database
	cells  map[string]map[string]string   // of a spreadsheet, by cell
	sheets []string
	bases  []string
}

// apply finds the object of a change and what was in it, and carries the change
// out.
func (w *world) apply(c *Change) {
	switch {
	case c.Service == "notion" && c.Method == "create_database":
		c.Object = firstText(c.Args)
		w.bases = appendNew(w.bases, c.Object)
	case c.Service == "google_sheets" && c.Method == "create_spreadsheet":
		c.Object = firstText(c.Args)
		w.sheets = appendNew(w.sheets, c.Object)
	case c.Service == "notion" && c.Method == "add_database_row":
		c.Object = firstText(c.Args)
		if props, ok := firstOf(c.Args, Dict); ok {
			w.rows[c.Object] = append(w.rows[c.Object], properties(&props))
		}
	case c.Service == "notion" && c.Method == "update_db_row":
		w.updateRow(c)
	case c.Service == "google_sheets":
		w.updateCells(c)
	case c.Service == "calendar":
		c.Object = firstText(c.Args)
	}
}

func appendNew(list []string, name string) []string {
	if name == "" || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func firstText(args []Arg) string {
	if v, ok := firstOf(args, Text); ok {
		return v.Text
	}
	return ""
}

func firstOf(args []Arg, kind Kind) (Value, bool) {
	for _, a := range args {
		if a.Value.Kind == kind {
			return a.Value, true
		}
	}
	return Value{}, false
}

// properties are the texts of a row's fields; a field with a gap is left out.
func properties(v *Value) map[string]string {
	out := map[string]string{}
	for i, k := range v.Keys {
		if t, ok := flat(&v.List[i]); ok {
			out[k] = t
		}
	}
	return out
}

// flat is the text of a field without the shape that the service gives it; ok is
// false where a part is not written down.
func flat(v *Value) (string, bool) {
	var parts []string
	ok := v.gaps == 0 && v.known()
	var walk func(v *Value)
	walk = func(v *Value) {
		if (v.Kind == Text || v.Kind == Number || v.Kind == Bool) && v.Text != "" {
			parts = append(parts, v.Text)
		}
		for i := range v.List {
			walk(&v.List[i])
		}
	}
	walk(v)
	return strings.Join(parts, ", "), ok
}

// updateRow gives the fields of a row their new values. Which row that is comes
// from a query: it is taken for known only where what was asked for fits one row
// better than any other.
func (w *world) updateRow(c *Change) {
	props, ok := firstOf(c.Args, Dict)
	if !ok {
		return
	}
	asked := slices.Clone(c.asked)
	for _, a := range c.Args {
		asked = append(asked, a.Value.names...)
	}
	for _, name := range w.bases {
		if slices.Contains(asked, name) {
			c.Object = name
		}
	}
	if c.Object == "" && len(w.bases) == 1 {
		c.Object = w.bases[0]
	}
	rows := w.rows[c.Object]
	row := find(rows, asked)
	for i, k := range props.Keys {
		t, known := flat(&props.List[i])
		f := Field{Name: k, New: t}
		if row != nil {
			if old, had := row[k]; had {
				f.Old = &old
			}
		}
		if known && f.Old != nil && *f.Old == t {
			continue // written again as it was
		}
		c.Fields = append(c.Fields, f)
		for _, r := range rows { // of an unknown row, any may have changed
			if row != nil && !same(r, row) {
				continue
			}
			if delete(r, k); known && row != nil {
				r[k] = t
			}
		}
	}
}

func same(a, b map[string]string) bool {
	a["\x00"] = ""
	_, ok := b["\x00"]
	delete(a, "\x00")
	return ok
}

// find is the row that has most of what was asked for; nil if two have as much.
func find(rows []map[string]string, asked []string) map[string]string {
	if len(rows) == 1 {
		return rows[0]
	}
	var best map[string]string
	most, tie := 0, false
	for _, r := range rows {
		hits := 0
		for _, v := range r {
			if v != "" && slices.Contains(asked, v) {
				hits++
			}
		}
		switch {
		case hits > most:
			best, most, tie = r, hits, false
		case hits == most:
			tie = true
		}
	}
	if tie && most > 0 || most == 0 {
		return nil
	}
	return best
}

// a1 is a range of cells, the sheet's name apart.
var a1 = regexp.MustCompile(`^(?:'?([^'!]*)'?!)?([A-Z]{1,2})(\d{1,4})?(?::([A-Z]{1,2})(\d{1,4})?)?$`)

// updateCells gives cells their new values.
func (w *world) updateCells(c *Change) {
	var asked []string
	for _, a := range c.Args {
		asked = append(asked, a.Value.names...)
	}
	for _, name := range w.sheets {
		if slices.Contains(asked, name) {
			c.Object = name
		}
	}
	if c.Object == "" && len(w.sheets) == 1 {
		c.Object = w.sheets[0]
	}
	rows, ok := firstOf(c.Args, List)
	if c.Method != "update_values" || !ok {
		delete(w.cells, c.Object) // rows that are appended, cleared: no cell is certain
		return
	}
	var m []string
	for _, a := range c.Args {
		if a.Value.Kind == Text && m == nil {
			m = a1.FindStringSubmatch(a.Value.Text)
		}
	}
	if m == nil || m[3] == "" || c.Object == "" {
		delete(w.cells, c.Object)
		return
	}
	w.write(c, m, &rows)
}

// write sets the cells from the first of the range on.
func (w *world) write(c *Change, m []string, rows *Value) {
	cells := w.cells[c.Object]
	if cells == nil {
		cells = map[string]string{}
		w.cells[c.Object] = cells
	}
	top, _ := strconv.Atoi(m[3])
	left := column(m[2])
	for i := range rows.List {
		for j := range rows.List[i].List {
			name := cellName(left+j, top+i)
			t, known := flat(&rows.List[i].List[j])
			key := m[1] + "!" + name
			f := Field{Name: name, New: t}
			if old, had := cells[key]; had {
				f.Old = &old
			}
			if delete(cells, key); known {
				cells[key] = t
			}
			if !known || f.Old == nil || *f.Old != t {
				c.Fields = append(c.Fields, f)
			}
		}
	}
}

func column(name string) int {
	n := 0
	for _, r := range name {
		n = n*26 + int(r-'A') + 1
	}
	return n
}

func cellName(col, row int) string {
	name := ""
	for ; col > 0; col = (col - 1) / 26 {
		name = string(rune('A'+(col-1)%26)) + name
	}
	return name + strconv.Itoa(row)
}
