package table

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/views/ui"
)

// WriteCSV writes a table as CSV and escapes cells that spreadsheets would run as formulas. The
// iterator may reuse the slice of a row for the next row.
func WriteCSV(to io.Writer, header []string, rows iter.Seq[[]string]) error {
	w := csv.NewWriter(to)
	if err := w.Write(defuse(nil, header)); err != nil {
		return err
	}
	var safe []string
	for row := range rows {
		safe = defuse(safe[:0], row)
		if err := w.Write(safe); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// defuse appends the cells of row to safe. It prefixes formulas with an apostrophe and makes
// invisible characters visible.
func defuse(safe, row []string) []string {
	for _, cell := range row {
		if formula(cell) {
			cell = "'" + cell
		}
		safe = append(safe, ui.Marked(cell))
	}
	return safe
}

// formula reports whether a spreadsheet could run a cell as a formula. This applies to a cell that
// is not a number and starts with a formula character (ASCII or full-width), possibly after spaces
// and invisible characters. It also applies to cells that start with a tab or newline, because some
// programs remove that character.
func formula(cell string) bool {
	if cell == "" || plain(cell[0]) || number.MatchString(cell) {
		return false
	}
	if strings.ContainsRune("\t\r\n", rune(cell[0])) {
		return true
	}
	rest := strings.TrimLeftFunc(cell, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) })
	return strings.IndexAny(rest, "=+-@＝＋－＠﹦﹢﹣﹫") == 0
}

// plain reports whether a cell that starts with b cannot be a formula. It is a fast check, because
// most cells start with a letter or digit.
func plain(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

var number = regexp.MustCompile(`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)

// WriteJSON writes a table as a list of objects that keep the column order. If all cells of a
// column are numbers, it writes them as numbers. Empty cells become null.
func WriteJSON(to io.Writer, header []string, rows [][]string) error {
	number := make([]bool, len(header))
	for i := range header {
		number[i] = columnType(rows, i) != reflect.TypeFor[*string]()
	}
	out := []byte("[")
	for r, row := range rows {
		if r > 0 {
			out = append(out, ',')
		}
		for i, cell := range row[:min(len(row), len(header))] {
			name, err := json.Marshal(header[i])
			if err != nil {
				return err
			}
			value := []byte("null")
			switch f := json.Number(cell); {
			case cell == "":
			case number[i] && json.Valid([]byte(f)):
				value = []byte(f)
			default:
				if value, err = json.Marshal(cell); err != nil {
					return err
				}
			}
			sep := byte(',')
			if i == 0 {
				sep = '{'
			}
			out = append(append(append(append(out, sep), name...), ':'), value...)
		}
		out = append(out, "}\n"...)
	}
	_, err := io.WriteString(to, visible.JSON(string(append(out, "]\n"...))))
	return err
}

// WriteParquet writes a table as a Parquet file. If all cells of a column are numbers, the column
// has a numeric type. Empty cells become null.
func WriteParquet(to io.Writer, header []string, rows [][]string) error {
	fields := make([]reflect.StructField, len(header))
	for i, name := range header {
		fields[i] = reflect.StructField{Name: "C" + strconv.Itoa(i), Type: columnType(rows, i),
			Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", name+",optional,zstd"))}
	}
	kind := reflect.StructOf(fields)
	w := parquet.NewWriter(to, parquet.SchemaOf(reflect.New(kind).Interface()))
	for _, row := range rows {
		line := reflect.New(kind)
		for i, cell := range row[:min(len(row), len(header))] {
			if cell == "" {
				continue
			}
			v := reflect.New(fields[i].Type.Elem())
			switch n := v.Interface().(type) {
			case *int64:
				*n, _ = strconv.ParseInt(cell, 10, 64) // cannot fail, because columnType has parsed all cells of the column
			case *float64:
				*n, _ = strconv.ParseFloat(cell, 64)
			case *string:
				*n = cell
			}
			line.Elem().Field(i).Set(v)
		}
		if err := w.Write(line.Interface()); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
	}
	return w.Close()
}

func columnType(rows [][]string, column int) reflect.Type {
	kind, said := reflect.TypeFor[*int64](), false
	for _, row := range rows {
		if column >= len(row) || row[column] == "" {
			continue
		}
		said = true
		if _, err := strconv.ParseInt(row[column], 10, 64); err == nil {
			continue
		}
		if kind = reflect.TypeFor[*float64](); !number.MatchString(row[column]) {
			return reflect.TypeFor[*string]()
		}
	}
	if !said {
		return reflect.TypeFor[*string]()
	}
	return kind
}
