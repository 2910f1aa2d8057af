// Command answers compares what two builds of the program say of one database:
// the main part of every kind of page, its twin in the API, and its table.
//
//	go run ./.ci/answers [-most N] OLD NEW DB
//
// Each build serves a copy of DB. Pages are found by following links from the
// first one, at most N of each kind, where a kind is an address without the names
// in it. It exits with 1 if an answer differs, and prints the first differences.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// shown is the part of a page that is its own, between the head and the foot of all.
var shown = regexp.MustCompile(`(?s)<main.*</main>`)

// hrefs are the addresses that a page leads to.
var hrefs = regexp.MustCompile(`(?:href|src)="(/[^"#]*)`)

// names are the parts of an address that tell pages of one kind apart.
var names = regexp.MustCompile(`(/b/|/benchmarks/|/runs/|/models/|/cases/|/findings/|/scenarios/|/docs/|/cards/|/embed/|/badge/)([^/?]+)(/[^/?]+)?(/[^/?]+)?|=[^&]*|\d+`)

func main() {
	most := flag.Int("most", 40, "pages of each kind")
	flag.Parse()
	if flag.NArg() != 3 {
		log.Fatal("usage: answers [-most N] OLD NEW DB")
	}
	same, err := compare(flag.Arg(0), flag.Arg(1), flag.Arg(2), *most)
	if err != nil {
		log.Fatal(err)
	}
	if !same {
		os.Exit(1)
	}
}

func compare(older, newer, db string, most int) (bool, error) {
	dir, err := os.MkdirTemp("", "answers")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	var bases [2]string
	for i, bin := range []string{older, newer} {
		base, stop, err := serve(bin, db, filepath.Join(dir, fmt.Sprint(i)+".db"))
		if err != nil {
			return false, err
		}
		defer stop()
		bases[i] = base
	}
	c := crawl{bases: bases, most: most, seen: map[string]bool{}, kinds: map[string]int{}}
	c.add("/")
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		if err := c.ask(next); err != nil {
			return false, err
		}
	}
	fmt.Printf("%d answers of %d kinds, %d differ\n", len(c.seen), len(c.kinds), c.differ)
	return c.differ == 0, nil
}

// serve starts a build over a copy of db.
func serve(bin, db, copied string) (base string, stop func(), err error) {
	data, err := os.ReadFile(db)
	if err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr := l.Addr().String()
	l.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, bin, "serve", "--db", copied, "--addr", addr, "--limit", "0")
	if err := cmd.Start(); err != nil {
		cancel()
		return "", nil, err
	}
	stop = func() { cancel(); _ = cmd.Wait() }
	for range 300 {
		if rsp, err := http.Get("http://" + addr + "/healthz"); err == nil {
			rsp.Body.Close()
			return "http://" + addr, stop, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("%s does not answer", bin)
}

// crawl is a walk over two sites at once.
type crawl struct {
	bases  [2]string
	most   int
	queue  []string
	seen   map[string]bool
	kinds  map[string]int
	differ int
}

// add takes an address if there are not too many of its kind.
func (c *crawl) add(at string) {
	at = strings.ReplaceAll(at, "&amp;", "&")
	if c.seen[at] || strings.HasPrefix(at, "/static/") || strings.HasPrefix(at, "/docs") || strings.HasPrefix(at, "/api/v1/docs") {
		return
	}
	kind := names.ReplaceAllString(at, "$1")
	if c.kinds[kind] >= c.most {
		return
	}
	c.kinds[kind]++
	c.seen[at] = true
	c.queue = append(c.queue, at)
}

// ask gets an address from both, and adds what it leads to.
func (c *crawl) ask(at string) error {
	var wait sync.WaitGroup
	var bodies [2][]byte
	var errs [2]error
	for i, base := range c.bases {
		wait.Go(func() { bodies[i], errs[i] = get(base + at) })
	}
	wait.Wait()
	for i := range bodies {
		if errs[i] != nil {
			return errs[i]
		}
	}
	if !bytes.Equal(bodies[0], bodies[1]) {
		if c.differ++; c.differ <= 20 {
			fmt.Printf("%s: %s\n", at, difference(bodies[0], bodies[1]))
		}
	}
	for _, m := range hrefs.FindAllSubmatch(bodies[1], -1) {
		c.add(string(m[1]))
	}
	return nil
}

// get is the part of an answer that is compared, below its status.
func get(url string) ([]byte, error) {
	rsp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer rsp.Body.Close()
	body, err := io.ReadAll(rsp.Body)
	if own := shown.Find(body); own != nil {
		links := regexp.MustCompile(`<link rel="alternate"[^>]*>`).FindAll(body, -1)
		body = append(bytes.Join(links, nil), own...)
	}
	body = bytes.ReplaceAll(body, []byte(strings.SplitN(url, "/", 4)[2]), []byte("HOST"))
	return append([]byte(rsp.Status+"\n"), body...), err
}

// difference shows where two answers part.
func difference(a, b []byte) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	cut := func(x []byte) string { return fmt.Sprintf("%q", x[max(0, n-60):min(len(x), n+100)]) }
	return cut(a) + " against " + cut(b)
}
