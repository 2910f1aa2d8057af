package sqlstore

import (
	"database/sql/driver"
	"strings"
	"unicode/utf8"
)

// CheckValue converts a value in place to what drivers take and cleans texts.
func CheckValue(v *driver.NamedValue) error {
	x, err := driver.DefaultParameterConverter.ConvertValue(v.Value)
	if err != nil {
		return err
	}
	if s, ok := x.(string); ok {
		x = cleanText(s)
	}
	v.Value = x
	return nil
}

// cleanText replaces zero bytes and invalid UTF-8, which PostgreSQL refuses.
func cleanText(s string) string {
	if strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
