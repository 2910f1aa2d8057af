package web

import (
	"container/list"
	"net/netip"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

// bucketsKept bounds how many readers the limit remembers, so that addresses
// without number do not fill the memory. The one that was heard of least
// recently is forgotten first, and begins anew with a full bucket.
const bucketsKept = 20_000

// buckets bound the requests of each reader: an address of IPv4, or the 64
// bits of IPv6 within which one customer may choose.
type buckets struct {
	rate  rate.Limit // a second
	burst int

	mu     sync.Mutex
	order  *list.List // of *bucket, the latest first
	byAddr map[netip.Prefix]*list.Element
}

type bucket struct {
	of      netip.Prefix
	limiter *rate.Limiter
}

func newBuckets(perSecond float64) *buckets {
	return &buckets{rate: rate.Limit(perSecond), burst: max(1, int(perSecond*4)), order: list.New(), byAddr: map[netip.Prefix]*list.Element{}}
}

// bucketOf is the range of addresses that count as one reader. All whose
// address is not known share one.
func bucketOf(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// take counts a request; it returns how long the reader has to wait if it is
// one too many.
func (b *buckets) take(a netip.Addr, now time.Time) time.Duration {
	of := bucketOf(a)
	b.mu.Lock()
	defer b.mu.Unlock()
	el, ok := b.byAddr[of]
	if !ok {
		el = b.order.PushFront(&bucket{of, rate.NewLimiter(b.rate, b.burst)})
		b.byAddr[of] = el
		if b.order.Len() > bucketsKept {
			last := b.order.Back()
			delete(b.byAddr, last.Value.(*bucket).of)
			b.order.Remove(last)
		}
	}
	b.order.MoveToFront(el)
	r := el.Value.(*bucket).limiter.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// limiter bounds requests by address.
func (s *Server) limiter() echo.MiddlewareFunc {
	if s.limit <= 0 {
		return func(next echo.HandlerFunc) echo.HandlerFunc { return next }
	}
	b := newBuckets(s.limit)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if wait := b.take(s.clients.address(c.Request()), time.Now()); wait > 0 {
				return tooMany{wait}
			}
			return next(c)
		}
	}
}
