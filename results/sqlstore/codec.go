package sqlstore

import (
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	fast "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results/blob"
)

func toJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return cleanJSON(string(b)), nil
}

func allJSON(values ...any) (list []string, err error) {
	list = make([]string, len(values))
	for i, v := range values {
		if list[i], err = toJSON(v); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// cleanJSON is like cleanText, but for JSON, because PostgreSQL also rejects JSON with an escaped
// zero byte.
func cleanJSON(s string) string {
	if !strings.Contains(s, `\u0000`) {
		return s
	}
	b := []byte(s)
	for i := 0; i+1 < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		if strings.HasPrefix(s[i:], `\u0000`) {
			copy(b[i:], `\ufffd`)
		}
		i++ // skip an escaped character
	}
	return string(b)
}

func fromJSON(s string, v any) error {
	if s == "" {
		return nil
	}
	if err := decode([]byte(s), v); err != nil {
		return fmt.Errorf("decode stored %T: %w", v, err)
	}
	return nil
}

type part struct {
	from string
	to   any
}

func fromParts(what string, parts ...part) error {
	for _, p := range parts {
		if err := fromJSON(p.from, p.to); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// decode decodes stored JSON in a third of the time of encoding/json. It accepts duplicate keys,
// which arguments of tool calls may contain.
func decode(data []byte, v any) error {
	return fast.Unmarshal(data, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// IDList encodes ids as a JSON array for use in a query.
func IDList(ids []int64) string {
	b := make([]byte, 0, len(ids)*8+2)
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']'))
}

func packSized(data []byte) ([]byte, error) {
	z, err := blob.Pack(data)
	if err != nil {
		return nil, err
	}
	return append(binary.AppendUvarint(nil, uint64(len(data))), z...), nil
}

func unpackSized(packed []byte) ([]byte, error) {
	size, n := binary.Uvarint(packed)
	if n <= 0 || size > 1<<30 {
		return nil, errors.New("unpack blob: damaged size")
	}
	return blob.Unpack(packed[n:], int(size))
}

// CheckValue converts a value in place to a type that the driver accepts, and cleans texts (see
// cleanText).
func CheckValue(v *driver.NamedValue) error {
	x, err := driver.DefaultParameterConverter.ConvertValue(v.Value)
	if err != nil {
		return err
	}
	if s, ok := x.(string); ok {
		x = cleanText(s)
	}
	v.Value = x
	return nil
}

// cleanText replaces zero bytes and invalid UTF-8, which PostgreSQL rejects.
func cleanText(s string) string {
	if strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
