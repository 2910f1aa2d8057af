// Package published reads data published by benchmarks: descriptions of their datasets, results and
// tables from their papers and sites, and verdicts published without traces. It reads bundles,
// which are JSON files listed in a manifest.
package published
