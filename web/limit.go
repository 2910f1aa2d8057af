package web

import (
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"github.com/clawatlas/clawatlas/results/recent"
)

// bucketsKept bounds how many readers the limit remembers, so that addresses without number
// do not fill the memory. The one heard of least recently is forgotten and begins anew.
const bucketsKept = 20_000

// buckets bound the requests of each reader.
type buckets struct {
	rate  rate.Limit // a second
	burst int
	kept  *recent.Cache[*rate.Limiter]
}

func newBuckets(perSecond float64) *buckets {
	return &buckets{rate: rate.Limit(perSecond), burst: max(1, int(perSecond*4)), kept: recent.New[*rate.Limiter](bucketsKept)}
}

// bucketOf is the range of addresses that count as one reader: an address of IPv4, or the 64
// bits of IPv6 within which one customer may choose. Unknown addresses share one.
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

// take counts a request; it returns how long the reader has to wait if it is one too many.
func (b *buckets) take(a netip.Addr, now time.Time) time.Duration {
	of := bucketOf(a).String()
	b.kept.Put(of, rate.NewLimiter(b.rate, b.burst), 1) // unless there is one
	limiter, _ := b.kept.Get(of)
	r := limiter.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// limiter bounds requests by address.
func (s *Server) limiter() echo.MiddlewareFunc {
	b := newBuckets(s.limit)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if s.limit > 0 {
				if wait := b.take(s.clients.address(c.Request()), time.Now()); wait > 0 {
					return tooMany{wait}
				}
			}
			return next(c)
		}
	}
}
