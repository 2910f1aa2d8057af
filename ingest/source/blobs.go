package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

// largestBlob is the maximum size in bytes of a file that is read into memory. Larger files are
// streamed from a separate process.
const largestBlob = 8 << 20

type blobs struct {
	git *git

	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func (g *git) batch(ctx context.Context) (*blobs, error) {
	b := &blobs{git: g, cmd: g.command(ctx, "cat-file", "--batch")}
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, g.fault(ctx, "cat-file", "", err)
	}
	b.in, b.out = in, bufio.NewReaderSize(out, 1<<16)
	return b, nil
}

func (b *blobs) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.in.Close()
	_ = b.cmd.Wait() // the process may have been killed on purpose
	return nil
}

func (b *blobs) open(ctx context.Context, e treeEntry) (io.ReadCloser, error) {
	if e.size > largestBlob {
		return b.git.stream(ctx, e.id)
	}
	data, err := b.read(e)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (b *blobs) read(e treeEntry) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := io.WriteString(b.in, e.id+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	head, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	if want := fmt.Sprintf("%s blob %d\n", e.id, e.size); head != want {
		return nil, fmt.Errorf("git cat-file: unexpected reply %q, expected %q", head, want)
	}
	data := make([]byte, e.size+1) // one more byte for the trailing newline
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return data[:e.size], nil
}

// pointer is the beginning of a Git LFS pointer file.
const pointer = "version https://git-lfs.github.com/spec/"

func pointerSized(size int64) bool { return size > int64(len(pointer)) && size < 1024 }

// elsewhere returns the reason why the content of a file is not in the repository. It returns "" if
// it is.
func (b *blobs) elsewhere(e treeEntry) string {
	data, err := b.read(e)
	if err == nil && strings.HasPrefix(string(data), pointer) {
		return "kept in Git LFS, which is not fetched"
	}
	return ""
}

// stream reads one blob from a separate git process. Closing the reader stops the process.
func (g *git) stream(ctx context.Context, id string) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := g.command(ctx, "cat-file", "blob", id)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, g.fault(ctx, "cat-file", "", err)
	}
	return &blobStream{out, cmd, cancel}, nil
}

type blobStream struct {
	io.Reader
	cmd    *exec.Cmd
	cancel context.CancelFunc
}

// Read returns an error if the process ends early, because the data is then incomplete.
func (s *blobStream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		if werr := s.cmd.Wait(); werr != nil {
			err = fmt.Errorf("git cat-file: %w", werr)
		}
	}
	return n, err
}

func (s *blobStream) Close() error {
	s.cancel()
	_ = s.cmd.Wait() // the process may have been killed on purpose
	return nil
}
