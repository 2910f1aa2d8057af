package web

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	renders  *prometheus.HistogramVec
}

func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "clawatlas_http_requests_total",
			Help: "Requests by route and status."}, []string{"route", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "clawatlas_http_request_seconds", Help: "Time to answer by route.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}}, []string{"route"}),
	}
	m.renders = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "clawatlas_render_seconds",
		Help:    "Time to render a page that was not kept, by route, without the wait for a turn.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}}, []string{"route"})
	m.registry.MustRegister(m.requests, m.seconds, m.renders, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		start := time.Now()
		c.Response().Header().Set(echo.HeaderXRequestID, s.clients.requestID(c.Request()))
		defer func() {
			if p := recover(); p != nil {
				s.cfg.Log.Error("handler panicked", "path", c.Request().URL.Path, "id", requestID(c), "panic", p)
				s.fail(echo.NewHTTPError(http.StatusInternalServerError), c)
			}
			route, code := cmp.Or(c.Path(), "none"), statusSent(c.Response())
			took := time.Since(start)
			s.cfg.Metrics.requests.WithLabelValues(route, strconv.Itoa(code)).Inc()
			s.cfg.Metrics.seconds.WithLabelValues(route).Observe(took.Seconds())
			if s.cfg.LogRequests {
				s.cfg.Log.Info("request", "method", c.Request().Method, "route", route, "path", c.Request().URL.Path, "status", code,
					"ms", float64(took.Microseconds())/1000, "bytes", c.Response().Size, "id", requestID(c))
			}
		}()
		if err := next(c); err != nil {
			s.fail(err, c)
		}
		return nil
	}
}

// statusLeft is the status logged for a request whose client disconnected before the response, as
// in nginx.
const statusLeft = 499

func statusSent(r *echo.Response) int {
	if !r.Committed {
		return statusLeft
	}
	return r.Status
}

func requestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

var idByProxy = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// requestID returns the request id set by a trusted proxy, or a new random one.
func (x clients) requestID(req *http.Request) string {
	if id := req.Header.Get(echo.HeaderXRequestID); idByProxy.MatchString(id) && x.trusts(addressOf(req.RemoteAddr)) {
		return id
	}
	return strconv.FormatUint(rand.Uint64(), 36)
}

// Handler serves the metrics to Prometheus. It is meant for a separate listener that is not public.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}
