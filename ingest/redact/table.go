package redact

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed rules.txt
var rulesText string

type table struct {
	version   string
	rules     []rule
	tokens    []token
	alphabets map[string]*class
	lists     map[string][]string
	sets      map[string]map[string]bool
	values    map[string][]valueRow // value rows by form: "quoted", "bare" or "prose"
	commands  map[string][]command
	gaps      map[string]gap
	literals  literals
	known     map[string]func(*value) bool
}

var compiled struct {
	once  sync.Once
	table *table
}

func rows() *table {
	compiled.once.Do(func() { compiled.table = compile(rulesText) })
	return compiled.table
}

// compile parses the rules. It panics on an error because the rules are embedded in the program.
func compile(text string) *table {
	t := &table{
		alphabets: map[string]*class{}, lists: map[string][]string{}, sets: map[string]map[string]bool{},
		values: map[string][]valueRow{}, commands: map[string][]command{}, gaps: map[string]gap{},
		known: known(),
	}
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if err := t.row(f[0], f[1:]); err != nil {
			panic(fmt.Sprintf("rules.txt:%d: %v", n+1, err))
		}
	}
	t.literals.compile()
	return t
}

var columns = map[string]int{"version": 1, "alphabet": 2, "words": 2, "find": 4, "after": 6, "token": 5, "infix": 6, "command": 3,
	"value": 3, "gap": 2, "literal": 2, "opener": 1}

func (t *table) row(kind string, f []string) error {
	if len(f) != columns[kind] || len(f) == 0 {
		return fmt.Errorf("a row of %q has %d columns, not %d", kind, columns[kind], len(f))
	}
	switch kind {
	case "version":
		t.version = f[0]
	case "alphabet":
		t.alphabets[f[0]] = set(f[1])
	case "words":
		t.words(f[0], texts(f[1]))
	case "gap":
		return t.gap(f[0], f[1])
	case "literal":
		t.literals.rows = append(t.literals.rows, [2]string{f[0], f[1]})
	case "opener":
		t.literals.openers = append(t.literals.openers, f[0])
	case "find":
		return t.find(f[0], f[1], texts(f[2]), f[3] == "fold")
	case "after":
		return t.after(f[0], texts(f[1]), f[2], f[3], f[4], f[5] == "fold")
	case "token":
		return t.token(f[0], texts(f[1]), f[2], f[3], f[4])
	case "infix":
		return t.infix(f[0], texts(f[1])[0], f[2:])
	case "command":
		return t.command(texts(f[0]), strings.Fields(f[1]), f[2])
	case "value":
		return t.value(f[0], f[1], f[2])
	}
	return nil
}

func texts(s string) []string {
	list := strings.Split(strings.ReplaceAll(s, "␣", " "), "|")
	for i := range list {
		list[i] = strings.NewReplacer("¦", "|", "␉", "\t").Replace(list[i])
	}
	return list
}

func (t *table) words(name string, list []string) {
	t.lists[name] = append(t.lists[name], list...)
	if t.sets[name] == nil {
		t.sets[name] = map[string]bool{}
	}
	for _, w := range list {
		t.sets[name][w] = true
	}
}

// add adds an anchor to the rule with the given name. The order of the rules is that of their first
// anchors.
func (t *table) add(name string, a anchor) {
	for i := range t.rules {
		if t.rules[i].name == name {
			t.rules[i].anchors = append(t.rules[i].anchors, a)
			return
		}
	}
	t.rules = append(t.rules, rule{name: name, replacement: redacted(name), anchors: []anchor{a}})
	if name == ruleHome {
		t.rules[len(t.rules)-1].replacement = homePlaceholder
	}
}

func (t *table) find(rule, name string, list []string, fold bool) error {
	of := finders()[name]
	if of == nil {
		return fmt.Errorf("unknown finder %q", name)
	}
	for _, text := range list {
		t.add(rule, anchor{text: text, fold: fold, find: of(text)})
		if escaped := asEscapes(text); escaped != text {
			t.add(rule, anchor{text: escaped, fold: fold, find: of(escaped)})
		}
	}
	return nil
}

func finders() map[string]func(text string) finder {
	fixed := func(f finder) func(string) finder { return func(string) finder { return f } }
	return map[string]func(text string) finder{
		"home": fixed(findHome), "dashedHome": fixed(findDashedHome),
		"pem":         fixed(findPrivateKey),
		"cookie":      fixed(findCookie),
		"urlPassword": fixed(findURLPassword), "connection": fixed(findConnection),
		"jwt": fixed(findJWT), "discord": fixed(findDiscord),
		"awsSecret": fixed(findAWSSecret), "crypt": fixed(findCrypt), "piped": fixed(findPiped),
		"assignment": fixed(findAssignment),
	}
}

func (t *table) token(rule string, prefixes []string, alphabet, lengths, forms string) error {
	for _, prefix := range prefixes {
		k := token{rule: rule, prefix: prefix, body: t.alphabets[alphabet]}
		var err error
		if k.min, k.max, err = bounds(lengths); err != nil || k.body == nil {
			return fmt.Errorf("alphabet %q, lengths %q: %w", alphabet, lengths, err)
		}
		for word := range strings.FieldsSeq(strings.TrimPrefix(forms, "-")) {
			not := strings.TrimPrefix(word, "not:")
			if formNames[word] == 0 && bodies[not] == nil {
				return fmt.Errorf("unknown form %q", word)
			}
			k.form |= formNames[word]
			if not != word {
				k.not = bodies[not]
			}
		}
		t.tokens = append(t.tokens, k)
		t.add(rule, anchor{text: prefix, find: k.find})
	}
	return nil
}

func (t *table) infix(rule, text string, f []string) (err error) {
	k := infix{text: text, left: t.alphabets[f[0]], right: t.alphabets[f[2]]}
	if k.leftMin, k.leftMax, err = bounds(f[1]); err != nil {
		return err
	}
	if k.rightMin, k.rightMax, err = bounds(f[3]); err != nil {
		return err
	}
	if k.left == nil || k.right == nil {
		return fmt.Errorf("unknown alphabet %q or %q", f[0], f[2])
	}
	t.add(rule, anchor{text: text, find: k.find})
	return nil
}

// bounds parses "20", "20-40" and "20-". For the last, most is 0, which means no maximum.
func bounds(s string) (least, most int, err error) {
	from, to, open := strings.Cut(s, "-")
	if least, err = strconv.Atoi(from); err != nil || !open {
		return least, least, err
	}
	if to != "" {
		most, err = strconv.Atoi(to)
	}
	return least, most, err
}

// command adds rules for the commands of several programs. The first flag of a line takes
// precedence.
func (t *table) command(programs, flags []string, takes string) error {
	takes, where, _ := strings.Cut(takes, " ")
	takes, mixed := strings.CutSuffix(takes, "?")
	number, _ := strconv.Atoi(takes)
	for _, name := range programs {
		if t.commands[name] == nil {
			t.add("command-line", anchor{text: name, find: func(b []byte, at, floor int) (span, bool) {
				return findInCommand(b, at, floor, name)
			}})
		}
		t.commands[name] = append(t.commands[name], command{flags, takes, number, mixed, where})
	}
	return nil
}

func listed(list, word string) bool { return rows().sets[list][word] }

// hasPart, hasStart and endsIn report whether a text contains, begins with or ends with a word from
// the list of the given name.
func hasPart(list, text string) bool {
	return slices.ContainsFunc(rows().lists[list], func(w string) bool { return strings.Contains(text, w) })
}

func hasStart(list, text string) bool {
	return slices.ContainsFunc(rows().lists[list], func(w string) bool { return strings.HasPrefix(text, w) })
}

func hasEnd(list, text string) bool {
	_, ok := endsIn(list, text)
	return ok
}

func endsIn(list, text string) (string, bool) {
	for _, w := range rows().lists[list] {
		if strings.HasSuffix(text, w) {
			return w, true
		}
	}
	return text, false
}
