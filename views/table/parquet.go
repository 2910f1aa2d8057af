package table

import (
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// WriteParquet writes a table as Parquet, with the columns in their order. A column whose
// cells are all whole numbers, or all numbers, is one; an empty cell is null.
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
				*n, _ = strconv.ParseInt(cell, 10, 64) // columnType has read it
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

// columnType is the narrowest of int64, float64 and string that holds every cell.
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
