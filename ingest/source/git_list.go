package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

type treeEntry struct {
	mode, id, name string
	size           int64 // size in bytes; -1 if not requested or unknown
}

// refusal returns the reason why an entry is omitted, or "" if it is not.
func (e *treeEntry) refusal() string {
	switch {
	case e.mode == "120000":
		return "symbolic link"
	case e.mode == "160000":
		return "submodule, which is not fetched"
	case !strings.HasPrefix(e.mode, "100"):
		return "neither a file nor a directory"
	}
	return ""
}

func (g *git) list(ctx context.Context, commit string, sizes bool, each func(treeEntry) error) error {
	args := []string{"ls-tree", "-r", "-z", "--full-tree"}
	if sizes {
		args = append(args, "-l")
	}
	n := 0
	return g.each(ctx, maxPath*4, splitNUL, func(line string) error {
		if n++; n > g.lim.MaxEntries {
			return g.lim.tooMany("the commit")
		}
		e, err := parseEntry(line, sizes)
		if err != nil {
			return err
		}
		return each(e)
	}, append(args, "--end-of-options", commit)...)
}

// each splits git's output into tokens of at most `most` bytes and calls the function `each` with
// every token until it returns an error.
func (g *git) each(ctx context.Context, most int, split bufio.SplitFunc, each func(string) error, args ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := g.command(ctx, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return g.fault(ctx, args[0], "", err)
	}
	pieces := bufio.NewScanner(out)
	pieces.Buffer(nil, most)
	pieces.Split(split)
	for err == nil && pieces.Scan() {
		err = each(pieces.Text())
	}
	if err = cmp.Or(err, pieces.Err()); err != nil {
		cancel()
		_ = cmd.Wait()
		return err
	}
	if err := cmd.Wait(); err != nil {
		return g.fault(ctx, args[0], said.String(), err)
	}
	return nil
}

// parseEntry parses "MODE TYPE ID[ SIZE]<tab>NAME".
func parseEntry(line string, sized bool) (e treeEntry, err error) {
	head, name, ok := strings.Cut(line, "\t")
	f := strings.Fields(head)
	if !ok || len(f) < 3 || sized && len(f) < 4 {
		return e, fmt.Errorf("git ls-tree: unexpected line %q", line)
	}
	e = treeEntry{mode: f[0], id: f[2], name: name, size: -1}
	if !sized || f[3] == "-" {
		return e, nil
	}
	if e.size, err = strconv.ParseInt(f[3], 10, 64); err != nil { // git writes BAD if it cannot read the object
		err = fmt.Errorf("the repository does not have the contents of %s, and git could not fetch them: a partial clone "+
			"has to be read while its origin can be reached, or be cloned again without --filter", name)
	}
	return e, err
}

// splitNUL is a bufio.SplitFunc for the NUL-separated output of git -z.
func splitNUL(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return 0, nil, nil
}
