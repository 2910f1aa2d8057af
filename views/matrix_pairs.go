package views

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results/link"
)

// AddQuery adds one parameter to an address that link has made.
func AddQuery(at, key, value string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	u.RawQuery = link.With(u.Query(), key, value).Encode()
	return u.String()
}
