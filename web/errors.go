package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Bad returns an error for an invalid URL, with a message that can be shown to the user.
func Bad(format string, args ...any) error { return views.Refuse(format, args...) }

var errBusy = errors.New("too many pages are being rendered")

type tooMany struct{ wait time.Duration }

func (e tooMany) Error() string { return "too many requests" }

func retryAfter(err error) string {
	var e tooMany
	if errors.As(err, &e) {
		return strconv.Itoa(int(math.Ceil(e.wait.Seconds())))
	}
	return "5"
}

// status maps an error to the status code, key and message of the response. For status 500 the
// message does not contain the error, which is only logged.
func status(err error) (code int, key, message string) {
	var br views.Refusal
	var he *echo.HTTPError
	switch {
	case errors.As(err, &br):
		return http.StatusBadRequest, "bad_request", br.Message
	case errors.As(err, new(withdrawn)):
		return http.StatusGone, "withdrawn", err.Error()
	case errors.Is(err, results.ErrDamaged): // before results.ErrNotFound, which may be wrapped too
		return http.StatusServiceUnavailable, "damaged", "A record that this page shows is gone from where it was kept, or is not " +
			"what was kept there, so it is not shown. The fault was logged."
	case errors.Is(err, results.ErrUnavailable):
		return http.StatusServiceUnavailable, "unavailable", "The database does not answer at this moment. Please try again in a few seconds."
	case errors.Is(err, results.ErrNotFound):
		return http.StatusNotFound, "not_found", "There is no such page, or the database no longer holds what it showed."
	case errors.As(err, new(tooMany)):
		return http.StatusTooManyRequests, "too_many_requests", "Too many requests from this address. Please wait a few seconds."
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable, "busy", "Too many pages are being computed at this moment. Please try again in a few seconds."
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, "timeout", "This view took too long to compute. Please narrow it and try again."
	case errors.As(err, &he):
		switch he.Code {
		case http.StatusNotFound:
			return he.Code, "not_found", "There is no such page."
		case http.StatusMethodNotAllowed:
			return he.Code, "method_not_allowed", "The site can only be read: use GET or HEAD."
		case http.StatusRequestURITooLong:
			return he.Code, "too_long", "The address is too long."
		case http.StatusRequestEntityTooLarge:
			return he.Code, "too_large", "The request is too large."
		}
		if he.Code < http.StatusInternalServerError {
			return he.Code, "bad_request", http.StatusText(he.Code) + "."
		}
	}
	return http.StatusInternalServerError, "internal", "Something went wrong on our side. The fault was logged."
}

func (s *Server) fail(err error, c echo.Context) {
	if c.Response().Committed || errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		return
	}
	err = s.orWithdrawn(err, c)
	code, key, message := status(err)
	if code >= http.StatusInternalServerError && !errors.Is(err, errBusy) {
		s.cfg.Log.Error("request failed", "method", c.Request().Method, "path", c.Request().URL.Path, "id", requestID(c), "error", err)
	}
	if errors.Is(err, results.ErrCorrupt) {
		s.corrupt.Store(true)
	}
	h := c.Response().Header()
	mustNotKeep(h)
	switch code {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", retryAfter(err))
	}
	if at := c.Request().URL.Path; at == "/api" || strings.HasPrefix(at, "/api/") {
		writeErr := c.JSON(code, map[string]any{"error": map[string]string{"code": key, "message": message}})
		s.logWrite(writeErr)
		return
	}
	meta := ui.Meta{Title: words.Capital(strings.ToLower(http.StatusText(code))), Version: s.Frame.Version, Noindex: true}
	if c.Request().Method == http.MethodHead {
		h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
		c.Response().WriteHeader(code)
		return
	}
	// Use a context without cancellation, because the request may have timed out and the page must
	// still be written.
	ctx := context.WithoutCancel(c.Request().Context())
	var gone withdrawn
	_ = errors.As(err, &gone) // gone stays empty if the page has no successor
	s.logWrite(HTMLStatus(ctx, c, code, stepviews.Failure(meta, message, gone.Successor())))
}

func (s *Server) logWrite(err error) {
	if err != nil {
		s.cfg.Log.Warn("answer not written", "error", err)
	}
}

// IsNotFound reports whether err means that the requested item does not exist. It returns false for
// a damaged or lost record, although that error may wrap ErrNotFound.
func IsNotFound(err error) bool {
	return errors.Is(err, results.ErrNotFound) && !errors.Is(err, results.ErrDamaged)
}

type withdrawn struct{ results.Withdrawal }

func (w withdrawn) Error() string {
	return fmt.Sprintf("The run %s was withdrawn on %s, and its content was deleted. The reason given: %s", w.Run,
		words.Date(&w.At), ui.Plain(w.Reason))
}

// orWithdrawn replaces a not-found error if a run in the URL was withdrawn.
func (s *Server) orWithdrawn(err error, c echo.Context) error {
	if !IsNotFound(err) {
		return err
	}
	ctx := context.WithoutCancel(c.Request().Context())
	for _, slug := range []string{c.Param("run"), c.QueryParam("a"), c.QueryParam("b"), c.QueryParam("run")} {
		if !results.ValidSlug(slug) {
			continue
		}
		if w, werr := s.Store.FindWithdrawal(ctx, slug); werr == nil {
			return withdrawn{w}
		}
	}
	return err
}
