package redact

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// command describes which arguments of a program are secrets.
type command struct {
	flags []string
	takes argument
}

type argument string

const (
	takesGlued    argument = "glued"
	takesUser     argument = "user"
	takesPercent  argument = "percent"
	takesPass     argument = "pass"
	takesLogin    argument = "login"
	takesCookie   argument = "cookie"
	takesSecret   argument = "secret"
	takesPair     argument = "pair"
	commandMax             = 600 // maximum number of bytes of a command that are examined
	argumentLeast          = 3
)

func findInCommand(b []byte, at, floor int, program string) (span, bool) {
	if at > floor && base64URL[b[at-1]] && !afterEscape(b, at, floor) {
		return span{}, false
	}
	args := arguments(b, at+len(program))
	for i, a := range args {
		text := string(b[a.start:a.end])
		for _, c := range rows().commands[program] {
			if (c.takes == takesLogin || c.takes == takesSecret) && !slices.ContainsFunc(args[:i], func(a span) bool { return bytes.Contains(b[a.start:a.end], []byte(c.takes)) }) {
				continue
			}
			if got, ok := c.secret(b, args, i, text); ok {
				return got, true
			}
		}
	}
	return span{}, false
}

func (c command) secret(b []byte, args []span, i int, text string) (span, bool) {
	for _, flag := range c.flags {
		rest, ok := strings.CutPrefix(text, flag)
		if !ok {
			continue
		}
		value := args[i]
		value.start = value.end - len(rest)
		switch {
		case rest == "" && c.takes == takesGlued:
			continue
		case rest == "":
			next := i + max(1, c.position())
			if next >= len(args) {
				continue
			}
			value = args[next]
		case rest[0] == '=':
			value.start++
		case strings.Contains("next login cookie secret pair", string(c.takes)) || c.position() > 0 || len(flag) > 2 && c.takes != takesGlued:
			continue
		}
		if got, ok := c.judge(b, value); ok {
			return got, true
		}
	}
	return span{}, false
}

func (c command) judge(b []byte, v span) (span, bool) {
	if eq := bytes.IndexByte(b[v.start:v.end], '='); c.takes == takesPair && eq > 0 {
		if quote, _, _ := quoteAt(b, v.start+eq+1); quote != 0 { // NAME="SECRET"
			v.start += eq + 1
			c.takes = "next"
		}
	}
	v = unquoted(b, v)
	text := b[v.start:v.end]
	cut := byte(0)
	switch c.takes {
	case takesPair:
		cut = '='
	case takesUser:
		cut = ':'
	case takesPercent:
		cut = '%'
	case takesPass:
		if !bytes.HasPrefix(text, []byte("pass:")) {
			return span{}, false
		}
		cut = ':'
	}
	if cut != 0 {
		i := bytes.IndexByte(text, cut)
		if i < 0 {
			return span{}, false
		}
		v.start += i + 1
		text = text[i+1:]
		if len(text) == 0 && cut == ':' && looksRandom(b[v.start-i-1:v.start-1], credentialMin) { // curl -u KEY: (a user name without a password)
			return span{start: v.start - i - 1, end: v.start - 1}, true
		}
	}
	if len(text) < argumentLeast || text[0] == '-' || text[0] == '/' || isPlaceholder(text) {
		return span{}, false
	}
	if letters, numbers := count(text); strings.HasSuffix(string(c.takes), "?") && (numbers == 0 || letters == 0) {
		return span{}, false
	}
	return v, c.takes != takesCookie || bytes.IndexByte(text, '=') >= 0 // without "=", it is the name of a cookie file
}

// position returns the number of the argument that is the secret, or 0 if rules.txt states no
// number.
func (c command) position() int {
	n, _ := strconv.Atoi(strings.TrimSuffix(string(c.takes), "?"))
	return n
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

// findPiped finds the text that echo or a here-string passes to a program that reads a password.
func findPiped(b []byte, at, floor int) (span, bool) {
	rest := b[at:min(len(b), at+commandMax)]
	if i := bytes.Index(rest, []byte("<<<")); i >= 0 && !bytes.ContainsAny(rest[:i], "\n|;") && !bytes.Contains(rest[:i], []byte(`\n`)) {
		if args := arguments(b, at+i+len("<<<")); len(args) > 0 {
			return command{takes: "next"}.judge(b, args[0])
		}
	}
	line := b[max(floor, at-commandMax):at]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	i := bytes.LastIndex(line, []byte("echo "))
	if i < 0 {
		return span{}, false
	}
	args := arguments(b[:at], at-len(line)+i+len("echo"))
	if len(args) > 1 && b[args[0].start] == '-' {
		args = args[1:]
	}
	if len(args) != 1 {
		return span{}, false
	}
	return command{takes: "next"}.judge(b, args[0])
}
