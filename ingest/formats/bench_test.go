package formats_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	pq "github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// BenchmarkIngest reads records of each format into a database of their own,
// with everything that goes with it: redaction, traces, scores, search index
// and boards.
func BenchmarkIngest(b *testing.B) {
	shared := func(elem ...string) func(*testing.B) fs.FS {
		return func(b *testing.B) fs.FS {
			return os.DirFS(resultstest.Shared(b, append([]string{"data"}, elem...)...))
		}
	}
	for _, bench := range []struct {
		name, format string
		fsys         func(*testing.B) fs.FS
	}{
		{"clawarena", clawarena.Format{}.Name(), shared("clawarena")},
		{"clawmark", clawmark.Format{}.Name(), sessions},
		{"harbor", harbor.Format{}.Name(), shared("harbor", "jobs")},
		{"atif", transcripts.Name, shared("harbor", "atif")},
		{"openclaw-session", transcripts.Name, func(*testing.B) fs.FS {
			return fstest.MapFS{"s/long.jsonl": {Data: longSession(20 << 20)}}
		}},
		{"parquet", parquet.Name, longExport},
	} {
		b.Run(bench.name, func(b *testing.B) {
			fsys := bench.fsys(b)
			b.SetBytes(bytesOf(b, fsys))
			for b.Loop() {
				db := ingesttest.Open(b)
				rep := ingesttest.Load(b, db, fsys, ingest.Identity{})
				if len(rep.Refused) > 0 || len(rep.Runs) == 0 {
					b.Fatalf("report %+v", rep)
				}
				if run, err := db.FindRun(b.Context(), rep.Runs[0].Run); err != nil || run.Format != bench.format {
					b.Fatalf("read as %s, %v; want %s", run.Format, err, bench.format)
				}
			}
		})
	}
}

func bytesOf(b *testing.B, fsys fs.FS) int64 {
	b.Helper()
	size := int64(0)
	err := fs.WalkDir(fsys, ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}

// longSession is a session of OpenClaw of about this size.
func longSession(size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-03-19T16:09:24.683Z"}` + "\n")
	parent := "null"
	for n := 1; b.Len() < size; n++ {
		message := fmt.Sprintf(`{"role":"assistant","model":"m","content":[{"type":"text","text":"step %d"},{"type":"toolCall","id":"c%d","name":"read","arguments":{"path":"/x/%d"}}]}`, n, n, n)
		if n%2 == 0 {
			said := strings.Repeat(fmt.Sprintf("line %d of a file that somebody has asked for; ", n), 40)
			message = fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"read","content":[{"type":"text","text":%q}],"isError":false}`, n-1, said)
		}
		fmt.Fprintf(&b, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2026-03-19T16:09:25.690Z","message":%s}`+"\n", n, parent,
			message)
		parent = fmt.Sprintf(`"%08x"`, n)
	}
	return b.Bytes()
}

// sessions is a results directory of ClawMark with ten long sessions.
func sessions(*testing.B) fs.FS {
	long := longSession(2 << 20)
	fsys := fstest.MapFS{}
	for n := range 10 {
		dir := fmt.Sprintf("results/model/office_task%d/", n+1)
		fsys[dir+"result.json"] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"task_id":"office_task%d","score":1,"execution_time":9,"stages":[{"id":"stage0","success":true,"error":"","verification_score":1,"verification":[{"id":"S0_x","passed":true,"weight":1,"detail":"","method":"rule"}]}],"rubric":[{"id":"S0_x","passed":true,"weight":1,"detail":""}]}`, n+1)}
		fsys[dir+"messages.jsonl"] = &fstest.MapFile{Data: long}
	}
	return fsys
}

// longExport is a Parquet export of 200 trajectories of 100 KB.
func longExport(b *testing.B) fs.FS {
	var out bytes.Buffer
	w := pq.NewGenericWriter[exportRow](&out)
	said := strings.Repeat("a line of a file that somebody has asked for; ", 40)
	for n := range 200 {
		var doc strings.Builder
		fmt.Fprintf(&doc, `{"schema_version":"ATIF-v1.2","session_id":"s%d","agent":{"name":"a","version":"1"},"steps":[`, n)
		for i := 1; i <= 50; i++ {
			if i > 1 {
				doc.WriteByte(',')
			}
			fmt.Fprintf(&doc, `{"step_id":%d,"source":"agent","message":"%d %s"}`, i, i, said)
		}
		doc.WriteString("]}")
		row := exportRow{Model: fmt.Sprintf("m-%d", n%4), Case: fmt.Sprintf("c-%d", n/4), Domain: "d", Trajectory: doc.String(), Reward: 1}
		if _, err := w.Write([]exportRow{row}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return fstest.MapFS{"x.parquet": {Data: out.Bytes()}}
}
