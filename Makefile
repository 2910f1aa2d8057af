# One set of tags and flags serves every stage, so that SQLite, which takes most
# of a cold build, is compiled once plain and once for the race detector.
TAGS        := sqlite_fts5 sqlite_stat4
STATIC_TAGS := $(TAGS) netgo osusergo sqlite_omit_load_extension

SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help

empty :=
space := $(empty) $(empty)
comma := ,
commas = $(subst $(space),$(comma),$(strip $(1)))

# Appended, not replaced: what a machine sets for itself in GOFLAGS stays.
export GOFLAGS     := $(strip $(shell go env GOFLAGS) -trimpath -tags=$(call commas,$(TAGS)))
export CGO_ENABLED := 1

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION)
STATIC_LDFLAGS := -s -w -linkmode external -extldflags "-static" $(LDFLAGS)
ADDR    ?= 127.0.0.1:8080
OUT     ?= dist
RESULTS := bin/test
FUZZTIME ?= 60s
POINTS   ?= 50
TARGETS  ?= .

section = @printf '\n== %s\n' "$(1)"

.PHONY: help build run static release test setup tidy-check fmt generate generate-check bundled vet staticcheck lint unit test-scale go-tests sweep bench e2e e2e-run pictures fuzz faults records-test reproducible measure vuln summary clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/clawatlas
	$(call section,build bin/clawatlas)
	go build -ldflags '-s -w $(LDFLAGS)' -o bin/clawatlas ./cmd/clawatlas

run: build ## build what is missing and serve on $(ADDR)
	bin/clawatlas serve --addr $(ADDR)

static: ## build a static binary into $(OUT), for containers and old machines
	mkdir -p $(OUT)
	go build -tags '$(call commas,$(STATIC_TAGS))' -ldflags '$(STATIC_LDFLAGS)' -o $(OUT)/clawatlas ./cmd/clawatlas
	.ci/notices > $(OUT)/THIRD_PARTY_NOTICES.txt

release: ## archives for Linux on amd64 and arm64 with checksums and SBOMs (goreleaser, syft, gcc-aarch64-linux-gnu); ARGS=--snapshot without a tag
	mkdir -p bin
	.ci/notices > bin/THIRD_PARTY_NOTICES.txt
	CLAWATLAS_TAGS='$(call commas,$(STATIC_TAGS))' CLAWATLAS_LDFLAGS='$(STATIC_LDFLAGS)' goreleaser release --clean $(ARGS)

test: setup tidy-check fmt build generate-check vet staticcheck go-tests e2e-run vuln summary ## all checks and tests; real records in ../shared or CLAWATLAS_SHARED take part

records-test: setup build go-tests e2e-run summary ## the tests alone; ONLY=FILE those that an earlier run has skipped (its bin/test/skipped), and pages of real records

setup:
	$(call section,set-up)
	.ci/setup

tidy-check:
	$(call section,modules: verify$(comma) tidy)
	go mod verify
	go mod tidy -diff

fmt:
	$(call section,gofmt)
	.ci/gofmt

generate: ## write the *_templ.go files from the templates
	go tool templ generate -path .

generate-check:
	$(call section,templates: generated code is current)
	.ci/templ-drift

bundled: ## make the database anew that others begin with, after a change of the bundled data, the schema or a score
	go test ./cmd/clawatlas -run 'TestBundledDatabase$$' -count=1 -update

reproducible: ## build twice, in other folders and with an empty cache, and compare
	$(call section,reproducible build)
	.ci/reproducible

vet:
	$(call section,go vet)
	go vet ./...

staticcheck:
	$(call section,staticcheck)
	go tool staticcheck ./...

lint: fmt vet staticcheck ## gofmt, go vet, staticcheck

# The servers' tests wait for much of their time, for servers that start and that were
# killed; so they run beside the others.
go-tests:
	mkdir -p $(RESULTS)
	$(MAKE) -s test-scale > $(RESULTS)/scale.log 2>&1 & servers=$$!; status=0; \
	$(MAKE) -s unit || status=$$?; wait $$servers || status=$$?; cat $(RESULTS)/scale.log; exit $$status

sweep: ## read all variants of all fixtures, of which make test takes a sample; after a change of a format or of what all formats share
	$(call section,all variants of all fixtures)
	CLAWATLAS_SWEEP=1 go test -vet=off -timeout 60m ./ingest/... ./web/... ./cmd/clawatlas -run 'TestClaims|TestVariants|TestMembers|TestBrokenTexts|TestTurned|TestAttack|TestLies|TestServedATIF|TestKilledIngest|TestReal/(TrialTexts|CompareTexts|SearchLands)'

unit: ## the Go tests, and with the race detector those that start goroutines
	$(call section,go test)
	mkdir -p $(RESULTS)
	.ci/unit $(RESULTS)/unit $(RESULTS)/skipped $(ONLY)

test-scale: ## the tests with PostgreSQL servers and a gateway of buckets, which they start themselves (Debian: apt-get install postgresql)
	$(call section,go test with servers)
	mkdir -p $(RESULTS)
	.ci/scale $(RESULTS)/scale $(ONLY)

faults: ## end, fail and fill commands at their Nth write, POINTS times (gcc, PostgreSQL)
	CLAWATLAS_FAULTS=$(POINTS) go test -vet=off -count=1 -timeout 60m -v -run '^TestFaults$$' ./cmd/clawatlas

# With CLAWATLAS_BENCH_LARGE=1 also what one more run costs beside 1,000 others and
# a job of 10,000 trials; they alone: go test -run '^$$' -bench 'One' -benchtime 3x ./cmd/clawatlas
bench: ## the Go benchmarks
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## fuzz every target for FUZZTIME each; make fuzz TARGETS=Redact fuzzes those that match
	.ci/fuzz $(FUZZTIME) '$(TARGETS)'

e2e/node_modules/.package-lock.json: e2e/package.json e2e/package-lock.json
	cd e2e && npm ci --no-audit --no-fund

e2e: build e2e-run ## build, then drive every page in a browser

pictures: build e2e/node_modules/.package-lock.json ## take README's picture anew, of this build and the records that ship with it
	cd e2e && node readme.mjs

e2e-run: e2e/node_modules/.package-lock.json
	$(call section,browser tests)
	mkdir -p $(RESULTS)
	status=0; (cd e2e && node run.mjs $(if $(ONLY),--real)) 2>&1 | tee $(RESULTS)/e2e.log || status=$$?; \
	awk -f .ci/nodetest.awk $(RESULTS)/e2e.log > $(RESULTS)/e2e; exit $$status

measure: ## size of the code by area, longest functions and files
	@go run ./.ci/measure

vuln: ## known vulnerabilities, where the database can be reached
	$(call section,known vulnerabilities)
	.ci/vuln

summary:
	$(call section,summary)
	@awk '{p += $$1; f += $$2; s += $$3} END {printf "total: %d passed, %d failed, %d skipped\n", p, f, s; exit (p == 0 || f > 0)}' $(RESULTS)/unit $(RESULTS)/scale $(RESULTS)/e2e

clean: ## remove what was built
	rm -rf bin dist e2e/node_modules e2e/out
