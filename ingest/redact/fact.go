package redact

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// value is a possible secret found next to a name such as "password", with the properties that
// decide whether it is one.
type value struct {
	promise
	operand
	in      []byte // text that contains the value
	end     int
	text    []byte
	whole   []byte // value including the part that is not kept of a PIN
	name    string
	letters int
	numbers int
	linked  bool
	netrc   bool
	ticked  bool
	inWord  bool // set if the text before the value ends inside a word
}

func newValue(b []byte, o operand, end int, p promise, name string) *value {
	v := &value{promise: p, operand: o, in: b, end: end, text: b[o.start:end], whole: b[o.start:end], name: name}
	v.letters, v.numbers = count(v.text)
	return v
}

// known returns the predicates that rules.txt can use in value rows, by name.
func known() map[string]func(*value) bool {
	least := func(n int) func(*value) bool { return func(v *value) bool { return len(v.text) >= n } }
	has := func(list string) func(*value) bool {
		return func(v *value) bool { return bytes.ContainsAny(v.text, list) }
	}
	return map[string]func(*value) bool{
		"yes":  func(*value) bool { return true },
		"len3": least(3), "len4": least(4), "len5": least(5), "len6": least(6), "len8": least(8), "len9": least(9),
		"signs": has("!@#$%^&*"), "equals": has("="), "underscore": has("_"), "spaced": has(" "), "slash": has("/"),

		"letter":      func(v *value) bool { return v.letters > 0 },
		"digit":       func(v *value) bool { return v.numbers > 0 },
		"digits4":     func(v *value) bool { return v.numbers >= 4 },
		"number":      func(v *value) bool { return v.numbers == len(v.text) },
		"other":       func(v *value) bool { return v.letters+v.numbers < len(v.text) },
		"alnum":       func(v *value) bool { return alnum.all(v.text) },
		"printable":   func(v *value) bool { return printable.all(v.text) },
		"initial":     func(v *value) bool { return isLower(lower(v.text[0])) },
		"between":     func(v *value) bool { return isBetween(v.text) },
		"placeholder": func(v *value) bool { return isPlaceholder(v.whole) },
		"reference":   func(v *value) bool { return isReference(v.whole) },
		"random":      func(v *value) bool { return looksRandom(v.text, randomMin) },
		"random12":    func(v *value) bool { return looksRandom(v.text, 12) },
		"random20":    func(v *value) bool { return looksRandom(v.text, 20) },
		"uuid":        func(v *value) bool { return isUUID(v.text) },
		"name":        func(v *value) bool { return isName(v.text) },
		"call":        func(v *value) bool { return isCall(v.text) },
		"package":     func(v *value) bool { return isPackageType(v.text) },
		"type":        func(v *value) bool { return isTypeName(v.text) },
		"same":        func(v *value) bool { return v.saysPassword() || plainName(string(v.text)) == plainName(v.name) },
		"password":    (*value).saysPassword,
		"basic64":     func(v *value) bool { return isBasic(v.text) },

		"loose":      func(v *value) bool { return v.loose },
		"keyed":      func(v *value) bool { return v.keyed },
		"query":      func(v *value) bool { return v.query },
		"option":     func(v *value) bool { return v.option },
		"lineStart":  func(v *value) bool { return v.lineStart },
		"lineEnd":    func(v *value) bool { return wholeLine(v.in, v.end) },
		"connection": (*value).inConnection,
		"named":      (*value).isNamed,
		"inWord":     func(v *value) bool { return v.inWord },
		"glued":      func(v *value) bool { return v.end < len(v.in) && word[v.in[v.end]] },
		"linked":     func(v *value) bool { return v.linked },
		"netrc":      func(v *value) bool { return v.netrc },
		"afterUser": func(v *value) bool {
			return v.lineStart && bytes.Contains(v.in[max(0, v.start-160):v.start], []byte("USER "))
		},
		"pathLike": func(v *value) bool {
			return bytes.Count(v.text, []byte("/")) > 2 || bytes.Count(v.text, []byte("-")) > 3
		},
		"otherField": func(v *value) bool {
			return hasEnd("vendor-other", strings.TrimRight(strings.ToLower(v.name), notWord))
		},
		"ticked": func(v *value) bool { return v.ticked },

		"env":      func(v *value) bool { return v.level == trustEnv },
		"lower":    func(v *value) bool { return v.level == trustLower },
		"maybe":    func(v *value) bool { return v.level == trustMaybe },
		"short":    func(v *value) bool { return v.short },
		"pin":      func(v *value) bool { return v.digits },
		"card":     func(v *value) bool { return v.card },
		"compound": func(v *value) bool { return v.compound },
		"basic":    func(v *value) bool { return v.basic },
		"weak":     func(v *value) bool { return v.weak },
		"strong":   func(v *value) bool { return v.strong },
	}
}

const notWord = " \t\\\"':=>`"

// saysPassword reports whether the value is a label that contains the word password.
func (v *value) saysPassword() bool {
	plain := plainName(string(v.text))
	return v.numbers == 0 && (strings.Contains(plain, "password") || strings.Contains(plain, "passwd"))
}

func (v *value) inConnection() bool {
	return !v.loose && (connectionBefore(v.in, v.start, 0) || connectionBefore(v.in, min(len(v.in), v.end+100), v.end))
}

// isNamed reports whether the value may be a variable that is passed as an argument.
func (v *value) isNamed() bool {
	return v.numbers == 0 && bytes.IndexByte(v.text, '_') >= 0 || v.end < len(v.in) && (v.in[v.end] == ',' || v.in[v.end] == ')')
}

type condition []func(*value) bool

func (c condition) holds(v *value) bool {
	for _, is := range c {
		if !is(v) {
			return false
		}
	}
	return true
}

// valueRow is a rule for values: if `when` holds, the value is secret if one of `need` holds.
type valueRow struct {
	when condition
	need []condition // alternatives; at least one must hold
}

func (t *table) value(form, when, need string) (err error) {
	var r valueRow
	if r.when, err = t.condition(when); err != nil {
		return err
	}
	r.need, err = t.conditions(need)
	t.values[form] = append(t.values[form], r)
	return err
}

func (t *table) conditions(text string) (list []condition, err error) {
	for alternative := range strings.SplitSeq(text, "|") {
		if alternative == "no" {
			continue
		}
		c, err := t.condition(alternative)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

func (t *table) condition(text string) (c condition, err error) {
	for _, w := range strings.Fields(text) {
		name, not := strings.CutPrefix(w, "!")
		is := t.known[name]
		if is == nil {
			return c, fmt.Errorf("unknown predicate %q", name)
		}
		if not {
			c = append(c, func(v *value) bool { return !is(v) })
		} else {
			c = append(c, is)
		}
	}
	return c, nil
}

// isSecret applies the value rows for a form, which is "quoted", "bare" or "prose".
func (v *value) isSecret(form string) bool {
	for _, r := range rows().values[form] {
		if r.when.holds(v) {
			return slices.ContainsFunc(r.need, func(c condition) bool { return c.holds(v) })
		}
	}
	return false
}
