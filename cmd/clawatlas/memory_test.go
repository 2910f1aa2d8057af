package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// treeEnv gives the size of the tree that TestMemory makes and reads.
const treeEnv = "CLAWATLAS_TREE_MB"

// peakMB is what reading a tree of any size may take.
const peakMB = 200

// TestMemory reads a tree of real records that is as large as treeEnv says, in
// a process of its own, and holds its peak against the limit. Nearly half of
// the tree is one session, the rest are copies of runs that each differ in one
// record, so that all of them are stored.
func TestMemory(t *testing.T) {
	size, err := strconv.Atoi(os.Getenv(treeEnv))
	if err != nil {
		t.Skipf("set %s to the size of the tree, in MB, to run this test", treeEnv)
	}
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	written := session(t, filepath.Join(tree, "sessions", "long.jsonl"), int64(size)<<20*2/5)
	clawarena := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	jobs := resultstest.Shared(t, "data", "harbor", "jobs")
	for n := 0; written < int64(size)<<20; n++ {
		written += copyTree(t, clawarena, filepath.Join(tree, fmt.Sprintf("run-%04d", n), "vllm_gemma-4-31b-it_openclaw"), n)
		written += copyTree(t, jobs, filepath.Join(tree, fmt.Sprintf("jobs-%04d", n)), n)
	}
	start := time.Now()
	u, said := ingestIn(t, filepath.Join(dir, "x.db"), tree)
	took := time.Since(start)
	t.Logf("%d MB in %v (%.1f MB/s, CPU %v), peak %d MB\n%s", written>>20, took.Round(time.Millisecond),
		float64(written>>20)/took.Seconds(), u.cpu, u.peakMB, tail(said))
	if u.peakMB > peakMB {
		t.Errorf("peak memory %d MB, want at most %d", u.peakMB, peakMB)
	}
}

func tail(s string) string {
	return s[max(0, len(s)-300):]
}

// session writes a session of OpenClaw of about this size.
func session(t *testing.T, name string, size int64) int64 {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
	f := must.Get(os.Create(name))(t)
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, `{"type":"session","version":3,"id":"s","timestamp":"2026-03-19T16:09:24.683Z"}`)
	parent, done := "null", int64(0)
	for n := 1; done < size; n++ {
		said := strings.Repeat(fmt.Sprintf("line %d of a file that somebody has asked for; ", n), 40)
		message := fmt.Sprintf(`{"role":"assistant","model":"kimi-x","content":[{"type":"text","text":"step %d"},{"type":"toolCall","id":"c%d","name":"read","arguments":{"path":"/x/%d"}}]}`, n, n, n)
		if n%2 == 0 {
			message = fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"read","content":[{"type":"text","text":%q}],"isError":false}`, n-1, said)
		}
		k, err := fmt.Fprintf(w, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2026-03-19T16:09:25.690Z","message":%s}`+"\n", n, parent, message)
		if err != nil {
			t.Fatal(err)
		}
		done += int64(k)
		parent = fmt.Sprintf(`"%08x"`, n)
	}
	must.Do(t, w.Flush())
	must.Do(t, f.Close())
	return done
}

// copyTree copies records; a space at the end of every document makes them
// another run without changing what they say.
func copyTree(t testing.TB, from, to string, n int) int64 {
	t.Helper()
	size := int64(0)
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Ext(name) == ".json" {
			data = append(data, strings.Repeat(" ", n)...)
		}
		size += int64(len(data))
		out := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
		return os.WriteFile(out, data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}
