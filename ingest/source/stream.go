package source

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Stdin is the path that represents the standard input of a command.
const Stdin = "-"

// OpenStream opens an archive or a file that it reads from r. It names the file by its content, for
// example "stdin.jsonl". The source is valid until the shelf is closed.
func (s *Shelf) OpenStream(r io.Reader) (*Source, error) {
	lim := s.lim.withDefaults()
	dir, err := os.MkdirTemp("", "clawatlas-stdin-")
	if err != nil {
		return nil, fmt.Errorf("buffer standard input: %w", err)
	}
	s.mu.Lock()
	s.keep = append(s.keep, &Source{closers: []io.Closer{removal(dir)}})
	s.mu.Unlock()
	b := bufio.NewReaderSize(r, 1<<16)
	begin, err := b.Peek(1 << 16)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	path := filepath.Join(dir, "stdin"+streamExt(begin))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("buffer standard input: %w", err)
	}
	n, err := io.Copy(f, io.LimitReader(b, lim.MaxFile+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	if n > lim.MaxFile {
		return nil, lim.tooLarge("the standard input", n)
	}
	return s.openPath(path)
}

func streamExt(begin []byte) string {
	if kindOf(begin) != KindFile {
		return ""
	}
	text := bytes.TrimSpace(head.WithoutMark(begin))
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return ".txt"
	}
	line, rest, _ := bytes.Cut(text, []byte{'\n'})
	if rest = bytes.TrimSpace(rest); text[0] == '{' && len(rest) > 0 && rest[0] == '{' && json.Valid(line) {
		return ".jsonl"
	}
	return ".json"
}
