package table

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/clawatlas/clawatlas/results/visible"
)

// WriteJSON writes a table as a list of objects, with the columns in their order. A column
// whose cells are all numbers has numbers; an empty cell is null.
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
