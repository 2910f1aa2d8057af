package web

import (
	"net/http"
	"testing"

	"github.com/clawatlas/clawatlas/views/link"
)

// The style guide is a page of development alone.
func TestStyleguideOnlyInDevelopment(t *testing.T) {
	site := newGoldenSite(t)
	if code := request(site.Handler, http.MethodGet, link.Styleguide).Code; code != http.StatusNotFound {
		t.Errorf("a public site answers %d", code)
	}
	dev := NewSite(Config{Store: site.Store, Version: "test", Dev: true})
	for range 2 { // the second time over another store
		if code := request(dev, http.MethodGet, link.Styleguide).Code; code != http.StatusOK {
			t.Errorf("a site in development answers %d", code)
		}
		dev.Replace(site.Store, func() {})
	}
}
