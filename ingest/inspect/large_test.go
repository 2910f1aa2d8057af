package inspect_test

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// writeLarge writes an archive whose samples hold about size bytes of JSON together. Each
// has turns with a call and its answer, and events that repeat the conversation so far by
// reference, as logs of today do.
func writeLarge(w io.Writer, samples int, size int64, method uint16) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor(zstd.WithEncoderConcurrency(1)))
	put := func(name string, write func(*bufio.Writer)) error {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			return err
		}
		b := bufio.NewWriter(f)
		write(b)
		return b.Flush()
	}
	const spec = `"eval":{"eval_id":"E","run_id":"R","created":"2026-02-03T04:05:00+00:00","task":"large","task_id":"T",` +
		`"dataset":{"name":"large","samples":%d},"model":"acme/abacus-9","config":{"epochs":1},"scorers":[{"name":"includes",` +
		`"metrics":[{"name":"inspect_ai/accuracy"}]}]},"plan":{"name":"plan","steps":[{"solver":"react","params":{}}]}`
	if err := put("_journal/start.json", func(b *bufio.Writer) { fmt.Fprintf(b, `{"version":2,`+spec+`}`, samples) }); err != nil {
		return err
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range samples {
		err := put(fmt.Sprintf("samples/%d_epoch_1.json", i+1), func(b *bufio.Writer) { writeSample(b, rnd, i+1, size/int64(samples)) })
		if err != nil {
			return err
		}
	}
	if err := put("header.json", func(b *bufio.Writer) {
		fmt.Fprintf(b, `{"version":2,"status":"success",`+spec+`,"results":{"total_samples":%d,"completed_samples":%d,`+
			`"scores":[{"name":"includes","scorer":"includes","metrics":{"accuracy":{"name":"accuracy","value":1}}}]},`+
			`"stats":{}}`, samples, samples, samples)
	}); err != nil {
		return err
	}
	return z.Close()
}

// turnSize is about what one turn takes, half of it as events.
const turnSize = 32 << 10

func writeSample(b *bufio.Writer, rnd *rand.Rand, id int, size int64) {
	turns := int(size / turnSize)
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("w%05d", rnd.IntN(90000))
	}
	text := func(n int) string {
		var s strings.Builder
		for s.Len() < n {
			s.WriteString(words[rnd.IntN(len(words))])
			s.WriteString(" and then \\n")
		}
		return s.String()
	}
	answer := func(i int) string {
		return fmt.Sprintf(`{"id":"a%d","role":"assistant","source":"generate","content":"I look at part %d.",`+
			`"tool_calls":[{"id":"c%d","function":"bash","arguments":{"cmd":"cat part%d"},"type":"function"}]}`, i, i, i, i)
	}
	fmt.Fprintf(b, `{"id":%d,"epoch":1,"input":"Read all parts.","target":"done","messages":[{"id":"u","role":"user",`+
		`"content":"Read all parts."}`, id)
	for i := range turns {
		fmt.Fprintf(b, `,%s,{"id":"t%d","role":"tool","tool_call_id":"c%d","function":"bash","content":"attachment://%032x"}`, answer(i), i, i, i)
	}
	b.WriteString(`],"output":{},"scores":{"includes":{"value":"C","answer":"done"}},"metadata":{},"store":{},` +
		`"events":[{"event":"sample_init","timestamp":"2026-02-03T04:05:01+00:00"}`)
	for i := range turns {
		fmt.Fprintf(b, `,{"event":"model","timestamp":"2026-02-03T04:05:02+00:00","completed":"2026-02-03T04:05:03+00:00",`+
			`"model":"acme/abacus-9","input":[],"input_refs":[[0,1]],"output":{"model":"abacus-9","choices":[{"message":%s,`+
			`"stop_reason":"tool_calls"}],"usage":{"input_tokens":10,"output_tokens":2,"total_tokens":12}},`+
			`"call":{"request":{"messages":"%s"}}}`, answer(i), text(turnSize/4))
		fmt.Fprintf(b, `,{"event":"tool","timestamp":"2026-02-03T04:05:03+00:00","completed":"2026-02-03T04:05:04+00:00",`+
			`"id":"c%d","function":"bash","arguments":{},"result":"attachment://%032x","events":[]}`, i, i)
		fmt.Fprintf(b, `,{"event":"state","changes":[{"op":"add","path":"/messages/1","value":"%s"}]}`, text(turnSize/4))
	}
	fmt.Fprintf(b, `],"model_usage":{"acme/abacus-9":{"input_tokens":%d,"output_tokens":%d,"total_tokens":%d}},`+
		`"attachments":{"x":""`, 10*turns, 2*turns, 12*turns)
	for i := range turns {
		fmt.Fprintf(b, `,"%032x":"%s"`, i, text(turnSize/3))
	}
	b.WriteString(`},"events_data":{"messages":[{"id":"u","role":"user","content":"Read all parts."}],"calls":[]}}`)
}

// largeLog writes an archive to disk.
func largeLog(t testing.TB, samples int, size int64, method uint16) string {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "large.eval"))
	if err == nil {
		err = writeLarge(f, samples, size, method)
	}
	if err != nil {
		t.Fatal(err)
	}
	must.Do(t, f.Close())
	return dir
}

// TestMemory reads a log of one huge sample: what is held at a time does not depend on
// its size.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 64 MB")
	}
	dir := largeLog(t, 1, 64<<20, zip.Deflate)
	db := ingesttest.Open(t)
	runtime.GC()
	ctx, stop := context.WithCancel(t.Context())
	most := make(chan uint64)
	go func() {
		var high uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			high = max(high, m.HeapInuse)
			select {
			case <-ctx.Done():
				most <- high
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	rep := ingesttest.Load(t, db, os.DirFS(dir), ingest.Identity{})
	stop()
	high := <-most
	t.Logf("%d MB", high>>20)
	if high > 160<<20 {
		t.Errorf("%d MB of heap for a sample of 64 MB", high>>20)
	}
	if len(rep.Runs) != 1 || rep.Runs[0].Counts.Passed != 1 || len(rep.Runs[0].Warnings) > 0 {
		t.Errorf("report %+v", rep)
	}
}
