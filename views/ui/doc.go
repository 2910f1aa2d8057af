// Package ui holds the parts that all pages are built from: the frame, tables,
// marks, forms and the formatting of numbers. Colours, sizes and states are
// classes of static/app.css; no part writes an inline style or script.
//
// # Frame
//
//	@ui.Page(ui.Meta{Title: "Leaderboard", JSONPath: "/api/v1/...", Nav: ui.NavBenchmarks}) {
//		@ui.Heading("ClawArena v2", "14 systems on 337 rounds in 12 scenarios.")
//		...
//	}
//
// # Numbers
//
// Pct, Points, Fixed, Count, CountOf, Frac, PValue, Between, Ranks, Duration,
// Seconds, Tokens, Bytes, Date, DateTime and Plural return text. What is nil
// becomes NotRecorded; show it with Value or Num, which mark it.
//
//	@ui.Num(ui.Pct(row.Score))          // a right-aligned cell
//	<p>{ ui.Frac(264, 337) }</p>        // 264 of 337 (78.34 %)
//
// # Marks
//
//	@ui.Status(trial.Status)            // one mark with its word for screen readers
//	@ui.StatusText(trial.Status)        // mark and word
//	@ui.StatusLegend()                  // under a table that uses marks
//	@ui.Evidence(row.Evidence)
//	@ui.EvidenceLegend()
//
// # Tables
//
//	@ui.Table(ui.TableOf{Caption: "14 systems, 337 rounds each"}) {
//		@ui.HeaderRow([]ui.Header{{Label: "System"}, {Label: "TCR", Unit: "%", Num: true, Href: "?sort=tcr", Dir: ui.Descending}})
//		<tbody>
//			<tr class="tie"><th scope="row">...</th>@ui.Num(...)</tr>
//		</tbody>
//	}
//
// The first cell of a row is a th: it stays in view on narrow screens. Row
// classes: tie opens a tie class, off is quiet (not ranked), group heads a
// group of rows, total sums. Tall makes a long table scroll in its own box.
//
// # Other parts
//
// Tabs, PageLinks, FilterForm, Notice, Empty, DefList with Def.
package ui
