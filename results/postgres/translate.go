package postgres

import (
	"strconv"
	"strings"
)

// hint is what a query says to SQLite's planner: which index it is to use, and that
// tables are to be joined in the order in which they are named.
const (
	indexHint = " INDEXED BY "
	orderHint = "CROSS JOIN "
)

// What a query says only to databases whose rows name their runs stands between these:
// see sqlstore.Dialect.
const (
	forOurs    = "/*!"
	forOursEnd = "*/"
)

// translate writes a query of sqlstore as PostgreSQL takes it: parameters have
// numbers, hints to another planner are left out, and what is for databases as this one
// is no comment. What stands in quotes stays.
func translate(q string) string {
	if !strings.ContainsAny(q, "?") && !strings.Contains(q, indexHint) && !strings.Contains(q, orderHint) && !strings.Contains(q, forOurs) {
		return q
	}
	var b strings.Builder
	b.Grow(len(q) + len(q)/8)
	last := 0 // number of the last parameter
	for i := 0; i < len(q); {
		switch c := q[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(q[i+1:], c)
			if end < 0 {
				end = len(q) - i - 2
			}
			b.WriteString(q[i : i+end+2])
			i += end + 2
		case c == '?':
			i++
			start := i
			for i < len(q) && q[i] >= '0' && q[i] <= '9' {
				i++
			}
			n, err := strconv.Atoi(q[start:i])
			if err != nil { // it has no number of its own
				n = last + 1
			}
			last = max(last, n)
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		case c == ' ' && strings.HasPrefix(q[i:], indexHint):
			i += len(indexHint)
			for i < len(q) && (q[i] == '_' || q[i] >= 'a' && q[i] <= 'z') {
				i++
			}
		case c == 'C' && strings.HasPrefix(q[i:], orderHint):
			i += len("CROSS ")
		case c == '/' && strings.HasPrefix(q[i:], forOurs):
			i += len(forOurs)
		case c == '*' && strings.HasPrefix(q[i:], forOursEnd):
			i += len(forOursEnd)
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}
