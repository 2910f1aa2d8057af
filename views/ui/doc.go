// Package ui holds the parts that all pages are built from: the frame, tables,
// marks, forms and the formatting of numbers. Package chart holds what is drawn.
// Colours, sizes and states are classes of static/app.css; no part writes an
// inline style or script, and no page may.
//
// # Frame
//
//	@ui.Page(ui.Meta{Title: "Leaderboard", JSONPath: "/api/v1/...", Nav: ui.NavBoards, Crumbs: ...}) {
//		@ui.Heading("ClawArena v2", "14 systems on 337 rounds in 12 scenarios.")
//		@ui.Tabs("Views", []ui.Tab{{Label: "Leaderboard", Href: "/b/clawarena", Current: true}, ...})
//		...
//	}
//
// Page has the skip link, header, breadcrumb, main and footer. Meta.Scripted
// shows the notice on scripted agents; Meta.Wide takes the full width.
//
// # Numbers
//
// Pct, Points, Fixed, Count, CountOf, Frac, PValue, Between, Ranks, Duration,
// Seconds, Tokens, Bytes, Date, DateTime and Plural return text. What is nil
// becomes NotRecorded; show it with Value or Num, which mark it.
//
//	@ui.Num(words.Pct(row.Score))             // a right-aligned cell: 78.34
//	@ui.Value(words.Duration(trial.DurationMS))
//	<p>{ words.Frac(264, 337) }</p>           // 264 of 337 (78.34 %)
//
// # Marks
//
//	@ui.Status(trial.Status)               // one mark, its word for screen readers
//	@ui.StatusText(trial.Status)           // mark and word
//	@ui.StatusLegend()                     // where marks are used; or only (results.Passed, ...)
//	@ui.Evidence(row.Evidence)             // and @ui.EvidenceLegend()
//	@ui.Pick(option.Gold, picked)          // one option of a choice; and @ui.PickLegend()
//	@ui.LetterA()  @ui.LetterB()           // the two compared runs
//
// # Tables
//
//	@ui.Table(ui.TableOf{Caption: "14 systems, 337 rounds each"}) {
//		@ui.HeaderRow([]ui.Header{{Label: "System"}, {Label: "TCR", Unit: "%", Num: true, Href: "?sort=tcr", Dir: ui.Descending}, {Title: "Evidence"}})
//		<tbody>
//			<tr class="tie">
//				<th scope="row"><a href="...">...</a></th>
//				@ui.Num(...)
//			</tr>
//		</tbody>
//	}
//
// Captions are unique within a page: they name the region. The first cell of a
// row is a th, which stays in view on narrow screens. Row classes: tie draws a
// heavier line above, off is quiet (not ranked), group heads a group of rows,
// total sums up. Table class fit is as wide as its content.
// TableOf.Tall scrolls a long table in its own box, TableOf.Wide a wide one on any
// screen. Values with intervals are a chart.ForestTable.
//
// # Heat and rounds
//
//	@ui.HeatCell(ui.HeatOf{Class: ui.Heat(v, 0, 1), Text: "78", Title: "hil_c7, gpt-5.5: 78.34 %", Href: "..."})
//	@ui.HeatCell(ui.HeatOf{Class: ui.HeatDiff(v, 0.5), ...})
//	@ui.Ramp("Passed, %", "0", "100")      // or DiffRamp
//	@fingerprint.Strip(fingerprint.Row{Label: "gpt-5.5, hil_c7", Cells: ...}, fingerprint.Large)
//
// Whole heatmaps are chart.HeatTable.
//
// # Text of strangers
//
//	<div class="txt">@ui.Visible(text)</div>
//	@ui.Folded(ui.Fold{Text: text, Href: "/runs/.../raw"})
//	title={ ui.Plain(text) }               // where only text may stand
//
// Visible escapes and marks control, bidi and zero-width characters; Folded
// shows 24 lines of it and folds the rest.
//
// # Other parts
//
//	@ui.PageLinks(ui.Pager{From: 1, To: 200, Total: 1337, Noun: "trials", Next: "?offset=200"})
//	@ui.FilterForm(ui.Filter{Action: "/b/clawarena", Fields: ...})
//	@ui.Notice(ui.Warning) { ... }
//	@ui.Empty("No run has been ingested yet. Read one in with:", "clawatlas ingest ./results")
//	@ui.DefList() { @ui.Def("Digest") { <code>...</code> } }
//	@ui.FactList() { @ui.Fact("CRS, %") { 68.28 } }
//	@ui.CopyLink("#step-12", "step 12")
//
// # A trace
//
//	<div class="trace">
//		<nav class="outline" aria-label="Outline"><ol><li><a href="#step-12">12 exec</a></li></ol></nav>
//		<ol class="steps" data-step-url="/runs/r/s/t?from={n}#step-{n}">
//			<li class="step" id="step-12" data-failed?={ failed }>
//				<div class="gutter"><a href="#step-12">12</a><span>agent</span><span>+4.2 s</span><span>1.23 k tok</span></div>
//				<div>
//					<div class="txt">@ui.Visible(message)</div>
//					<span class="fn">exec</span>
//					<div class="txt">@ui.Visible(arguments)</div>
//					<div class="out failed">@ui.Folded(...)</div>
//				</div>
//			</li>
//		</ol>
//	</div>
//
// # Keys
//
// The script (static/app.js) finds what a page has: id="step-N" for j and k,
// data-failed for n and p, a[data-steps-next] and a[data-steps-prev] where the
// trace goes on on another page, data-step-url for g and a number, details for
// o, and data-key="[", "]" or "c" on the link or button that the key stands
// for. The key ? lists the keys that work on the page.
//
// # Classes for prose and colour
//
// quiet, small, mono, nowrap, sr (screen readers only), v-pass v-fail v-none
// v-timeout v-error v-unjudged v-missing, q0 to q9, d0 to d8, la and lb, lead.
package ui
