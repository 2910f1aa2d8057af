package clawarena

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type reportCheck struct {
	root   *node
	data   []byte
	name   string
	rounds map[string][]harnessRound // rounds by test id, in dataset order
	found  []results.Warning
}

const maxFound = 40

func (r *run) checkReport() {
	c := r.report
	if c == nil {
		return
	}
	expected := c.expected
	if r.metaClaw {
		expected = c.expectedMetaClaw
	}
	want := expected()
	c.compare("report", c.root, want)
	for _, x := range []struct{ axis, key string }{{"time", "total_duration_ms"}, {"tokens", "total_tokens"}} {
		total := c.root.field("summary").float(x.key)
		if sum, ok := want["summary"].(map[string]any)[x.key].(exact); ok && total != nil && math.Abs(*total-float64(sum)) > 1e-6 {
			ingest.Refute(&r.meta, x.axis)
		}
	}
	for i, w := range c.found {
		if i == maxFound {
			r.out.Warn(ingest.Warn(c.name, 0, "%d more numbers of the report differ from the records", len(c.found)-i))
			return
		}
		r.out.Warn(w)
	}
}

func (c *reportCheck) warn(n *node, format string, args ...any) {
	line := 1 + bytes.Count(c.data[:n.End], []byte{'\n'})
	c.found = append(c.found, ingest.Warn(c.name, line, format, args...))
}

// compare warns if a node of the report differs from the expected value. null matches every value.
func (c *reportCheck) compare(path string, n *node, want any) {
	if n.Absent() {
		return
	}
	switch want := want.(type) {
	case elsewhere:
		if _, ok := n.Number(); !ok {
			c.warn(n, "report states %s as %s, which is not a number", path, n.String())
		}
	case exact:
		if x, ok := n.Number(); !ok || math.Abs(x-float64(want)) > 1e-6 {
			c.warn(n, "report states %s as %s, but the records give %s", path, n.String(), strconv.FormatFloat(float64(want), 'f', -1, 64))
		}
	case rounded:
		if x, ok := n.Number(); !ok || math.Abs(x-float64(want)) > 1.0001e-4 {
			c.warn(n, "report states %s as %s, but the records give %.4f", path, n.String(), float64(want))
		}
	case string:
		if n.word() != want {
			c.warn(n, "report states %s as %s, but the records give %q", path, n.String(), want)
		}
	case []int:
		c.compareLengths(path, n, want)
	case map[string]any:
		c.compareObject(path, n, want)
	case listed:
		c.compareList(path, n, want)
	}
}

func (c *reportCheck) compareObject(path string, n *node, want map[string]any) {
	for i, key := range n.keys {
		at := strings.TrimPrefix(path+"."+key, "report.")
		if w, known := want[key]; known {
			c.compare(at, n.fields[i], w)
		} else if x := n.fields[i].firstNumber(); x != nil {
			c.warn(x, "report states %s as %s, which cannot be recomputed from the records", at, x.String())
		}
	}
}

func (c *reportCheck) compareList(path string, n *node, want listed) {
	seen := map[string]bool{}
	for _, item := range n.items {
		name := item.field(want.key).word()
		w, known := want.items[name]
		switch {
		case !known:
			c.warn(item, "report lists %s %q in %s, but there is no record of it", want.key, name, path)
		case seen[name]:
			c.warn(item, "report lists %s %q twice in %s", want.key, name, path)
		default:
			c.compare(path+"."+name, item, w)
		}
		seen[name] = true
	}
	var lacks []string
	for _, name := range slices.Sorted(maps.Keys(want.items)) {
		if !seen[name] {
			lacks = append(lacks, name)
		}
	}
	if len(lacks) > 0 {
		c.warn(n, "%d of %d entries are missing in %s of the report: %s", len(lacks), len(want.items), path, joinShort(lacks))
	}
}

func (c *reportCheck) compareLengths(path string, n *node, want []int) {
	same := len(n.items) == len(want)
	var stated []string
	for i, item := range n.items {
		x, ok := item.Number()
		same = same && ok && x == float64(want[i])
		stated = append(stated, item.String())
	}
	if !same {
		c.warn(n, "report states %s as [%s], but the records give %s", path, joinShort(stated), fmt.Sprint(want))
	}
}
