package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Maximum size of a rendered screen, even if the recording states a larger one.
const (
	maxWidth  = 500
	maxHeight = 200
)

// grid is a terminal screen. It supports cursor movement and the clearing and shifting of lines,
// but neither colours nor replies of the terminal.
type grid struct {
	w, h   int
	cells  [][]rune // characters on the screen; 0 for an empty cell and for the second half of a wide character
	x, y   int
	wrap   bool // set if the next character begins a new line
	top    int  // first and last line of the scrolling region
	bottom int
	saved  [2]int
	other  [][]rune // content of the main screen while the alternate screen is active
	p      *ansi.Parser
	held   []byte // first bytes of a character that is incomplete at the end of the input so far
}

func newGrid(w, h int) *grid {
	s := &grid{w: min(max(w, 1), maxWidth), h: min(max(h, 1), maxHeight)}
	s.cells = s.blank()
	s.bottom = s.h - 1
	s.p = ansi.NewParser()
	s.p.SetHandler(ansi.Handler{Print: s.print, Execute: s.execute, HandleCsi: s.csi, HandleEsc: s.esc})
	return s
}

func (s *grid) blank() [][]rune {
	cells := make([][]rune, s.h)
	for i := range cells {
		cells[i] = make([]rune, s.w)
	}
	return cells
}

func (s *grid) write(text string) {
	data := append(s.held, text...)
	s.held = nil
	for i := max(0, len(data)-utf8.UTFMax); i < len(data); i++ {
		if utf8.RuneStart(data[i]) && data[i] >= utf8.RuneSelf && !utf8.FullRune(data[i:]) {
			s.held = append([]byte(nil), data[i:]...)
			data = data[:i]
			break
		}
	}
	for _, b := range data {
		s.p.Advance(b)
	}
}

// text returns the screen as lines, without trailing blanks and without empty lines at the end.
func (s *grid) text() string {
	var lines []string
	for i := range s.cells {
		lines = append(lines, s.line(i))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func (s *grid) line(i int) string {
	var b strings.Builder
	skip := false
	for _, r := range s.cells[i] {
		switch {
		case skip:
			skip = false
		case r == 0:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
			skip = ansi.StringWidth(string(r)) == 2
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// endOf reports whether the text ends with the content of the screen. Empty lines at the end of the
// screen need not be in the text.
func (s *grid) endOf(lines []string) bool {
	row := len(s.cells) - 1
	for row >= 0 && s.line(row) == "" {
		row--
	}
	end := withoutEmpty(lines[max(0, len(lines)-len(s.cells)):])
	if row == len(s.cells)-1 {
		end = withoutEmpty(lines)
		end = end[max(0, len(end)-row-1):]
	}
	if row < 0 || len(end) != row+1 || s.line(row) != end[row] {
		return false
	}
	other := 0
	for i := range row {
		if s.line(i) != end[i] {
			other++
		}
	}
	return other <= 1
}

func withoutEmpty(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (s *grid) print(r rune) {
	width := ansi.StringWidth(string(r))
	if width == 0 {
		return // combining marks occupy no cell
	}
	if s.wrap || s.x+width > s.w {
		s.x, s.wrap = 0, false
		s.down()
	}
	if s.x+width > s.w {
		return // a wide character does not fit on a screen of one column
	}
	s.cells[s.y][s.x] = r
	for i := 1; i < width; i++ {
		s.cells[s.y][s.x+i] = 0
	}
	if s.x += width; s.x >= s.w {
		s.x, s.wrap = s.w-1, true
	}
}

func (s *grid) execute(b byte) {
	switch b {
	case '\r':
		s.x, s.wrap = 0, false
	case '\n', '\v', '\f':
		s.down()
	case '\b':
		s.x, s.wrap = max(0, s.x-1), false
	case '\t':
		s.x, s.wrap = min(s.w-1, (s.x/8+1)*8), false
	}
}

func (s *grid) down() {
	if s.y == s.bottom {
		s.shift(s.top, s.bottom, 1)
	} else {
		s.y = min(s.h-1, s.y+1)
	}
}

// shift moves the lines from top to bottom up by n lines, or down if n is negative.
func (s *grid) shift(top, bottom, n int) {
	size := bottom - top + 1
	for range min(size, max(n, -n)) {
		if n > 0 {
			row := s.cells[top]
			copy(s.cells[top:bottom], s.cells[top+1:bottom+1])
			clear(row)
			s.cells[bottom] = row
		} else {
			row := s.cells[bottom]
			copy(s.cells[top+1:bottom+1], s.cells[top:bottom])
			clear(row)
			s.cells[top] = row
		}
	}
}

func (s *grid) esc(cmd ansi.Cmd) {
	switch cmd.Final() {
	case 'D':
		s.down()
	case 'E':
		s.x = 0
		s.down()
	case 'M':
		if s.y == s.top {
			s.shift(s.top, s.bottom, -1)
		} else {
			s.y = max(0, s.y-1)
		}
	case '7':
		s.saved = [2]int{s.x, s.y}
	case '8':
		s.x, s.y, s.wrap = s.saved[0], s.saved[1], false
	case 'c':
		s.cells, s.x, s.y, s.top, s.bottom, s.wrap = s.blank(), 0, 0, 0, s.h-1, false
	}
}

func (s *grid) csi(cmd ansi.Cmd, params ansi.Params) {
	arg := func(i, missing int) int {
		n, _, ok := params.Param(i, missing)
		if !ok {
			n = missing
		}
		return min(max(n, 0), 1<<14)
	}
	n := max(1, arg(0, 1))
	if cmd.Prefix() == '?' {
		if m := arg(0, 0); m == 1049 || m == 1047 || m == 47 {
			s.alternate(cmd.Final() == 'h')
		}
		return
	}
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		return
	}
	s.wrap = s.wrap && cmd.Final() == 'm'
	switch cmd.Final() {
	case 'A':
		s.y = max(0, s.y-n)
	case 'B', 'e':
		s.y = min(s.h-1, s.y+n)
	case 'C', 'a':
		s.x = min(s.w-1, s.x+n)
	case 'D':
		s.x = max(0, s.x-n)
	case 'E':
		s.x, s.y = 0, min(s.h-1, s.y+n)
	case 'F':
		s.x, s.y = 0, max(0, s.y-n)
	case 'G', '`':
		s.x = min(s.w, n) - 1
	case 'd':
		s.y = min(s.h, n) - 1
	case 'H', 'f':
		s.y, s.x = min(s.h, n)-1, min(s.w, max(1, arg(1, 1)))-1
	case 'J':
		s.eraseScreen(arg(0, 0))
	case 'K':
		row := s.cells[s.y]
		switch arg(0, 0) {
		case 0:
			clear(row[s.x:])
		case 1:
			clear(row[:s.x+1])
		case 2:
			clear(row)
		}
	case 'X':
		clear(s.cells[s.y][s.x:min(s.w, s.x+n)])
	case 'P':
		row := s.cells[s.y]
		k := min(n, s.w-s.x)
		copy(row[s.x:], row[s.x+k:])
		clear(row[s.w-k:])
	case '@':
		row := s.cells[s.y]
		k := min(n, s.w-s.x)
		copy(row[s.x+k:], row[s.x:s.w-k])
		clear(row[s.x : s.x+k])
	case 'L', 'M':
		if s.y >= s.top && s.y <= s.bottom {
			if cmd.Final() == 'L' {
				n = -n
			}
			s.shift(s.y, s.bottom, n)
		}
	case 'S':
		s.shift(s.top, s.bottom, n)
	case 'T':
		s.shift(s.top, s.bottom, -n)
	case 'r':
		top, bottom := n-1, min(s.h, max(1, arg(1, s.h)))-1
		if top < bottom {
			s.top, s.bottom, s.x, s.y = top, bottom, 0, 0
		}
	case 's':
		s.saved = [2]int{s.x, s.y}
	case 'u':
		s.x, s.y = s.saved[0], s.saved[1]
	}
}

func (s *grid) eraseScreen(mode int) {
	switch mode {
	case 0:
		clear(s.cells[s.y][s.x:])
		for i := s.y + 1; i < s.h; i++ {
			clear(s.cells[i])
		}
	case 1:
		for i := range s.y {
			clear(s.cells[i])
		}
		clear(s.cells[s.y][:s.x+1])
	case 2, 3:
		for i := range s.cells {
			clear(s.cells[i])
		}
	}
}

func (s *grid) alternate(on bool) {
	switch {
	case on && s.other == nil:
		s.other, s.cells = s.cells, s.blank()
	case !on && s.other != nil:
		s.cells, s.other = s.other, nil
	}
}

// resize changes the size of the screen without reflowing lines. It removes lines at the top if the
// cursor would otherwise be below the last line.
func (s *grid) resize(w, h int) {
	w, h = min(max(w, 1), maxWidth), min(max(h, 1), maxHeight)
	gone := max(0, s.y-h+1)
	fit := func(old [][]rune) [][]rune {
		cells := make([][]rune, h)
		for i := range cells {
			cells[i] = make([]rune, w)
			if i+gone < len(old) {
				copy(cells[i], old[i+gone])
			}
		}
		return cells
	}
	s.cells = fit(s.cells)
	if s.other != nil {
		s.other = fit(s.other)
	}
	s.w, s.h, s.x, s.y, s.wrap, s.top, s.bottom = w, h, min(s.x, w-1), s.y-gone, false, 0, h-1
	s.saved = [2]int{min(s.saved[0], w-1), min(s.saved[1], h-1)}
}
