package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	pq "github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/results"
)

// cells holds the columns of a row that are stored as its record: all except the trajectory.
type cells struct {
	Model      string   `json:"model_name"`
	Name       string   `json:"case_name"`
	ID         string   `json:"case_id,omitempty"`
	Domain     string   `json:"domain,omitempty"`
	Difficulty string   `json:"difficulty,omitempty"`
	Factors    []string `json:"complexity_factor,omitempty"`
	Reward     *float64 `json:"reward"`
	Correct    *bool    `json:"is_correct,omitempty"`
}

type row struct {
	cells
	file, group int // file index and row group index
	index       int // index in the row group, from 0
	number      int // row number in the file, from 1

	framework            string
	odd                  string // reason why the reward is invalid
	scenario, task, kind string
}

func (r *row) taskName() results.TaskName {
	return results.TaskName{Scenario: r.scenario, Task: r.task}
}

// keyColumns returns the names of the columns that the first pass reads. It also reads the
// beginning of the trajectory.
func keyColumns() []string {
	return []string{"model_name", "case_name", "case_id", "domain", "difficulty", "complexity_factor", "reward", "is_correct", "trajectory"}
}

func (t *table) rows(group int, take func(*row) error) error {
	g := t.file.RowGroups()[group]
	columns := map[string]*values{}
	defer func() {
		for _, c := range columns {
			c.Close()
		}
	}()
	for _, name := range keyColumns() {
		if c := t.column(g, name); c != nil {
			columns[name] = c
		}
	}
	for i := range int(g.NumRows()) {
		r := &row{group: group, index: i}
		for _, name := range keyColumns() {
			c := columns[name]
			if c == nil {
				continue
			}
			v, err := c.next()
			if errors.Is(err, io.EOF) {
				err = errors.New("has fewer rows than the other columns")
			}
			if err != nil {
				return fmt.Errorf("column %s, row %d of group %d: %w", name, i+1, group+1, err)
			}
			r.set(name, v)
		}
		if err := take(r); err != nil {
			return err
		}
	}
	return nil
}

func (r *row) set(name string, v []pq.Value) {
	switch name {
	case "model_name":
		r.Model = text(v[0])
	case "case_name":
		r.Name = text(v[0])
	case "case_id":
		r.ID = text(v[0])
	case "domain":
		r.Domain = text(v[0])
	case "difficulty":
		r.Difficulty = text(v[0])
	case "complexity_factor":
		r.Factors = list(v)
	case "reward":
		r.Reward, r.odd = score(v[0])
	case "is_correct":
		if x := number(v[0]); x != nil {
			r.Correct = new(bool)
			*r.Correct = *x != 0
		}
	case "trajectory":
		r.framework = agentName(v[0].Bytes())
	}
}

func text(v pq.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == pq.ByteArray || v.Kind() == pq.FixedLenByteArray:
		return strings.TrimSpace(strings.ToValidUTF8(string(v.ByteArray()), "\ufffd"))
	}
	if x := number(v); x != nil {
		return strconv.FormatFloat(*x, 'f', -1, 64)
	}
	return v.String()
}

func number(v pq.Value) *float64 {
	if v.IsNull() {
		return nil
	}
	var x float64
	switch v.Kind() {
	case pq.Double:
		x = v.Double()
	case pq.Float:
		x = float64(v.Float())
	case pq.Int32:
		x = float64(v.Int32())
	case pq.Int64:
		x = float64(v.Int64())
	case pq.Boolean:
		if v.Boolean() {
			x = 1
		}
	default:
		return nil
	}
	return &x
}

// score parses a reward. If the value is not a number in 0..1, odd explains why.
func score(v pq.Value) (reward *float64, odd string) {
	x := number(v)
	switch {
	case x == nil && v.IsNull():
		return nil, ""
	case x == nil:
		return nil, fmt.Sprintf("the reward %q is not a number", text(v))
	case math.IsNaN(*x):
		return nil, "" // tables contain NaN for a missing value
	case *x < 0 || *x > 1:
		return nil, fmt.Sprintf("the reward %v is not in 0..1", *x)
	}
	return x, ""
}

// list returns the values of a list column, or the comma-separated values of a text column.
func list(v []pq.Value) []string {
	var out []string
	for _, x := range v {
		for _, s := range strings.FieldsFunc(text(x), func(c rune) bool { return strings.ContainsRune(`,;[]"' `, c) }) {
			if s != "none" && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// agentHead is the number of bytes at the start of a trajectory that are searched for the agent's
// name.
const agentHead = 1 << 20

// agentName returns agent.name of an ATIF document, or "". It is near the beginning.
func agentName(doc []byte) string {
	dec := jsontext.NewDecoder(bytes.NewBuffer(doc[:min(len(doc), agentHead)]),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if !member(dec, "agent") || !member(dec, "name") || dec.PeekKind() != '"' {
		return ""
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return ""
	}
	return tok.String()
}

// member advances dec to the value of a member of the next object. It returns false if there is no
// such member.
func member(dec *jsontext.Decoder, want string) bool {
	if dec.PeekKind() != '{' {
		return false
	}
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		var tok jsontext.Token
		if tok, err = dec.ReadToken(); err == nil {
			if tok.String() == want {
				return true
			}
			err = dec.SkipValue()
		}
	}
	return false
}
