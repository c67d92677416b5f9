# The targets for developers. `make` alone lists them.

GO         ?= go
ADDR       ?= 127.0.0.1:8080
FUZZTIME   ?= 10s
CONTRACT   ?= ../shared/contract/run
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GORELEASER ?= $(GO) run github.com/goreleaser/goreleaser/v2@v2.16.0

# Nested modules. They are separate so that users of the packages do not get their dependencies.
NESTED = $(patsubst %/go.mod,%,$(wildcard */go.mod */*/go.mod */*/*/go.mod))

# $(call in_modules,MODULES,COMMAND) runs COMMAND in each of MODULES.
in_modules = set -e; for module in $(1); do (echo "--- $$module" && cd $$module && $(2)); done

.PHONY: module module-check help run build build-others test test-all test-long test-nested timing shapes shapes-counted test-portable race vet fmt-check lint fuzz contract page-alone pgo clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## Build, and serve on $(ADDR)
	bin/iacedit serve --addr $(ADDR)

build: ## Build bin/iacedit
	$(GO) build -o bin/iacedit ./cmd/iacedit

build-others: ## Compile the command for macOS and Windows
	@for system in darwin windows; do GOOS=$$system $(GO) build -o /dev/null ./cmd/iacedit || exit 1; done

LAWS ?= 40

test: ## Run the short tests of this module: Go alone, a few minutes
	@IACEDIT_LAWS=$(LAWS) $(GO) test -short -timeout 5m ./...

# With -j2 the nested modules are tested beside this one: many of their tests use one core.
test-all: test-long test-nested ## Run all tests, of the nested modules too

test-long:
	@$(GO) test -timeout 15m ./...

test-nested:
	@$(call in_modules,$(NESTED),$(GO) test -timeout 15m ./...)

# The packages with tests of processor time. The tests compare it with a calibration loop that runs
# at the same time, so that they can run on a shared machine.
TIMING = ./internal/... ./syntax ./refs ./edit ./fuzz/... ./cmd/iacedit

timing: ## By hand: test that processor time is proportional to the size of requests
	IACEDIT_TIMING=1 $(GO) test -p 1 -timeout 30m $(TIMING)

DEARTIME ?= 1m

shapes: ## By hand: search random requests for ones that cost too much, for DEARTIME
	IACEDIT_TIMING=1 IACEDIT_DEAR=$(DEARTIME) $(GO) test -v -timeout 0 -run 'TestNothingIsTooDear|TestKnown' ./fuzz/dear

DEARCOUNT ?= 1000

# The requests are the same each time. Their costs are counted: bytes of the answer, allocated
# bytes, steps.
shapes-counted: ## Search DEARCOUNT requests, the same each time, for ones that cost too much
	IACEDIT_DEAR=$(DEARCOUNT) $(GO) test -v -timeout 10m -run 'TestNothingIsTooDear|TestKnown' ./fuzz/dear

# On a processor that cannot run the assembly, "make test" already tests the portable code.
test-portable: ## Run the tests of packages with assembly, with the portable code
	GODEBUG=cpu.avx512bw=off $(GO) test -timeout 5m ./lexer ./syntax ./internal/base/jsontext ./internal/base/vector ./internal/engine/render ./edit ./read

# The laws run one request at a time: a few rounds find what only race builds check.
race: ## Run the short tests under the race detector
	IACEDIT_LAWS=10 $(GO) test -race -short -timeout 15m ./...

vet: ## go vet
	@$(call in_modules,. $(NESTED),$(GO) vet ./...)

fmt-check: ## Fail if gofmt would change a file
	@files=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

lint: ## Static analysis
	@$(call in_modules,. $(NESTED),$(GO) run $(STATICCHECK) ./...)

fuzz: ## Fuzz each native target for FUZZTIME
	@GO="$(GO)" sh .ci/fuzz $(FUZZTIME)

PLANS ?= 300
TREES ?= 200
MODULES ?= 200
KINDS ?= 100
ROOTS ?= 100

judges: ## Compare results with Terraform, hcl/v2, the parsers of other languages and the layout of real code
	cd fuzz/oracle && IACEDIT_PLANS=$(PLANS) $(GO) test -v -timeout 0 -run 'TestTerraformPlansTheSame|TestConvertingMeansTheSame|TestRenamingInJSON' .
	cd fuzz/oracle && IACEDIT_TREES=$(TREES) $(GO) test -v -timeout 0 -run 'TestTreesOfModulesPlanTheSame|TestNewKeysPlanMovesOnly|TestExtractedAndInlinedModulesPlanTheSame|TestRenamedTreesResolve' .
	cd fuzz/oracle && IACEDIT_MODULES=$(MODULES) $(GO) test -v -timeout 0 -run 'TestBlocksTakenOut|TestStories' .
	cd fuzz/oracle && IACEDIT_KINDS=$(KINDS) IACEDIT_ROOTS=$(ROOTS) $(GO) test -v -timeout 0 -run 'TestVariablesAndLocals|TestBlocksBetweenRoots' .
	cd fuzz/oracle && $(GO) test -v -timeout 0 -run 'TestPatterns|TestKnownRules|TestOldValue|TestRewritingIdentities|TestRewritingCaptures|TestRewritingKeeps|TestInlin' . -thorough
	cd fuzz/oracle && $(GO) test -v ./layout
	cd fuzz/judges && IACEDIT_JUDGES=1000 $(GO) test -v -timeout 0 .
	cd bench && $(GO) test -v -run TestAgreementWithHCL2JSON .

contract: build ## Start a server, and run the cases of the contract against it
	@sh .ci/contract bin/iacedit $(CONTRACT)

page-alone: ## Build the page that needs no server, in bin/page
	npm --prefix httpd/page/build ci --no-audit --no-fund
	$(GO) run -C httpd/page/build . -alone $(CURDIR)/bin/page

pgo: ## Measure the profile for the build of the command again (profile-guided optimisation)
	$(GO) test -run '^$$' -bench "^Benchmark(Edit|Read)$$" -benchtime 5s -cpuprofile cmd/iacedit/default.pgo -o /dev/null ./httpd

# These targets restart and load servers for minutes.
.PHONY: restarts hostile soak

RESTARTS ?= 100
KILLS    ?= 50
DURATION ?= 20m
HOSTILE  ?= 30s

restarts: ## Restart and kill servers behind nginx and HAProxy, under load
	cd deploy && $(GO) test -v -timeout 60m -run 'Restarts|Kills' . -restarts $(RESTARTS) -kills $(KILLS)

hostile: ## Attack servers of two sizes, with each attack for HOSTILE
	cd deploy && $(GO) test -v -timeout 60m -run 'Hostile|Poison' . -hostile $(HOSTILE)

soak: ## Load a server for DURATION, and write a table and a plot to bin/soak
	cd deploy && $(GO) test -v -timeout 0 -run Soak . -soak $(DURATION) -soakdir $(CURDIR)/bin/soak

# PATH on the command line is the path of the module, not the list of directories of programs.
module: ## Change the path of the module: make module PATH=example.com/iacedit
ifeq ($(origin PATH),command line)
	@PATH=/usr/local/bin:/usr/bin:/bin sh .ci/module '$(PATH)'
else
	@echo 'usage: make module PATH=example.com/iacedit' >&2; exit 2
endif

module-check: ## Change the path of the module in a copy, and build the copy
	@GO="$(GO)" sh .ci/module-check

# These targets first build goreleaser, which takes minutes.
.PHONY: release release-check release-snapshot

release-check: ## Check .goreleaser.yaml
	$(GORELEASER) check

release-snapshot: ## Build the files of a release, in dist
	$(GORELEASER) release --snapshot --clean

release: ## Release the tag that is checked out, as a draft
	$(GORELEASER) release --clean

.PHONY: npm
npm: ## Build the npm package, and pack it into bin
	mkdir -p bin && GO="$(GO)" sh npm/build.sh ../bin

clean: ## Remove the files that the targets made
	rm -rf bin dist

# These targets take minutes, and need a quiet machine. LOADFLAGS=--quick is faster, and less exact.
.PHONY: bench load bench-report

BENCHTIME ?= 200ms
LOADFLAGS ?=
RATIOFLAGS = $(filter --quick,$(LOADFLAGS))

bench: ## Benchmark every phase, and compare the library with hclwrite and hcledit
	cd bench && $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) . ./peers
	cd bench && $(GO) run ./peers/cmd/measure library $(RATIOFLAGS)

load: ## Load the server, echo, the floor and an hclwrite server on loopback; print the table
	cd bench && $(GO) run ./peers/cmd/measure server $(LOADFLAGS)

bench-report: ## Run bench and load, and write docs/performance.md and its plot
	cd bench && { $(GO) run ./peers/cmd/measure library $(RATIOFLAGS) --json report/library.json || true; }
	cd bench && { $(GO) run ./peers/cmd/measure server $(LOADFLAGS) --json report/server.json || true; }
	cd bench && $(GO) run ./peers/cmd/measure report
