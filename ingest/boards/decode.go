package boards

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// decode parses a JSON, JSON Lines or CSV file. The lines of JSON Lines and the rows of CSV become
// a list.
func decode(rec *ingest.Record, how, anchor string) (*node, error) {
	if how == "" {
		how = strings.TrimPrefix(path.Ext(rec.Name), ".")
	}
	switch how {
	case "json":
		var v jsontext.Value
		err := ingest.DecodeJSON(rec.Name, rec.Data, 1, &v)
		return &node{raw: v}, err
	case "jsonl":
		return lines(rec)
	case "csv":
		return table(rec)
	case "js":
		_, behind, found := bytes.Cut(rec.Data, []byte(anchor))
		if !found {
			return nil, fmt.Errorf("%s: the anchor %q does not occur", rec.Name, anchor)
		}
		raw, err := literals(behind)
		if err != nil {
			return nil, fmt.Errorf("%s: after %q: %w", rec.Name, anchor, err)
		}
		return &node{raw: raw}, nil
	}
	raw, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(string(rec.Data), "\ufffd"))
	return &node{raw: raw}, err
}

func lines(rec *ingest.Record) (*node, error) {
	list := &node{raw: jsontext.Value("["), done: true}
	for i, line := range bytes.Split(rec.Data, []byte{'\n'}) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var v jsontext.Value
		if err := ingest.DecodeJSON(rec.Name, line, i+1, &v); err != nil {
			return nil, err
		}
		list.kids = append(list.kids, &node{raw: v, at: len(list.kids)})
	}
	return list, nil
}

func table(rec *ingest.Record) (*node, error) {
	rows, err := csv.NewReader(bytes.NewReader(rec.Data)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: %w", rec.Name, errors.Join(err, io.ErrUnexpectedEOF))
	}
	list := &node{raw: jsontext.Value("["), done: true}
	for i, cells := range rows[1:] {
		row := &node{raw: jsontext.Value("{"), at: i, done: true}
		for c, cell := range cells {
			raw, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(cell, "\ufffd"))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", rec.Name, err)
			}
			row.kids = append(row.kids, &node{raw: raw, key: rows[0][c], at: c})
		}
		list.kids = append(list.kids, row)
	}
	return list, nil
}

// literalToken matches one token of a JavaScript literal after optional white space: a bracket,
// comma or colon, a string, or a number or word.
var literalToken = regexp.MustCompile("^\\s*([{}\\[\\],:]|\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|!0|!1|void 0|[-+.\\w$]+)\\s*")

// words maps JavaScript literals to their JSON equivalents.
var words = map[string]string{"!0": "true", "!1": "false", "void 0": "null", "undefined": "null", "true": "true", "false": "false", "null": "null"}

// literals converts the JavaScript literal at the start of data to JSON: it quotes keys and adds
// the leading zero to numbers such as .5. It returns an error for anything that is not a literal,
// such as a function call.
func literals(data []byte) (jsontext.Value, error) {
	var out []byte
	for depth := 0; ; {
		m := literalToken.FindSubmatch(data)
		if m == nil {
			return nil, fmt.Errorf("%.30q is not a JavaScript literal", data)
		}
		token := string(m[1])
		data = data[len(m[0]):]
		x, err := strconv.ParseFloat(token, 64)
		switch {
		case strings.Contains("{[", token):
			depth++
			out = append(out, token...)
		case strings.Contains("}]", token):
			depth--
			out = append(bytes.TrimSuffix(out, []byte{','}), token...)
		case strings.Contains(",:", token):
			out = append(out, token...)
		case strings.Contains("\"'`", token[:1]):
			out = append(out, quoted(token)...)
		case bytes.HasPrefix(data, []byte{':'}):
			out = strconv.AppendQuote(out, token)
		case words[token] != "":
			out = append(out, words[token]...)
		case err != nil:
			return nil, fmt.Errorf("%q is not a value", token)
		default:
			out = strconv.AppendFloat(out, x, 'g', -1, 64)
		}
		if depth <= 0 {
			v := jsontext.Value(out)
			return v, json.Unmarshal(v, new(jsontext.Value), lenient())
		}
	}
}

func quoted(s string) string {
	if s[0] == '"' {
		return s
	}
	inner := strings.NewReplacer(`\`+s[:1], s[:1], `\\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s[1 : len(s)-1])
	return `"` + inner + `"`
}
