package inspect_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"testing/fstest"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/inspect"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// BenchmarkRead reads logs of 48 MB of JSON, deflated and compressed by zstd, in one
// sample and in a hundred. Its parts are to be compared within one run of it:
//
//   - decode: each entry unpacked and decoded by encoding/json into a value, as the
//     simplest reader would: the yardstick;
//   - read: the log to nouns, which nobody stores;
//   - redacted: the same with secrets taken out, as it always is;
//   - ingest: the log into a database, with the index of its texts and its board.
func BenchmarkRead(b *testing.B) {
	const size = 48 << 20
	for _, log := range []struct {
		name    string
		samples int
		method  uint16
	}{
		{"deflate/1 sample", 1, zip.Deflate}, {"deflate/100 samples", 100, zip.Deflate}, {"zstd/1 sample", 1,
			zstd.ZipMethodWinZip}, {"zstd/100 samples", 100, zstd.ZipMethodWinZip},
	} {
		b.Run(log.name, func(b *testing.B) {
			var packed bytes.Buffer
			if err := writeLarge(&packed, log.samples, size, log.method); err != nil {
				b.Fatal(err)
			}
			entries := unpacked(b, packed.Bytes())
			fsys := fstest.MapFS{"large.eval": {Data: packed.Bytes()}}
			part := func(name string, f func(b *testing.B)) {
				b.Run(name, func(b *testing.B) {
					b.SetBytes(entries)
					b.ReportAllocs()
					for b.Loop() {
						f(b)
					}
				})
			}
			read := func(b *testing.B, red ingest.Redact) {
				w := &nowhere{}
				in := &ingest.Input{FS: fsys, Item: ingest.Item{Dir: "large.eval", Label: "large"}, Redact: red, Now: time.Now()}
				if err := (inspect.Format{}).Read(b.Context(), in, w); err != nil || w.trials != log.samples || w.steps < log.samples*10 {
					b.Fatal(w.trials, w.steps, err)
				}
			}
			part("decode", func(b *testing.B) { unpackedEach(b, packed.Bytes(), decodeAll) })
			part("read", func(b *testing.B) { read(b, nil) })
			part("redacted", func(b *testing.B) { read(b, redact.New()) })
			part("ingest", func(b *testing.B) {
				if rep := ingesttest.Load(b, ingesttest.Open(b), fsys, ingest.Identity{}); len(rep.Runs) != 1 {
					b.Fatalf("report %+v", rep)
				}
			})
		})
	}
}

func decodeAll(r io.Reader) error {
	dec := json.NewDecoder(r)
	var v any
	return dec.Decode(&v)
}

// unpackedEach gives the entries of an archive one after the other.
func unpackedEach(tb testing.TB, data []byte, each func(io.Reader) error) {
	tb.Helper()
	z := must.Get(zip.NewReader(bytes.NewReader(data), int64(len(data))))(tb)
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1)))
	for _, f := range z.File {
		r, err := f.Open()
		if err == nil {
			err = errors.Join(each(r), r.Close())
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// unpacked is how many bytes the entries have together.
func unpacked(tb testing.TB, data []byte) (n int64) {
	tb.Helper()
	unpackedEach(tb, data, func(r io.Reader) error {
		m, err := io.Copy(io.Discard, r)
		n += m
		return err
	})
	return n
}

// nowhere takes the nouns of a run and keeps none.
type nowhere struct{ trials, steps int }

func (*nowhere) SaveDataset(context.Context, *results.Dataset) error { return nil }
func (*nowhere) FindDataset(context.Context, string) (*results.Dataset, error) {
	return nil, results.ErrNotFound
}
func (*nowhere) Datasets(context.Context) ([]results.Dataset, error)                { return nil, nil }
func (*nowhere) SaveModels(context.Context, []results.Model) error                  { return nil }
func (*nowhere) SaveTables(context.Context, []results.StatTable) error              { return nil }
func (*nowhere) Warn(results.Warning)                                               {}
func (*nowhere) Label(string, string)                                               {}
func (*nowhere) Commit(context.Context) error                                       { return nil }
func (*nowhere) AmendTrial(context.Context, *results.Trial) error                   { return nil }
func (*nowhere) Raw(context.Context, *ingest.Record) error                          { return nil }
func (w *nowhere) BeginRun(context.Context, *results.Run) (ingest.RunWriter, error) { return w, nil }
func (*nowhere) SaveFigures(context.Context, results.FigureSource, []results.Figure) error {
	return nil
}

func (w *nowhere) Trial(context.Context, *results.Trial) error {
	w.trials++
	return nil
}

func (w *nowhere) Step(context.Context, *results.Step) error {
	w.steps++
	return nil
}

func (*nowhere) RawStream(_ context.Context, _, _ string, sum func() [32]byte) (io.WriteCloser, error) {
	return &sunk{sum: sum}, nil
}

type sunk struct{ sum func() [32]byte }

func (*sunk) Write(p []byte) (int, error) { return len(p), nil }

func (s *sunk) Close() error {
	s.sum()
	return nil
}
