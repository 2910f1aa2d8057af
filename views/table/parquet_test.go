package table

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/results/must"
)

// Columns keep their order and have the narrowest type that holds them; an empty cell is
// null and no zero.
func TestWriteParquet(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteParquet(&b, []string{"z", "share", "n", "note"}, [][]string{{"a", "0.5", "12", ""}, {"=1", "", "", ""}, {"b", "1", "0", ""}}))
	f := must.Get(parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())))(t)
	var names []string
	for _, c := range f.Schema().Fields() {
		names = append(names, c.Name()+" "+c.Type().String())
	}
	if got, want := strings.Join(names, ", "), "z STRING, share DOUBLE, n INT(64,true), note STRING"; got != want {
		t.Errorf("columns: got %s, want %s", got, want)
	}
	rows := make([]parquet.Row, 3)
	r := f.RowGroups()[0].Rows()
	defer r.Close()
	if n, _ := r.ReadRows(rows); n != 3 {
		t.Fatalf("%d rows", n)
	}
	for i, want := range []string{"a 0.5 12 <null>", "=1 <null> <null> <null>", "b 1 0 <null>"} {
		var cells []string
		for _, v := range rows[i] {
			cells = append(cells, fmt.Sprint(v))
		}
		must.Equal(t, want, strings.Join(cells, " "), "row %d", i)
	}
}
