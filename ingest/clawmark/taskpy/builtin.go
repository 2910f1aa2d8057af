package taskpy

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// builtin is a call of one of Python's own functions; ok is false where the result
// is not written down.
func (s *scope) builtin(name string, args []Arg) (out Value, ok bool) {
	switch name {
	case "datetime", "date":
		return moment(args)
	case "timezone", "timedelta":
		return offset(name, args)
	case "dict":
		return table(args)
	case "range":
		return numbers(args)
	case "enumerate", "zip":
		return rows(name, args)
	}
	if len(args) != 1 || args[0].Name != "" {
		return Value{}, false
	}
	v := args[0].Value
	switch name {
	case "str", "Path", "PurePosixPath":
		if v.Kind == Unknown {
			return v, name != "str"
		}
		t, gaps := v.written()
		return joined([]string{t}, gaps), true
	case "len":
		if v.Kind == List || v.Kind == Dict {
			return integer(int64(len(v.List))), true
		}
	case "int":
		if i, err := strconv.ParseInt(v.Text, 10, 64); err == nil && (v.Kind == Number || v.Kind == Text) {
			return integer(i), true
		}
	case "list", "tuple":
		return v, v.Kind == List
	}
	return Value{}, false
}

// library is a call of a function by its whole name.
func (s *scope) library(name string, args []Arg) (Value, bool) {
	switch name {
	case "datetime.datetime", "datetime.date":
		return moment(args)
	case "textwrap.dedent":
		if len(args) == 1 && args[0].Value.Kind == Text {
			v := text(dedent(args[0].Value.Text))
			v.gaps = args[0].Value.gaps
			return v, true
		}
	case "json.dumps":
		if len(args) > 0 && args[0].Value.known() {
			return dumped(args)
		}
	}
	return Value{}, false
}

// moment is a date and time as ISO text, with the offset that is stated.
func moment(args []Arg) (Value, bool) {
	names := []string{"year", "month", "day", "hour", "minute", "second", "microsecond"}
	given := map[string]int{}
	zone := ""
	for i, a := range args {
		name := a.Name
		if name == "" && i < len(names) {
			name = names[i]
		}
		if name == "tzinfo" {
			if a.Value.Kind == Text {
				zone = a.Value.Text
			}
			continue
		}
		n, err := strconv.Atoi(a.Value.Text)
		if err != nil || a.Value.Kind != Number || n < 0 || n > 9999 {
			return Value{}, false
		}
		given[name] = n
	}
	if given["year"] == 0 || given["month"] == 0 || given["day"] == 0 {
		return Value{}, false
	}
	out := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d", given["year"], given["month"], given["day"], given["hour"], given["minute"])
	if given["second"] > 0 {
		out += fmt.Sprintf(":%02d", given["second"])
	}
	return text(out + zone), true
}

// offset is timedelta(hours=8), or the timezone of one, as +08:00.
func offset(name string, args []Arg) (Value, bool) {
	if len(args) != 1 {
		return Value{}, false
	}
	v := args[0].Value
	if name == "timezone" {
		return v, v.Kind == Text
	}
	h, err := strconv.Atoi(v.Text)
	if args[0].Name != "hours" || err != nil || h < -14 || h > 14 {
		return Value{}, false
	}
	return text(fmt.Sprintf("%+03d:00", h)), true
}

func table(args []Arg) (Value, bool) {
	var keys []string
	var values []Value
	for _, a := range args {
		if a.Name == "" {
			return Value{}, false
		}
		keys, values = append(keys, a.Name), append(values, a.Value)
	}
	return dict(keys, values), true
}

// numbers is range with one or two bounds.
func numbers(args []Arg) (Value, bool) {
	bounds := []int{0, 0}
	if len(args) == 0 || len(args) > 2 {
		return Value{}, false
	}
	for i, a := range args {
		n, err := strconv.Atoi(a.Value.Text)
		if err != nil || a.Value.Kind != Number {
			return Value{}, false
		}
		bounds[2-len(args)+i] = n
	}
	if bounds[1]-bounds[0] > maxUnrolled {
		return Value{}, false
	}
	var out []Value
	for i := bounds[0]; i < bounds[1]; i++ {
		out = append(out, integer(int64(i)))
	}
	return list(out), true
}

// rows are the elements of enumerate, with its start, or of zip.
func rows(name string, args []Arg) (Value, bool) {
	if len(args) == 0 || args[0].Value.Kind != List {
		return Value{}, false
	}
	columns := []Value{args[0].Value}
	if name == "enumerate" {
		start := 0
		if len(args) == 2 {
			n, err := strconv.Atoi(args[1].Value.Text)
			if err != nil {
				return Value{}, false
			}
			start = n
		}
		var counted []Value
		for i := range args[0].Value.List {
			counted = append(counted, integer(int64(start+i)))
		}
		columns = []Value{list(counted), args[0].Value}
	} else {
		for _, a := range args[1:] {
			columns = append(columns, a.Value)
		}
	}
	var out []Value
	for i := range columns[0].List {
		var row []Value
		for _, c := range columns {
			if c.Kind != List {
				return Value{}, false
			}
			if i < len(c.List) {
				row = append(row, c.List[i])
			}
		}
		if len(row) < len(columns) {
			break
		}
		out = append(out, list(row))
	}
	return list(out), true
}

// methodOf is a call of a function of a text, list or table.
func methodOf(v *Value, name string, args []Arg) (Value, bool) {
	if v.Kind == Dict {
		return tableMethod(v, name, args)
	}
	if v.Kind != Text {
		return Value{}, false
	}
	keep := func(s string) (Value, bool) {
		w := text(s)
		w.gaps = v.gaps
		return w, true
	}
	if len(args) == 0 {
		switch name {
		case "strip":
			return keep(strings.TrimSpace(v.Text))
		case "lower":
			return keep(strings.ToLower(v.Text))
		case "upper":
			return keep(strings.ToUpper(v.Text))
		case "isoformat":
			return keep(v.Text)
		}
		return Value{}, false
	}
	switch first := args[0].Value; {
	case name == "join" && first.Kind == List:
		var parts []string
		gaps := 0
		for i := range first.List {
			if i > 0 {
				parts = append(parts, v.Text)
			}
			t, g := first.List[i].written()
			parts, gaps = append(parts, t), gaps+g
		}
		return joined(parts, gaps), true
	case name == "replace" && len(args) == 2 && first.Kind == Text && first.Text != "" && args[1].Value.Kind == Text:
		if strings.Count(v.Text, first.Text)*len(args[1].Value.Text) < largest {
			return keep(strings.ReplaceAll(v.Text, first.Text, args[1].Value.Text))
		}
	case name == "joinpath" && first.Kind == Text && len(args) == 1:
		return keep(path.Join(v.Text, first.Text))
	}
	return Value{}, false
}

func tableMethod(v *Value, name string, args []Arg) (Value, bool) {
	var out []Value
	switch {
	case name == "items" && len(args) == 0:
		for i, w := range v.List {
			out = append(out, list([]Value{text(v.Keys[i]), w}))
		}
	case name == "keys" && len(args) == 0:
		for _, k := range v.Keys {
			out = append(out, text(k))
		}
	case name == "values" && len(args) == 0:
		out = v.List
	case name == "get" && len(args) > 0 && args[0].Value.Kind == Text:
		if w, ok := v.Get(args[0].Value.Text); ok {
			return w, true
		}
		if len(args) == 2 {
			return args[1].Value, true
		}
		return Value{size: 1}, true
	default:
		return Value{}, false
	}
	return list(out), true
}
