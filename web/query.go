package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// Query declares a route's parameters. Their order determines the cache key. Undeclared parameters
// are ignored, so URLs that differ only in them share a cache entry.
type Query []Field

type Field struct {
	name    string
	kind    fieldKind
	words   []string // allowed words; the first is the default value
	same    string   // alias of the default value; empty if none
	Preset  int      // default value of a numeric parameter
	lo, hi  int      // inclusive bounds of a number
	Blank   bool     // set if an empty text is different from an absent one
	Longest int      // maximum length of a text in bytes
}

type fieldKind int

const (
	wordKind   fieldKind = iota // one of a fixed list of words
	numberKind                  // integer
	flagKind                    // flag: 1, or 0 for absent
	textKind                    // text, which only the handler can check
	listKind                    // list of texts, one per occurrence of the parameter
)

const (
	QueryLongest = 16 << 10 // maximum size of a query in bytes
	textLongest  = 256
	listMost     = 50   // maximum number of occurrences of a parameter
	lineLongest  = 4096 // maximum length in bytes of text typed by users and of record names
)

func WordField(name string, list ...string) Field {
	return Field{name: name, kind: wordKind, words: list}
}

// Also adds an alias for the default value.
func (f Field) Also(word string) Field {
	f.same = word
	return f
}

func NumberField(name string, preset, lo, hi int) Field {
	return Field{name: name, kind: numberKind, Preset: preset, lo: lo, hi: hi}
}

func FlagField(name string) Field { return Field{name: name, kind: flagKind} }

func TextField(name string) Field {
	return Field{name: name, kind: textKind, Longest: textLongest}
}

func LineField(name string) Field {
	return Field{name: name, kind: textKind, Longest: lineLongest}
}

func ListField(name string) Field {
	return Field{name: name, kind: listKind, Longest: textLongest}
}

func Nothing() Query { return Query{} }

func CSVField() Field { return WordField("format", "", "csv", "json", "parquet").Also("html") }

func WindowFields() Query {
	return Query{NumberField("limit", views.ListLimit, 1, 1000), OffsetField()}
}

func OffsetField() Field { return NumberField("offset", 0, 0, 1<<30) }

// And returns a query with additional fields.
func (q Query) And(more ...Field) Query { return slices.Concat(q, Query(more)) }

func (q Query) Find(name string) *Field {
	for i := range q {
		if q[i].name == name {
			return &q[i]
		}
	}
	return nil
}

// read validates the parameters. It omits default values and undeclared parameters.
func (q Query) read(values url.Values) (*asked, error) {
	a := &asked{Fields: q, values: url.Values{}, used: map[string]bool{}}
	for _, f := range q {
		list, err := f.read(values[f.name])
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			a.values[f.name] = list
		}
	}
	a.key = a.encode()
	return a, nil
}

// encode returns the query string with the parameters in declared order.
func (a *asked) encode() string {
	var pairs []string
	for _, f := range a.Fields {
		for _, v := range a.values[f.name] {
			pairs = append(pairs, f.name+"="+url.QueryEscape(v))
		}
	}
	return strings.Join(pairs, "&")
}

// read returns the validated values of a parameter; nil if it has its default value.
func (f Field) read(list []string) ([]string, error) {
	if f.kind == listKind {
		var once []string
		for _, v := range list {
			if len(v) > f.Longest {
				return nil, f.tooLong()
			}
			if v != "" && !slices.Contains(once, v) {
				once = append(once, v)
			}
			if len(once) > listMost {
				return nil, Bad("%s is given more than %d times.", f.name, listMost)
			}
		}
		return once, nil
	}
	if len(list) == 0 || list[0] == "" && !f.Blank {
		return nil, nil
	}
	v := list[0]
	switch f.kind {
	case numberKind:
		n, err := strconv.Atoi(v)
		if err != nil || n < f.lo || n > f.hi {
			return nil, Bad("%s=%s is not a whole number from %d to %d.", f.name, v, f.lo, f.hi)
		}
		if n == f.Preset {
			return nil, nil
		}
		return []string{strconv.Itoa(n)}, nil
	case wordKind, flagKind:
		return f.readWord(v)
	}
	if len(v) > f.Longest {
		return nil, f.tooLong()
	}
	return []string{v}, nil
}

func (f Field) readWord(v string) ([]string, error) {
	switch {
	case f.kind == flagKind && (v == "1" || v == "true"):
		return []string{"1"}, nil
	case f.kind == flagKind && (v == "0" || v == "false"):
		return nil, nil
	case f.kind == flagKind:
		return nil, Bad("%s=%s is not known; use %s=1 or leave it out.", f.name, v, f.name)
	case f.same != "" && v == f.same:
		return nil, nil
	case !slices.Contains(f.words, v):
		return nil, Bad("%s=%s is not known; use one of %s.", f.name, v, orList(append([]string{f.same}, f.words...)))
	case v == f.words[0]:
		return nil, nil
	}
	return []string{v}, nil
}

func (f Field) tooLong() error {
	return Bad("%s is longer than %d bytes.", f.name, f.Longest)
}

type asked struct {
	Fields Query
	values url.Values
	key    string // declared parameters in order, escaped
	used   map[string]bool
}

const askedKey = "asked"

// Ask returns the request's validated parameters. Reading an undeclared parameter panics, because
// undeclared parameters are not part of the cache key.
func Ask(c echo.Context) *asked {
	a, ok := c.Get(askedKey).(*asked)
	if !ok {
		panic("web: " + c.Path() + " declares no parameters")
	}
	return a
}

func (a *asked) field(name string, kinds ...fieldKind) *Field {
	f := a.Fields.Find(name)
	if f == nil || !slices.Contains(kinds, f.kind) {
		panic("web: parameter " + name + " is read and not declared so")
	}
	a.used[name] = true
	return f
}

func (a *asked) Text(name string) string {
	a.field(name, textKind)
	return a.values.Get(name)
}

func (a *asked) Word(name string) string {
	f := a.field(name, wordKind)
	if v := a.values.Get(name); v != "" {
		return v
	}
	return f.words[0]
}

func (a *asked) Number(name string) int {
	f := a.field(name, numberKind)
	n, err := strconv.Atoi(a.values.Get(name))
	if err != nil {
		return f.Preset // read has validated the value
	}
	return n
}

func (a *asked) Flag(name string) bool {
	a.field(name, flagKind)
	return a.values.Has(name)
}

func (a *asked) List(name string) []string {
	a.field(name, listKind)
	return a.values[name]
}

// Has reports whether the request has the parameter, even with an empty value.
func (a *asked) Has(name string) bool {
	a.field(name, textKind)
	return a.values.Has(name)
}

// asking validates the parameters before calling next, and removes undeclared parameters from the
// request.
func asking(q Query, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		if len(req.URL.RawQuery) > QueryLongest {
			return echo.NewHTTPError(http.StatusRequestURITooLong)
		}
		a, err := q.read(req.URL.Query())
		if err != nil {
			return err
		}
		c.Set(askedKey, a)
		a.address(c)
		return next(c)
	}
}

func (a *asked) address(c echo.Context) {
	req := c.Request()
	at := *req.URL
	at.RawQuery = a.key
	known := req.WithContext(req.Context())
	known.URL = &at
	c.SetRequest(known)
}

func (a *asked) drop(c echo.Context, name string) {
	a.values.Del(name)
	a.key = a.encode()
	a.address(c)
}

// WithoutPath returns the query without the parameters that are part of the path.
func (q Query) WithoutPath(path string) Query {
	return slices.DeleteFunc(slices.Clone(q), func(f Field) bool { return slices.Contains(PathNames(path), f.name) })
}

// OneOf returns the value of a parameter whose allowed words depend on the data. The first word is
// the default.
func OneOf(c echo.Context, name string, words ...string) (string, error) {
	s := Ask(c).Text(name)
	if s == "" {
		return words[0], nil
	}
	if !slices.Contains(words, s) {
		return "", Bad("%s=%s is not known; use one of %s.", name, s, orList(words))
	}
	return s, nil
}

func Convention(c echo.Context, b results.Benchmark) (string, error) {
	var ids []string
	for _, v := range score.ConventionsOf(b) {
		ids = append(ids, v.ID)
	}
	return OneOf(c, "convention", ids...)
}

func orList(words []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" }), ", ")
}

func WantsCSV(c echo.Context) bool { return isTable(Ask(c).Word("format")) }

func ListWindow(c echo.Context) (limit, offset int) {
	a := Ask(c)
	return a.Number("limit"), a.Number("offset")
}

func StatusNames() []string {
	var list []string
	for _, s := range results.Statuses() {
		list = append(list, string(s))
	}
	return list
}
