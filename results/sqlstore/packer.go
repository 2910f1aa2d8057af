package sqlstore

import (
	"runtime"
	"slices"
)

// packer compresses blobs in parallel goroutines. It passes them to the caller's insert functions
// in the order of submission.
type packer struct {
	queue []chan packed
	most  int
}

type packed struct {
	data   []byte
	err    error
	insert func([]byte) error
}

func newPacker() *packer { return &packer{most: 4 * runtime.GOMAXPROCS(0)} }

// submit copies raw and starts compressing the copy with pack. insert is called later with the
// compressed bytes.
func (p *packer) submit(raw []byte, pack func([]byte) ([]byte, error), insert func([]byte) error) error {
	for len(p.queue) >= p.most {
		if err := p.take(<-p.queue[0]); err != nil {
			return err
		}
	}
	raw = slices.Clone(raw)
	done := make(chan packed, 1)
	p.queue = append(p.queue, done)
	go func() {
		data, err := pack(raw)
		done <- packed{data, err, insert}
	}()
	for len(p.queue) > 0 {
		select {
		case x := <-p.queue[0]:
			if err := p.take(x); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (p *packer) wait() error {
	for len(p.queue) > 0 {
		if err := p.take(<-p.queue[0]); err != nil {
			return err
		}
	}
	return nil
}

func (p *packer) take(x packed) error {
	p.queue = p.queue[1:]
	if x.err != nil {
		return x.err
	}
	return x.insert(x.data)
}
