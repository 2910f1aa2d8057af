package inspect

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// span is where a value lies among what was read of a sample.
type span struct {
	at   int64
	size int
}

// sample is one sample as it was read: redacted, in memory while it is small and else on
// disk, with the places of its parts. What is long is looked at when it is needed.
type sample struct {
	spool    ingest.Spool
	size     int64
	members  map[string]span // of the sample itself
	messages []span          // the conversation as it ended
	events   []span
	pool     []span // messages that model calls refer to by their place
	attached map[string]span
	records  []kept
	left     []entryEnd // entries beside the chunks that cannot be read
	large    int        // values that were left out for their size
	first    int64
}

// kept is one entry among what was read, as it will be kept as a raw record.
type kept struct {
	name     string
	from, to int64
	sum      [sha256.Size]byte
}

func (s *sample) close() { _ = s.spool.Close() }

func (s *sample) text(at span) (jsontext.Value, error) {
	b := make([]byte, at.size)
	if n, err := s.spool.ReadAt(b, at.at); n < len(b) {
		return nil, fmt.Errorf("read back: %w", err)
	}
	return b, nil
}

// member gives a member of the sample; nil if it has none.
func (s *sample) member(name string) jsontext.Value {
	at, ok := s.members[name]
	if !ok {
		return nil
	}
	v, err := s.text(at)
	if err != nil {
		return nil
	}
	return v
}

// attachment gives the text that stands in the place of a reference.
func (s *sample) attachment(key string) (jsontext.Value, bool) {
	at, ok := s.attached[key]
	if !ok {
		return nil, false
	}
	v, err := s.text(at)
	return v, err == nil
}

// role says what a piece of a sample is.
type role int

const (
	glue       role = iota // what stands between the parts
	ofSample               // a member of the sample
	ofTalk                 // a message of the conversation
	ofEvents               // an event
	pooled                 // a message that model calls refer to
	attachment             // by its key
)

// piece is a part of an entry, with what stands before it.
type piece struct {
	role  role
	name  string // of a member or an attachment
	data  []byte
	lead  int // what it begins with
	large bool
}

// batch is what is redacted at once.
type batch struct {
	pieces []piece
	size   int
	end    *entryEnd // with the last piece of an entry
}

type entryEnd struct {
	name  string
	sum   [sha256.Size]byte
	fault error // why it is not kept
}

const batchSize = 1 << 20

// reading reads the entries of one sample: one goroutine cuts them into pieces, which are
// redacted side by side and stored in their order.
type reading struct {
	in   *ingest.Input
	out  chan *batch
	stop chan struct{}
	err  error

	b *batch
}

// load reads a sample. keep tells whether it will be kept as raw records, which sets the
// digest of its original bytes.
func load(in *ingest.Input, p *place) (*sample, error) {
	s := &sample{members: map[string]span{}, attached: map[string]span{}}
	r := &reading{in: in, out: make(chan *batch, 2), stop: make(chan struct{}), b: &batch{}}
	go func() {
		defer close(r.out)
		r.err = r.place(p)
	}()
	err := s.take(r)
	close(r.stop)
	for range r.out { // until the goroutine has ended
	}
	if err == nil && !errors.Is(r.err, errStopped) {
		err = r.err
	}
	if err != nil {
		s.close()
		return nil, err
	}
	if p.parts != nil {
		if err := s.pickMessages(); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

var errStopped = errors.New("stopped")

// take redacts and stores what is read.
func (s *sample) take(r *reading) error {
	for b := range r.out {
		r.redact(b)
		for i := range b.pieces {
			if err := s.put(&b.pieces[i]); err != nil {
				return err
			}
		}
		if b.end != nil && b.end.fault != nil {
			s.left = append(s.left, *b.end)
		} else if b.end != nil {
			s.records = append(s.records, kept{b.end.name, s.first, s.size, b.end.sum})
			s.first = s.size
		}
	}
	return nil
}

// redact redacts the pieces of a batch side by side.
func (r *reading) redact(b *batch) {
	if r.in.Redact == nil {
		return
	}
	var wg sync.WaitGroup
	workers := min(r.in.Workers(), len(b.pieces))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(b.pieces); i += workers {
				b.pieces[i].redact(r.in.Redact)
			}
		})
	}
	wg.Wait()
}

// redact takes secrets out of a piece. What the harness gave a command of its own as its
// environment is no evidence of what the agent did.
func (p *piece) redact(red ingest.Redact) {
	if p.role == ofEvents && bytes.Contains(p.data, []byte(`"sandbox"`)) {
		from, to := valueIn(p.data, p.lead)
		p.data = append(p.data[:from:from], withoutEnv(red, p.data[from:to])...)
	}
	p.data = red.Bytes(p.data)
}

// withoutEnv blanks the values of environment variables in a document.
func withoutEnv(red ingest.Redact, doc []byte) []byte {
	r, ok := red.(interface {
		EnvMap(doc []byte) ([]byte, error)
	})
	if !ok || !bytes.Contains(doc, []byte(`"env`)) {
		return doc
	}
	clean := doc
	if barewords(doc) {
		clean = quoted(doc)
	}
	if out, err := r.EnvMap(clean); err == nil && len(out) != len(clean) {
		return out
	}
	return doc
}

// put stores a piece and notes where its value lies.
func (s *sample) put(p *piece) error {
	from, to := valueIn(p.data, p.lead)
	at := span{s.size + int64(from), to - from}
	if p.large {
		s.large++
	}
	switch p.role {
	case ofSample:
		if _, twice := s.members[p.name]; twice {
			return fmt.Errorf("the name %q is repeated", p.name)
		}
		s.members[p.name] = at
	case ofTalk:
		s.messages = append(s.messages, at)
	case ofEvents:
		s.events = append(s.events, at)
	case pooled:
		s.pool = append(s.pool, at)
	case attachment:
		s.attached[p.name] = at
	}
	n, err := s.spool.Write(p.data)
	s.size += int64(n)
	return err
}

// pickMessages finds the conversation of a chunked sample among its messages.
func (s *sample) pickMessages() error {
	var refs [][2]int
	if v := s.member("message_refs"); v != nil {
		if err := decode(v, &refs, lenient); err != nil {
			return fmt.Errorf("message_refs: %w", err)
		}
	}
	list, err := s.pick(refs)
	s.messages = slices.Concat(s.messages, list)
	return err
}

// pick gives the messages of the pool that ranges mean.
func (s *sample) pick(refs [][2]int) ([]span, error) {
	var list []span
	for _, r := range refs {
		if r[0] < 0 || r[1] < r[0] || r[1] > len(s.pool) || len(list)+r[1]-r[0] > maxRefs {
			return list, fmt.Errorf("messages %d to %d are referred to, of %d", r[0], r[1], len(s.pool))
		}
		list = append(list, s.pool[r[0]:r[1]]...)
	}
	return list, nil
}

// maxRefs bounds how many messages one list may refer to.
const maxRefs = 1_000_000
