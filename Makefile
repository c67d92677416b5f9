# iacedit: what a developer runs. `make` alone lists the targets.

GO         ?= go
ADDR       ?= 127.0.0.1:8080
FUZZTIME   ?= 10s
CONTRACT   ?= ../shared/contract/run
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GORELEASER ?= $(GO) run github.com/goreleaser/goreleaser/v2@v2.16.0

# Modules of their own, whose dependencies users of the packages should not get.
NESTED = $(patsubst %/go.mod,%,$(wildcard */go.mod */*/go.mod */*/*/go.mod))

# $(call in_modules,COMMAND) runs COMMAND here and in each nested module.
in_modules = set -e; for module in . $(NESTED); do (echo "--- $$module" && cd $$module && $(1)); done

.PHONY: module module-check help run build test timing shapes shapes-counted test-portable race vet fmt-check lint fuzz contract page-alone pgo clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Build, and serve on $(ADDR)
	bin/iacedit serve --addr $(ADDR)

build: ## Build bin/iacedit
	$(GO) build -o bin/iacedit ./cmd/iacedit

test: ## Run all tests, those of the nested modules too
	@$(call in_modules,$(GO) test -timeout 5m ./...)

# Tests of processor time, relative to a loop that runs beside them. They need no machine of
# their own, but other tests do not depend on them.
TIMING = ./internal/... ./syntax ./refs ./edit ./fuzz/... ./cmd/iacedit

timing: ## By hand: test that processor time is proportional to the size of requests
	IACEDIT_TIMING=1 $(GO) test -p 1 -timeout 30m $(TIMING)

DEARTIME ?= 1m

shapes: ## By hand: look for requests that cost more than they may, for DEARTIME
	IACEDIT_TIMING=1 IACEDIT_DEAR=$(DEARTIME) $(GO) test -v -timeout 0 -run 'TestNothingIsTooDear|TestKnown' ./fuzz/dear

DEARCOUNT ?= 1000

# The same requests each time, judged by what is counted: the answer, what is allocated, steps.
shapes-counted: ## Look for requests that cost more than they may among DEARCOUNT that are always the same
	IACEDIT_DEAR=$(DEARCOUNT) $(GO) test -v -timeout 10m -run 'TestNothingIsTooDear|TestKnown' ./fuzz/dear

# On a processor without these instructions "make test" runs the same.
test-portable: ## Run the tests of what the processor is asked for, as if it had nothing special
	GODEBUG=cpu.avx512bw=off $(GO) test -timeout 5m ./lexer ./syntax ./internal/jsontext ./internal/vector ./internal/render ./edit ./read

race: ## Run the tests under the race detector, in short form: laws 40 times, and none that counts what requests cost
	IACEDIT_LAWS=40 $(GO) test -race -short -timeout 15m -skip '^(TestCosts|TestFilesInJSONCost|TestReadingIsLinear)$$' ./...

vet: ## go vet
	@$(call in_modules,$(GO) vet ./...)

fmt-check: ## Fail where gofmt would change a file
	@files=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

lint: ## Static analysis
	@$(call in_modules,$(GO) run $(STATICCHECK) ./...)

fuzz: ## Fuzz each native target for FUZZTIME
	@GO="$(GO)" sh .ci/fuzz $(FUZZTIME)

PLANS ?= 300
TREES ?= 200
MODULES ?= 200

judges: ## Ask terraform about converted modules, trees of modules and blocks taken out, hcl/v2 about arguments and rewriting, real code about layout
	cd fuzz/oracle && IACEDIT_PLANS=$(PLANS) $(GO) test -v -timeout 0 -run 'TestTerraformPlansTheSame|TestConvertingMeansTheSame|TestRenamingInJSON' .
	cd fuzz/oracle && IACEDIT_TREES=$(TREES) $(GO) test -v -timeout 0 -run 'TestTreesOfModulesPlanTheSame|TestNewKeysPlanMovesOnly|TestExtractedAndInlinedModulesPlanTheSame|TestRenamedTreesResolve' .
	cd fuzz/oracle && IACEDIT_MODULES=$(MODULES) $(GO) test -v -timeout 0 -run 'TestBlocksTakenOut|TestStories' .
	cd fuzz/oracle && $(GO) test -v -timeout 0 -run 'TestPatterns|TestKnownRules|TestOldValue|TestRewritingIdentities|TestRewritingCaptures|TestRewritingKeeps|TestInlin' . -thorough
	cd fuzz/oracle && $(GO) test -v ./layout
	cd bench && $(GO) test -v -run TestAgreementWithHCL2JSON .

contract: build ## Run the contract's cases against a started server
	@sh .ci/contract bin/iacedit $(CONTRACT)

page-alone: ## Write the page that needs no server into bin/page
	npm --prefix httpd/page/build ci --no-audit --no-fund
	$(GO) run -C httpd/page/build . -alone $(CURDIR)/bin/page

pgo: ## Renew the profile that the command is built by (profile-guided optimisation)
	$(GO) test -run '^$$' -bench "^Benchmark(Edit|Read)$$" -benchtime 5s -cpuprofile cmd/iacedit/default.pgo -o /dev/null ./httpd

# What follows restarts and loads servers for minutes.
.PHONY: restarts hostile soak

RESTARTS ?= 100
KILLS    ?= 50
DURATION ?= 20m
HOSTILE  ?= 30s

restarts: ## Restart and kill servers behind nginx and HAProxy, under load
	cd deploy && $(GO) test -v -timeout 60m -run 'Restarts|Kills' . -restarts $(RESTARTS) -kills $(KILLS)

hostile: ## Attack servers of two sizes, with each attack for HOSTILE
	cd deploy && $(GO) test -v -timeout 60m -run 'Hostile|Poison' . -hostile $(HOSTILE)

soak: ## Soak a server for DURATION, and leave a table and a plot in bin/soak
	cd deploy && $(GO) test -v -timeout 0 -run Soak . -soak $(DURATION) -soakdir $(CURDIR)/bin/soak

# PATH on the command line is for the module, not for finding programs.
module: ## Give the module another path: make module PATH=example.com/iacedit
ifeq ($(origin PATH),command line)
	@PATH=/usr/local/bin:/usr/bin:/bin sh .ci/module '$(PATH)'
else
	@echo 'usage: make module PATH=example.com/iacedit' >&2; exit 2
endif

module-check: ## Give a copy another path, and build that
	@GO="$(GO)" sh .ci/module-check

# What follows builds goreleaser first, which takes minutes.
.PHONY: release release-check release-snapshot

release-check: ## Is .goreleaser.yaml right?
	$(GORELEASER) check

release-snapshot: ## Build what would be released, in dist
	$(GORELEASER) release --snapshot --clean

release: ## Release the tag that is checked out, as a draft
	$(GORELEASER) release --clean

.PHONY: npm
npm: ## Build the npm package, and pack it into bin
	mkdir -p bin && GO="$(GO)" sh npm/build.sh ../bin

clean: ## Remove what the targets made
	rm -rf bin dist

# What follows takes minutes, and the machine to itself. LOADFLAGS=--quick is a first look.
.PHONY: bench load bench-report

BENCHTIME ?= 200ms
LOADFLAGS ?=
RATIOFLAGS = $(filter --quick,$(LOADFLAGS))

bench: ## Benchmark every phase, and the library beside hclwrite and hcledit
	cd bench && $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) . ./peers
	cd bench && $(GO) run ./peers/cmd/ratios $(RATIOFLAGS)

load: ## Load the server, echo, the floor and an hclwrite server on loopback; print the table
	cd bench && $(GO) run ./peers/cmd/compare $(LOADFLAGS)

bench-report: ## Measure it all and write docs/performance.md and its plot
	cd bench && { $(GO) run ./peers/cmd/ratios $(RATIOFLAGS) --json report/library.json || true; }
	cd bench && { $(GO) run ./peers/cmd/compare $(LOADFLAGS) --json report/server.json || true; }
	cd bench && $(GO) run ./peers/cmd/report
