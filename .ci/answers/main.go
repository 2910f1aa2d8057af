// Command answers compares the responses of two builds of the program, each serving its own
// database: the JSON of the API and the main text of every page.
//
//	go run ./.ci/answers [-most N] [-except FILE] [-show N] OLD_BIN OLD_DB NEW_BIN NEW_DB
//
// OLD_DB and NEW_DB may be the same file, because each build serves a copy. The command follows the
// links of both sites, starting from their main pages and the lists of the API, and requests at
// most N URLs of each kind. URLs are of the same kind if they differ only in the names in them. If
// both builds respond with status 200, the responses are compared line by line. A page is compared
// by its lines of text, JSON by one line for each value, such as
//
//	.rows[0].metrics.crs.value: 0.682775
//
// FILE holds one regular expression per line (# begins a comment). Text that matches an expression
// is removed from the lines of both responses before the comparison. An expression that begins with
// "at " excludes the URLs that match it. URLs to which only one build responds with status 200 are
// listed by kind and do not count as a difference. Only the API URLs described in docs/api.md are
// requested. If any responses differ, the command prints the first differences of each kind and
// exits with status 1. Its last line is a summary such as
//
//	3823 answers of 60 kinds equal, 0 differ, 23 kinds only in OLD, 1 only in NEW
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// hrefs matches local links in HTML and JSON.
var hrefs = regexp.MustCompile(`(?:href="|"[a-z_]*url": ?")(/[^"#]*)`)

// words matches the fixed segments of URL paths; all other segments are names.
var words = regexp.MustCompile(`^(b|api|v1|badge|benchmarks|runs|models|compare|search|sources|findings|changes|leaderboard|heatmap|matrix|days|world|` +
	`cases|failures|reasons|ablations|method|about|check|scenarios|tasks|tools|tables|steps|files|raw|states|kinds|repeats|redlines|` +
	`screens|efficiency|agents|sessions|cards|embed|chart|share|export|[a-z]+\.(xml|svg|csv|json|parquet|atom|txt))$`)

// described matches the API URLs that are documented for clients; other API URLs are not compared.
var described = regexp.MustCompile(`^/api/v1/(benchmarks(/[^/]+/(leaderboard|heatmap|days|failures|reasons|ablations|tasks|cases|world(/[^/]+){0,2}|` +
	`scenarios/[^/]+(/[^/]+)?))?|runs(/[^/]+(/[^/]+/[^/]+)?)?|compare(/[^/]+/[^/]+)?|search|sources|models(/[^/]+)?|findings)(\?|$)`)

var seeds = []string{"/", "/runs", "/models", "/findings", "/changes", "/sources", "/search?q=error", "/search?q=the",
	"/api/v1/benchmarks", "/api/v1/runs?limit=1000", "/api/v1/models", "/api/v1/sources", "/api/v1/findings", "/api/v1/search?q=error"}

func main() {
	c := crawl{seen: map[string]bool{}, kinds: map[string]int{}, differ: map[string]int{}, only: [2]map[string]int{{}, {}}}
	flag.IntVar(&c.most, "most", 40, "addresses of each kind")
	flag.IntVar(&c.show, "show", 3, "differences shown of each kind")
	except := flag.String("except", "", "file of regular expressions for expected differences")
	flag.Parse()
	if flag.NArg() != 4 {
		log.Fatal("usage: answers [-most N] [-except FILE] [-show N] OLD_BIN OLD_DB NEW_BIN NEW_DB")
	}
	same, err := c.compare(flag.Args(), *except)
	if err != nil {
		log.Fatal(err)
	}
	if !same {
		os.Exit(1)
	}
}

// crawl compares two sites while following their links.
type crawl struct {
	bases      [2]string
	most, show int
	without    []*regexp.Regexp // patterns of text to remove from lines
	skip       []*regexp.Regexp // patterns of URLs to exclude

	mu       sync.Mutex
	queue    []string
	running  int
	seen     map[string]bool
	kinds    map[string]int // number of URLs requested, by kind
	equal    int
	compared map[string]bool // kinds of URL already compared
	differ   map[string]int
	only     [2]map[string]int // number of URLs to which only this build responds with status 200, by kind
	failure  error
}

func (c *crawl) compare(args []string, except string) (bool, error) {
	if err := c.expect(except); err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "answers")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	for i := range c.bases {
		base, stop, err := serve(args[2*i], args[2*i+1], filepath.Join(dir, fmt.Sprint(i)+".db"))
		if err != nil {
			return false, err
		}
		defer stop()
		c.bases[i] = base
	}
	c.compared = map[string]bool{}
	for _, at := range seeds {
		c.add(at)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(c.work)
	}
	wait.Wait()
	differ := 0
	for _, n := range c.differ {
		differ += n
	}
	c.list("differ", c.differ)
	c.list("only in OLD", c.only[0])
	c.list("only in NEW", c.only[1])
	fmt.Printf("%d answers of %d kinds equal, %d differ, %d kinds only in OLD, %d only in NEW\n", c.equal, len(c.compared), differ,
		len(c.only[0]), len(c.only[1]))
	return differ == 0 && c.equal > 0, c.failure
}

func (c *crawl) list(what string, kinds map[string]int) {
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("%s: %d of %s\n", what, kinds[k], k)
	}
}

// expect reads the file of expected differences, if any.
func (c *crawl) expect(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		line, to := strings.TrimSpace(s.Text()), &c.without
		if line == "" || line[0] == '#' {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "at "); ok {
			line, to = rest, &c.skip
		}
		re, err := regexp.Compile(line)
		if err != nil {
			return err
		}
		*to = append(*to, re)
	}
	return nil
}

// serve copies the database db to the path copied and starts a build that serves the copy.
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
	cmd := exec.Command(bin, "serve", "--db", copied, "--addr", addr, "--limit", "0")
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
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

// kindOf replaces the names in a URL by * and keeps only the keys of its query.
func kindOf(at string) string {
	path, query, _ := strings.Cut(at, "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if s != "" && !words.MatchString(s) {
			segments[i] = "*"
			if ext := filepath.Ext(s); i == len(segments)-1 && ext != "" && words.MatchString("a"+ext) {
				segments[i] += ext
			}
		}
	}
	var keys []string
	for _, p := range strings.Split(query, "&") {
		key, _, _ := strings.Cut(p, "=")
		keys = append(keys, key)
	}
	slices.Sort(keys)
	kind := strings.Join(segments, "/")
	if query != "" {
		kind += "?" + strings.Join(slices.Compact(keys), "&")
	}
	return kind
}

// add queues a URL unless it is excluded, already known, or one too many of its kind.
func (c *crawl) add(at string) {
	at = strings.ReplaceAll(at, "&amp;", "&")
	for _, prefix := range []string{"/static/", "/docs", "/og/", "/metrics"} {
		if strings.HasPrefix(at, prefix) {
			return
		}
	}
	if c.seen[at] || strings.HasPrefix(at, "/api/") && !described.MatchString(at) ||
		slices.ContainsFunc(c.skip, func(re *regexp.Regexp) bool { return re.MatchString(at) }) {
		return
	}
	kind, most := kindOf(at), c.most
	if strings.Contains(kind, "?") {
		most = max(1, most/4) // pages that differ only in their filters are similar
	}
	if strings.Count(kind, "&") > 2 || c.kinds[kind] >= most {
		return
	}
	c.kinds[kind]++
	c.seen[at] = true
	c.queue = append(c.queue, at)
}

// work requests queued URLs until the queue is empty and no worker can add to it.
func (c *crawl) work() {
	for {
		c.mu.Lock()
		if len(c.queue) == 0 && c.running == 0 || c.failure != nil {
			c.mu.Unlock()
			return
		}
		if len(c.queue) == 0 {
			c.mu.Unlock()
			time.Sleep(10 * time.Millisecond)
			continue
		}
		at := c.queue[0]
		c.queue = c.queue[1:]
		c.running++
		c.mu.Unlock()
		var got [2]answer
		for i, base := range c.bases {
			got[i] = get(base, at)
		}
		c.mu.Lock()
		c.running--
		c.take(at, got)
		c.mu.Unlock()
	}
}

// take compares the two responses for a URL and queues the URLs they link to.
func (c *crawl) take(at string, got [2]answer) {
	kind, _, _ := strings.Cut(kindOf(at), "?")
	for i, a := range got {
		if a.err != nil {
			c.failure = fmt.Errorf("GET %s of build %d: %w", at, i, a.err)
			return
		}
		if a.status != http.StatusOK {
			continue
		}
		for _, to := range a.links {
			c.add(to)
		}
	}
	switch ok := [2]bool{got[0].status == http.StatusOK, got[1].status == http.StatusOK}; {
	case !ok[0] && !ok[1]:
		return
	case !ok[1] && got[1].status < http.StatusInternalServerError:
		c.only[0][kind]++
		return
	case !ok[0]:
		c.only[1][kind]++
		return
	}
	c.compared[kind] = true
	a, b := c.lines(got[0]), c.lines(got[1])
	if got[0].status == got[1].status && slices.Equal(a, b) {
		c.equal++
		return
	}
	if c.differ[kind]++; c.differ[kind] <= c.show {
		fmt.Printf("%s (%d, %d)\n", at, got[0].status, got[1].status)
		difference(a, b)
	}
}

// lines returns the lines of a response without the text that is expected to differ.
func (c *crawl) lines(a answer) []string {
	var kept []string
	for _, l := range a.lines {
		for _, re := range c.without {
			l = re.ReplaceAllString(l, "")
		}
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return kept
}

// difference prints the first lines that occur in only one of two responses.
func difference(a, b []string) {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for i, rest := range [][]string{a[n:], b[n:]} {
		other := map[string]bool{}
		for _, l := range [][]string{b[n:], a[n:]}[i] {
			other[l] = true
		}
		shown := 0
		for _, l := range rest {
			if shown < 4 && !other[l] {
				shown++
				fmt.Printf("  %c %.200s\n", "-+"[i], l)
			}
		}
		if shown == 0 && i == 1 {
			fmt.Printf("  from line %d on: the same lines in another order or number\n", n+1)
		}
	}
}

// answer is a parsed response.
type answer struct {
	status int
	lines  []string
	links  []string
	err    error
}

// client does not follow redirects, so that the target is requested and compared as a URL of its
// own.
var client = &http.Client{Timeout: 2 * time.Minute, CheckRedirect: func(*http.Request,
	[]*http.Request) error {
	return http.ErrUseLastResponse
}}

func get(base, at string) answer {
	rsp, err := client.Get(base + at)
	if err != nil {
		return answer{err: err}
	}
	defer rsp.Body.Close()
	body, err := io.ReadAll(rsp.Body)
	u, _ := url.Parse(base)
	text := strings.ReplaceAll(string(body), u.Host, "HOST")
	a := answer{status: rsp.StatusCode, err: err}
	for _, m := range hrefs.FindAllStringSubmatch(text, -1) {
		a.links = append(a.links, m[1])
	}
	switch kind := rsp.Header.Get("Content-Type"); {
	case strings.HasPrefix(kind, "text/html"):
		a.lines = mainText(text)
	case strings.HasPrefix(kind, "application/json"):
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return answer{err: err}
		}
		a.lines = flat(nil, "", v)
	default:
		a.lines = strings.Split(text, "\n")
	}
	return a
}
