// Package views holds the pages as templ components and the structs that they
// show. A page takes one struct, makes no query and reads no clock.
package views
