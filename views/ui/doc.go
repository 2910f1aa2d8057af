// Package ui holds the parts that all pages are built from: the frame, tables, marks, forms
// and texts of strangers. Package chart holds what is drawn. Colours, sizes and states are
// classes of static/app.css; no part writes an inline style or script, and no page may.
package ui
