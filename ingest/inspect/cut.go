package inspect

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strconv"

	"github.com/clawatlas/clawatlas/ingest"
)

func (r *reading) place(p *place) error {
	err := r.entry(p.main, p.main.name, r.sample)
	if err != nil || p.parts == nil {
		return err
	}
	for _, kind := range chunked {
		for _, c := range p.parts[kind] {
			if err := r.entry(c.entry, c.name, func(s *scanner) error { return r.chunk(s, kind, c.start) }); err != nil {
				return err
			}
		}
	}
	for _, e := range p.rest {
		if err := r.beside(e); err != nil {
			return err
		}
	}
	return nil
}

// beside keeps an entry that is not looked into. Where it cannot be read the chunks say
// all the same what they say.
func (r *reading) beside(e *entry) error {
	f, err := e.open()
	if err != nil {
		return r.send(&entryEnd{name: e.name, fault: err})
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPiece+1))
	if err == nil && len(data) > maxPiece {
		err = fmt.Errorf("larger than %d bytes: %w", maxPiece, ingest.ErrTooLarge)
	}
	if err != nil {
		return r.send(&entryEnd{name: e.name, fault: err})
	}
	r.b.pieces = append(r.b.pieces, piece{role: glue, data: data})
	return r.send(&entryEnd{name: e.name, sum: sha256.Sum256(data)})
}

func (r *reading) entry(e *entry, name string, read func(*scanner) error) error {
	f, err := e.open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer f.Close()
	sum := sha256.New()
	s := newScanner(io.TeeReader(f, sum), maxPiece)
	err = read(s)
	if err == nil {
		err = s.rest()
	}
	if err == nil {
		err = r.cut(s, glue, "", alone)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return r.send(&entryEnd{name: name, sum: [sha256.Size]byte(sum.Sum(nil))})
}

// cut takes what was read since the last piece.
func (r *reading) cut(s *scanner, what role, name string, lead int) error {
	data, large := s.cut()
	r.b.pieces = append(r.b.pieces, piece{what, name, bytes.Clone(data), lead, large > 0})
	if r.b.size += len(data); r.b.size < batchSize {
		return nil
	}
	return r.send(nil)
}

func (r *reading) send(end *entryEnd) error {
	r.b.end = end
	select {
	case r.out <- r.b:
		r.b = &batch{}
		return nil
	case <-r.stop:
		return errStopped
	}
}

// sample cuts a sample into its members and the long ones into their elements.
func (r *reading) sample(s *scanner) error {
	return s.begun(func(name string, c byte) error {
		switch {
		case name == "messages" && c == '[':
			return r.elements(s, ofTalk)
		case name == "events" && c == '[':
			return r.elements(s, ofEvents)
		case name == "message_pool" && c == '[':
			return r.elements(s, pooled)
		case name == "attachments" && c == '{':
			return r.attachments(s)
		case (name == "events_data" || name == "transcript") && c == '{':
			return r.inner(s)
		}
		return r.value(s, ofSample, name, named)
	})
}

// inner cuts an object that holds lists of a sample: what its events refer to, or the
// events themselves in the oldest logs.
func (r *reading) inner(s *scanner) error {
	return r.list(s, func() error {
		return s.begun(func(name string, c byte) error {
			switch {
			case name == "messages" && c == '[':
				return r.elements(s, pooled)
			case name == "events" && c == '[':
				return r.elements(s, ofEvents)
			case name == "content" && c == '{':
				return r.attachments(s)
			}
			return r.value(s, glue, "", alone)
		})
	})
}

// value goes over the next value and cuts it.
func (r *reading) value(s *scanner, what role, name string, lead int) error {
	if err := s.skip(); err != nil {
		return err
	}
	return r.cut(s, what, name, lead)
}

func (r *reading) elements(s *scanner, what role) error {
	return r.list(s, func() error {
		return s.array(func() error { return r.value(s, what, "", element) })
	})
}

// list cuts what stands before a list or an object and behind it, so that each piece
// begins as its place says: the first bracket goes with the first element.
func (r *reading) list(s *scanner, read func() error) error {
	if err := r.cut(s, glue, "", alone); err != nil {
		return err
	}
	if err := read(); err != nil {
		return err
	}
	return r.cut(s, glue, "", alone)
}

func (r *reading) attachments(s *scanner) error {
	return r.list(s, func() error {
		return s.object(func(key string) error { return r.value(s, attachment, key, named) })
	})
}

// chunk cuts one chunk of a sample.
func (r *reading) chunk(s *scanner, kind string, start int) error {
	switch kind {
	case "messages":
		return r.elements(s, pooled)
	case "events":
		return r.elements(s, ofEvents)
	case "attachments":
		n := start - 1
		return s.array(func() error {
			n++
			return r.value(s, attachment, strconv.Itoa(n), element)
		})
	case "calls":
		return r.value(s, glue, "", alone)
	}
	return r.value(s, ofSample, kind, alone)
}
