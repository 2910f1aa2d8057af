package trial

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/terminal"
)

// TrialScreens is what the terminal of a trial showed, drawn from a recording of it, a
// window of screens at a time. A screen stands until the next one. Without a recording
// there are none.
type TrialScreens struct {
	Run        string           `json:"run"`        // slug of the run
	Scenario   string           `json:"scenario"`   // slug of the scenario
	Task       string           `json:"task"`       // slug of the task
	Attempt    int              `json:"attempt"`    // counted from 1
	Recordings []TrialRecording `json:"recordings"` // of the trial
	Recording  int              `json:"recording"`  // number of the one that the screens are of; 0: there is none
	Readable   bool             `json:"readable"`   // whether it is an asciicast; if not, it has no screens here
	Bad        int              `json:"bad_lines"`  // lines of it that cannot be read and are left out
	Columns    int              `json:"columns"`    // of the terminal at the beginning
	Lines      int              `json:"lines"`      // of the terminal at the beginning
	Duration   float64          `json:"duration"`   // seconds until its last event
	Total      int              `json:"total"`      // screens of the whole recording
	Screens    []TrialScreen    `json:"screens"`    // of the window, in order
	Prev       *float64         `json:"prev_at"`    // seconds at which the window before begins; null: this is the first
	Next       *float64         `json:"next_at"`    // seconds at which the next window begins; null: this is the last
	URL        string           `json:"url"`        // of the page

	Of    *Trial  `json:"-"`
	Shown int     `json:"-"` // index in Screens of the one that stands at the time that was asked for
	At    float64 `json:"-"` // that time
}

// TrialRecording is a recording of a trial's terminal.
type TrialRecording struct {
	Number int    `json:"number"` // from 1, in the order of the records
	Name   string `json:"name"`   // of the record
	Bytes  int64  `json:"bytes"`  // of the record
	Record string `json:"record"` // address of the record
	URL    string `json:"url"`    // of the page that plays it

	ID int64 `json:"-"`
}

// TrialScreen is a screen of a terminal.
type TrialScreen struct {
	Number int     `json:"number"` // in the recording, from 1
	At     float64 `json:"at"`     // seconds from the beginning of the recording
	Text   string  `json:"text"`   // lines, without blanks at their ends and empty lines below
}

// Recordings are the records of a trial that are recordings of a terminal.
func (t *Trial) Recordings(raws []results.Raw) []TrialRecording {
	list := []TrialRecording{}
	for _, r := range raws {
		if terminal.IsRecording(r.Name, r.Media) {
			n := len(list) + 1
			list = append(list, TrialRecording{n, r.Name, r.Size, t.Query.Raw(r.Name), t.Query.Screens(n, ""), r.ID})
		}
	}
	return list
}

// NewTrialScreens is what is known before a recording is read.
func NewTrialScreens(t *Trial, raws []results.Raw) *TrialScreens {
	return &TrialScreens{Run: t.Run, Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Recordings: t.Recordings(raws),
		Screens: []TrialScreen{}, URL: t.Query.Screens(1, ""), Of: t}
}

// Play draws the window of a recording that has the screen of a time.
func (x *TrialScreens) Play(number int, data []byte, at float64) {
	x.Recording, x.At, x.URL = number, at, x.Of.Query.Screens(number, "")
	rec, ok := terminal.Read(data)
	if !ok {
		return
	}
	w := rec.Play(at)
	x.Readable, x.Bad, x.Columns, x.Lines, x.Duration, x.Total = true, rec.Bad, rec.Width, rec.Height, rec.Duration, w.Total
	for i, s := range w.Screens {
		x.Screens = append(x.Screens, TrialScreen{w.First + i, s.At, s.Text})
	}
	x.Shown = w.Standing(at)
	if w.Index > 0 {
		x.Prev = &w.Starts[w.Index-1]
	}
	if w.Index+1 < len(w.Starts) {
		x.Next = &w.Starts[w.Index+1]
	}
}

// Seconds writes a time as addresses have it.
func (x *TrialScreens) Seconds(at float64) string { return strconv.FormatFloat(at, 'f', -1, 64) }

// Moment is the address of a time of the recording.
func (x *TrialScreens) Moment(at float64) string {
	return x.Of.Query.Screens(x.Recording, x.Seconds(at))
}

// Twin is the address of the JSON of the window that has a time.
func (x *TrialScreens) Twin(at string) string {
	q := x.Of.Query
	return link.API(q.ScreensAt(x.Recording, at), "runs", q.Run, q.Scenario, q.Task, "screens")
}
