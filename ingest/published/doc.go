// Package published reads what benchmarks have published: the facts of their
// datasets, the figures and tables of their papers and sites, and verdicts
// that a site gives out without traces. It reads bundles, which are JSON files
// under a manifest, and the site data of LiveClawBench as its authors keep it.
package published
