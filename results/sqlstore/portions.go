package sqlstore

import "context"

// Portions hands over things many at a time.
type Portions[T any] struct {
	Most   int
	Weigh  func(T) int // in bytes; nil where things are light
	Heavy  int         // bytes with which a portion is full
	To     func(context.Context, []T) error
	list   []T
	weight int
}

// Add takes in one thing.
func (p *Portions[T]) Add(ctx context.Context, v T) error {
	p.list = append(p.list, v)
	if p.Weigh != nil {
		p.weight += p.Weigh(v)
	}
	if len(p.list) < p.Most && (p.Weigh == nil || p.weight < p.Heavy) {
		return nil
	}
	return p.Flush(ctx)
}

// Flush hands over what waits.
func (p *Portions[T]) Flush(ctx context.Context) error {
	if len(p.list) == 0 {
		return nil
	}
	err := p.To(ctx, p.list)
	clear(p.list) // what is handed over may be large
	p.list, p.weight = p.list[:0], 0
	return err
}
