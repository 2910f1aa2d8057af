package fingerprint

// Window is the site's mark, a real piece of a run: five rounds of five
// scenarios of ClawArena that neighbour each other in the dataset, hil_d3,
// hil_i2, hil_g1, hil_j1 and hil_f7, rounds q5 to q9, as Gemma 4 31B took them
// with OpenClaw in the public records (run 0851fe62). 20 were passed, 5 failed:
// # and o. A test of the real records in web holds it against them.
var Window = [5]string{
	"#o###",
	"o##o#",
	"####o",
	"o####",
	"#####",
}

// WindowFrom is where the window begins: its first scenario and round.
const ()

// mark draws the window with cells of side c and the gap between them.
func mark(c, gap, stroke float64) layers {
	l := layers{{Class: ClassPassed}, {Class: ClassFailed}}
	for y, row := range Window {
		for x, k := range row {
			px, py := float64(x)*(c+gap), float64(y)*(c+gap)
			if k == '#' {
				l.Rect(ClassPassed, px, py, c, c)
			} else {
				drawHollow(&l, ClassFailed, px, py, c, stroke)
			}
		}
	}
	return l
}
