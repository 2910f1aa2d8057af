package redact

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// command describes which arguments of a program are secrets.
type command struct {
	flags  []string
	takes  string // how the secret follows a flag, see rules.txt
	number int    // position of the secret after the flag; 0 if rules.txt states no number
	mixed  bool   // only an argument with letters and digits is a secret
	where  string // text that an earlier argument must contain
}

const (
	commandMax    = 600 // maximum number of bytes of a command that are examined
	argumentLeast = 3
)

// cuts contains, by kind of argument, the character before the secret.
var cuts = map[string]byte{"user": ':', "percent": '%', "comma": ',', "pass": ':', "pair": '='}

func findInCommand(b []byte, at, floor int, program string) (span, bool) {
	var args []span
	switch after := at + len(program); {
	case after < len(b) && b[after] == ' ':
		args = arguments(b, after)
	case after+1 < len(b) && (b[after] == '\\' || b[after+1] == ','):
		args = items(b, after)
	}
	if at > floor && base64URL[b[at-1]] && !afterEscape(b, at, floor) && (b[at-1] != '-' || !startsLine(b, at)) {
		return span{}, false
	}
	for i, a := range args {
		text := string(b[a.start:a.end])
		for _, c := range rows().commands[program] {
			if c.where != "" && !slices.ContainsFunc(args[:i], func(a span) bool { return bytes.Contains(b[a.start:a.end], []byte(c.where)) }) {
				continue
			}
			if got, ok := c.secret(b, args[i:], text); ok {
				return got, true
			}
		}
	}
	return span{}, false
}

func (c command) secret(b []byte, args []span, text string) (span, bool) {
	for _, flag := range c.flags {
		rest, ok := strings.CutPrefix(text, flag)
		if !ok {
			continue
		}
		value := args[0]
		value.start = value.end - len(rest)
		switch {
		case rest == "" && c.takes == "pair":
			for _, value := range args[1:] {
				if got, ok := c.judge(b, value); ok {
					return got, true
				}
			}
			continue
		case rest == "":
			if next := max(1, c.number); c.takes == "glued" || next >= len(args) {
				continue
			} else {
				value = args[next]
			}
		case rest[0] == '=':
			value.start++
		case c.takes == "next" || c.takes == "cookie" || c.takes == "pair" || c.number > 0 || len(flag) > 2 && c.takes != "glued":
			continue
		}
		if got, ok := c.judge(b, value); ok {
			return got, true
		}
	}
	return span{}, false
}

func (c command) judge(b []byte, v span) (span, bool) {
	cut := cuts[c.takes]
	if eq := bytes.IndexByte(b[v.start:v.end], '='); c.takes == "pair" && eq > 0 {
		if quote, _, _ := quoteAt(b, v.start+eq+1); quote != 0 { // NAME="SECRET"
			v.start += eq + 1
			cut = 0
		}
	}
	v = unquoted(b, v)
	text := b[v.start:v.end]
	if c.takes == "pass" && !bytes.HasPrefix(text, []byte("pass:")) {
		return span{}, false
	}
	if cut != 0 {
		i := bytes.IndexByte(text, cut)
		if i < 0 {
			return span{}, false
		}
		v.start += i + 1
		text = text[i+1:]
		if len(text) == 0 && cut == ':' && looksRandom(b[v.start-i-1:v.start-1], randomMin) { // curl -u KEY: (a user name without a password)
			return span{start: v.start - i - 1, end: v.start - 1}, true
		}
	}
	if len(text) < argumentLeast || text[0] == '-' || text[0] == '/' || isPlaceholder(text) {
		return span{}, false
	}
	if letters, numbers := count(text); c.mixed && (numbers == 0 || letters == 0) {
		return span{}, false
	}
	return v, c.takes != "cookie" || bytes.IndexByte(text, '=') >= 0 // without "=", it is the name of a cookie file
}

// unquoted removes the quotes around a value and everything from the first escape on. Later passes
// handle the remainder.
func unquoted(b []byte, v span) span {
	_, _, from := quoteAt(b, v.start)
	v.start = min(from, v.end)
	if i := bytes.IndexAny(b[v.start:v.end], "\\\"'`"); i >= 0 {
		v.end = v.start + i
	}
	return v
}

// arguments splits a command at spaces outside quotes, up to the end of the line, a pipe or the end
// of a JSON string.
func arguments(b []byte, i int) []span {
	var args []span
	limit := min(len(b), i+commandMax)
	for i < limit {
		for i < limit && b[i] == ' ' {
			i++
		}
		end, ok := argumentEnd(b, i, limit)
		if end > i {
			args = append(args, span{start: i, end: end})
		}
		if !ok || len(args) > 60 {
			break
		}
		i = end
	}
	return args
}

var nextItem = regexp.MustCompile(`^\\*["'],(?:\s|\\+n)*\\*["']([^"'\\\n]*)`)

// items returns the arguments of a command in a list of strings: ["mysql", "-pSECRET"].
func items(b []byte, i int) (args []span) {
	for m := nextItem.FindSubmatchIndex(b[i:]); m != nil; m = nextItem.FindSubmatchIndex(b[i:]) {
		args = append(args, span{start: i + m[2], end: i + m[3]})
		i += m[3]
	}
	return args
}

func argumentEnd(b []byte, i, limit int) (end int, more bool) {
	quote := byte(0)
	for ; i < limit; i++ {
		c := b[i]
		switch {
		case c == '\\' && i+1 < limit && (b[i+1] == 'n' || b[i+1] == 'r'):
			return i, false
		case c < ' ', quote == 0 && (c == '|' || c == ';' || c == '>' || c == '<' || c == ')' || c == '`'):
			return i, false
		case quote == 0 && c == ' ':
			return i, true
		case c == '\'' || c == '"' && i > 0 && b[i-1] == '\\':
			if quote == 0 {
				quote = c
			} else if quote == c {
				quote = 0
			}
		case c == '"' && (quote == '"' || i > 0 && (b[i-1] == ' ' || b[i-1] == '=')):
			if quote = '"' - quote; quote != 0 && quote != '"' {
				quote = 0
			}
		case c == '"':
			return i, false
		}
	}
	return i, false
}

// toPipe and fromString match the text that echo or printf, or a here-string, passes to a program.
var (
	toPipe     = regexp.MustCompile(`(?:echo|printf) +(?:-\w+ +|\\*["']?%s\S* +)*\\*["']?([^\s"'\\|;&<>]+)\\*["']? *\|` + oneCommand + `$`)
	fromString = regexp.MustCompile(`^` + oneCommand + `?<<< *\\*["']?([^\s"'\\|;&<>]+)`)
)

const oneCommand = `(?:[^|;\n\\]|\\+["'])*`

// findPiped finds what is passed to a program that reads a password.
func findPiped(b []byte, at, floor int) (span, bool) {
	from, m := at, fromString.FindSubmatchIndex(b[at:min(len(b), at+commandMax)])
	if m == nil {
		from = max(floor, at-commandMax)
		from += bytes.LastIndexByte(b[from:at], '\n') + 1
		m = toPipe.FindSubmatchIndex(b[from:at])
	}
	if m == nil {
		return span{}, false
	}
	return command{takes: "next"}.judge(b, span{start: from + m[2], end: from + m[3]})
}
