// Package published reads data published by benchmarks: the facts of their datasets, the results
// and tables in their papers and on their sites, and verdicts published without traces. It reads
// bundles (JSON files listed in a manifest) and the site data of LiveClawBench as maintained by its
// authors.
package published
