package export

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Broken is a link of an exported file that leads nowhere.
type Broken struct {
	File, Link string
	Why        string // what kind of fault it is
}

// Kinds of broken links.
const (
	FromRoot    = "begins at the root of a server" // and fails below a directory and from a disk
	ToQuery     = "has a query, which hosts of files ignore"
	ToDirectory = "leads to a directory, which has no page from a disk"
	ToNothing   = "leads to no file"
	ToNoPlace   = "names no place of the file"
	ToServer    = "is a form, which only a server answers"
)

// CheckLinks follows every link of every page, drawing, style sheet, feed and
// sitemap of an export, and gives those that do not work on a plain host, below a
// directory or from a disk, with the number of all. The page for what is not there
// is asked for at any depth, so its links begin at the root; base is that of the
// export.
func CheckLinks(fsys fs.FS, base string) (broken []Broken, total int, err error) {
	c := &checker{fsys: fsys, base: base, places: map[string]map[string]bool{}, links: map[string][]string{}, forms: map[string][]string{}}
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return c.read(name)
	})
	if err != nil {
		return nil, 0, err
	}
	for _, file := range slices.Sorted(maps.Keys(c.links)) {
		for _, l := range c.forms[file] {
			if to, _, _ := c.resolve(file, l); to != fileName(searchPath, answered{kind: "text/html"}) {
				broken = append(broken, Broken{file, l, ToServer})
			}
		}
		for _, l := range c.links[file] {
			total++
			if why := c.follow(file, l); why != "" {
				broken = append(broken, Broken{file, l, why})
			}
		}
	}
	return broken, total, nil
}

type checker struct {
	fsys   fs.FS
	base   string
	places map[string]map[string]bool // ids by file
	links  map[string][]string        // of a file, each once
	forms  map[string][]string        // where forms of a file are sent
}

var (
	cssLink  = regexp.MustCompile(`url\(\s*["']?([^"')]+)["']?\s*\)`)
	siteLink = regexp.MustCompile(`<loc>([^<]*)</loc>`)
)

// read notes the links and the ids of a file.
func (c *checker) read(name string) error {
	c.places[name] = nil
	ext := path.Ext(name)
	switch ext {
	case ".html", ".svg", ".atom", ".xml", ".css":
	default:
		return nil
	}
	body, err := fs.ReadFile(c.fsys, name)
	if err != nil {
		return err
	}
	links, ids, forms := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range cssLink.FindAllSubmatch(body, -1) {
		if ext == ".css" {
			links[string(m[1])] = true
		}
	}
	for _, m := range siteLink.FindAllSubmatch(body, -1) {
		links[html.UnescapeString(string(m[1]))] = true
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for ext != ".css" && z.Next() != html.ErrorToken {
		t := z.Token()
		if t.Type != html.StartTagToken && t.Type != html.SelfClosingTagToken {
			continue
		}
		for _, a := range t.Attr {
			if t.Data == "form" && a.Key == "action" {
				forms[a.Val] = true
			}
			switch a.Key {
			case "id":
				ids[a.Val] = true
			case "href", "src", "action", "poster", "data", "xlink:href":
				links[a.Val] = true
			case "data-step-url":
				links[strings.Replace(a.Val, numbered, "1", 1)] = true
			case "content":
				if c.base != "" && strings.HasPrefix(a.Val, c.base) {
					links[a.Val] = true
				}
			case "srcset":
				for one := range strings.SplitSeq(a.Val, ",") {
					links[strings.Fields(one + " x")[0]] = true
				}
			}
		}
	}
	c.places[name], c.forms[name], c.links[name] = ids, slices.Sorted(maps.Keys(forms)), slices.Sorted(maps.Keys(links))
	return nil
}

// follow says what is wrong with a link of a file; empty if it works.
func (c *checker) follow(file, link string) string {
	target, u, why := c.resolve(file, link)
	switch {
	case why != "" || u == nil:
		return why
	case u.RawQuery != "":
		return ToQuery
	}
	ids, there := c.places[target]
	if !there {
		if info, err := fs.Stat(c.fsys, target); err == nil && info.IsDir() {
			return ToDirectory
		}
		return ToNothing
	}
	if u.Fragment != "" && !ids[u.Fragment] {
		return ToNoPlace
	}
	return ""
}

// resolve is the file that a link of a file names; without an address it is that of
// another site.
func (c *checker) resolve(file, link string) (target string, u *url.URL, why string) {
	if strings.HasPrefix(link, Origin) {
		return "", nil, ToNothing
	}
	rest, whole := strings.CutPrefix(link, c.base)
	if whole = whole && c.base != ""; whole {
		rest = "/" + rest
	}
	u, err := url.Parse(rest)
	if err != nil {
		return "", nil, fmt.Sprintf("is no address: %v", err)
	}
	switch {
	case u.Scheme != "" || u.Host != "":
		return "", nil, ""
	case whole:
		return strings.TrimPrefix(u.Path, "/"), u, ""
	case strings.HasPrefix(u.Path, "/") && file == "404.html":
		return strings.TrimPrefix(u.Path, rooted(c.base, "")), u, ""
	case strings.HasPrefix(u.Path, "/"):
		return "", nil, FromRoot
	case u.Path == "":
		return file, u, ""
	}
	return path.Join(path.Dir(file), u.Path), u, ""
}
