package ui

import (
	"context"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

// render is a component as text.
func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.String()
}

// within renders a component around another, as a page does with its content.
func within(t testing.TB, outer, inner templ.Component) string {
	t.Helper()
	var b strings.Builder
	ctx := templ.WithChildren(context.Background(), inner)
	if err := outer.Render(ctx, &b); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.String()
}

func ptr[T any](v T) *T { return &v }
