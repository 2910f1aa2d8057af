package source

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"sync"
)

// pool keeps the most recently used items open, by name. It never closes an item that is in use.
type pool[T io.Closer] struct {
	most int
	sure bool // set if failed opens are not retried

	mu   sync.Mutex
	list []*held[T] // items in order of use, most recently used last
}

type held[T io.Closer] struct {
	name  string
	it    T
	err   error
	once  sync.Once
	users int
}

// acquire returns the item with the given name, opening it if needed. The caller must release it.
func (p *pool[T]) acquire(name string, open func() (T, error)) (*held[T], error) {
	h, err := p.take(name)
	h.once.Do(func() { h.it, h.err = open() })
	if err = errors.Join(err, h.err); err != nil {
		p.release(h)
		if !p.sure {
			p.forget(h)
		}
		return nil, err
	}
	return h, nil
}

func (p *pool[T]) forget(h *held[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := slices.Index(p.list, h); at >= 0 && h.err != nil {
		p.list = slices.Delete(p.list, at, at+1)
	}
}

func (p *pool[T]) take(name string) (*held[T], error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := &held[T]{name: name}
	if at := slices.IndexFunc(p.list, func(h *held[T]) bool { return h.name == name }); at >= 0 {
		h = p.list[at]
		p.list = slices.Delete(p.list, at, at+1)
	}
	h.users++
	p.list = append(p.list, h)
	var errs []error
	for i := 0; len(p.list) > p.most && i < len(p.list); {
		old := p.list[i]
		if old.users > 0 {
			i++
			continue
		}
		p.list = slices.Delete(p.list, i, i+1)
		errs = append(errs, old.close())
	}
	return h, errors.Join(errs...)
}

func (p *pool[T]) release(h *held[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.users--
}

func (h *held[T]) close() error {
	if h.err != nil {
		return nil
	}
	return h.it.Close()
}

func (p *pool[T]) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, h := range p.list {
		errs = append(errs, h.close())
	}
	p.list = nil
	return errors.Join(errs...)
}

// heldFile is an open entry of an archive. The archive stays open until the entry is closed.
type heldFile struct {
	fs.File
	done func()
}

func openHeld(fsys fs.FS, name string, done func()) (fs.File, error) {
	f, err := fsys.Open(name)
	if err != nil {
		done()
		return nil, err
	}
	file := heldFile{f, sync.OnceFunc(done)}
	if at, ok := f.(sections); ok {
		return &heldSection{file, at}, nil
	}
	return &file, nil
}

func (f *heldFile) Close() error {
	defer f.done()
	return f.File.Close()
}

func (f *heldFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if d, ok := f.File.(fs.ReadDirFile); ok {
		return d.ReadDir(n)
	}
	return nil, errNotDir
}

// sections is implemented by files stored uncompressed in one contiguous range.
type sections interface {
	io.ReaderAt
	io.Seeker
}

type heldSection struct {
	heldFile
	sections
}
