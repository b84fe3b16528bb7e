# The one place for tasks. `make help` lists them.

GO      ?= go
TOOLS   := $(CURDIR)/bin/tools
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
PACKAGES := ./... ./proto/... ./test/...

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# gRPC's own pages of traces, which nobody serves here, run templates of the standard
# library. Where those can run the linker keeps every exported method of
# everything, which are eight megabytes; docs/performance.md tells more.
TAGS := grpcnotrace

# Functions begin at every 16 bytes, and not 32: half a megabyte less.
.PHONY: build
build: ## build bin/weft
	$(GO) build -tags=$(TAGS) -trimpath -ldflags "-s -w -funcalign=16 -X main.version=$(VERSION)" -o bin/weft ./cmd/weft

# Whoever tries the demo has compiled nothing yet. Without optimization and
# debugging data the first build takes two thirds of the time.
QUICK := -tags=$(TAGS) -gcflags='all=-N -l -dwarf=false' -ldflags='-s -w -X main.version=$(VERSION)'

.PHONY: demo
demo: ## build, then answer questions about an example vault; needs no server, key or network
	@echo "building (the first time takes most of a minute) …"
	@$(GO) build $(QUICK) -o bin/weft-demo ./cmd/weft
	@./bin/weft-demo demo
	@echo
	@echo "'make build' makes bin/weft, which these commands call weft."

# Agents are pure functions, planning is one goroutine that computes, the commands are tried
# on whole meshes whose packages are tried by themselves, and the scenarios are
# the same code many times over: with them the race detector takes a quarter of an hour,
# and finds what it finds in the other packages.
UNRACED := ./internal/command ./services/... ./planning/... ./examples/... ./test/...
RACED    = $(filter-out $(shell $(GO) list $(UNRACED)),$(shell $(GO) list $(PACKAGES)))

.PHONY: test
test: ## run every test, with the race detector where goroutines meet
	$(GO) test -race -timeout 20m $(RACED)
	$(GO) test -timeout 20m $(UNRACED)

.PHONY: test-race
test-race: ## run every test with the race detector; takes a quarter of an hour
	$(GO) test -race -timeout 40m $(PACKAGES)

.PHONY: test-minds
test-minds: ## run the scenarios with models in place of all rules; their replies are scripted
	cd test && WEFT_TEST_MINDS=model $(GO) test -count=1 ./scenario/

.PHONY: test-clients-python
test-clients-python: ## try the Python client's wheel against a real server; needs Debian's python3-grpcio, python3-protobuf, python3-pytest, python3-venv and python3-wheel
	$(GO) build $(QUICK) -o bin/weft-python ./cmd/weft
	WEFT_BINARY=$(CURDIR)/bin/weft-python clients/python/tests/run.sh

.PHONY: test-models
test-models: ## run the tests that need a real model server, with RUNS (default 200) whole runs; builds the server the first time, in minutes, and needs a C++ compiler
	cd test && WEFT_TEST_MODELS=1 WEFT_TEST_RUNS=$(or $(RUNS),200) $(GO) test -count=1 -timeout 40m -v ./models/

.PHONY: test-replies
test-replies: ## play back what a capable reader answered to 80 questions; UPDATE=1 writes the tables in the docs anew
	cd test && WEFT_TEST_REPLIES=1 $(GO) test -count=1 ./replies $(if $(UPDATE),-update)

.PHONY: test-jaeger
test-jaeger: ## read the traces of runs back from a real Jaeger of version 2, the binary JAEGER
	cd test && WEFT_TEST_JAEGER=$(or $(JAEGER),jaeger) $(GO) test -count=1 -v -run TheCallersTrace ./scenario/

.PHONY: test-faults
test-faults: ## a thousand runs with a model server of which three calls in ten fail; takes minutes
	cd test && WEFT_TEST_FAULTY_RUNS=1000 $(GO) test -count=1 -timeout 60m -v -run NoRunIsLost ./scenario/

.PHONY: test-chaos
test-chaos: ## break meshes of real processes and count what is lost; CLUSTER=1 for the shape of production; LONG=1 for hundreds of runs, in minutes; WEFT_CHAOS_SEED=N repeats
	cd test && WEFT_CHAOS=$(if $(LONG),long,short) WEFT_CHAOS_CLUSTER=$(CLUSTER) $(GO) test -count=1 -timeout 30m -v -run WhatWasAcknowledged ./chaos/
	$(if $(LONG),cd test && WEFT_CHAOS=long $(GO) test -count=1 -timeout 30m -v -run AKilledOrchestrator ./scenario/)

.PHONY: test-clients-typescript
test-clients-typescript: ## build, check and try the TypeScript client on a real server; needs node and npm
	$(GO) build -tags=$(TAGS) -o bin/weft-clients ./cmd/weft
	cd clients/typescript && npm ci --no-audit --no-fund --prefer-offline && npm run -s build && npm run -s check && WEFT_BINARY=$(CURDIR)/bin/weft-clients npm test

.PHONY: k8s-check
k8s-check: ## check the manifests of deploy/k8s: what they build, their rules, and that they are the mesh's edges
	cd test && $(GO) test -count=1 ./k8s

# What a control plane is made of stays in the user's cache folder.
K8S_TOOLS ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/weft/kubernetes-1.36.3

.PHONY: k8s-test
k8s-test: $(K8S_TOOLS)/stages.yaml ## apply the manifests to a real API server whose nodes are played; builds it the first time, in twelve minutes
	cd test && WEFT_K8S_TOOLS=$(K8S_TOOLS) $(GO) test -count=1 -v -run APIServer ./k8s

$(K8S_TOOLS)/stages.yaml: tools/kubernetes/go.mod tools/kubernetes/build.sh
	tools/kubernetes/build.sh $(K8S_TOOLS)

# One package after the other, since they would be in each other's way.
.PHONY: bench
bench: ## measure whole runs, their resume and children, scatter-gather and the notes' graph; takes some minutes
	$(GO) test -run '^$$' -bench 'Run|Resume|Children|ScatterGather' -benchtime $(or $(BENCHTIME),4s) -p 1 ./orchestrator/runner ./orchestrator/gather
	cd test && $(GO) test -run '^$$' -bench 'Run|FirstStep' -benchtime $(or $(BENCHTIME),4s) ./mesh

.PHONY: bench-all
bench-all: ## run every benchmark there is, of functions too
	$(GO) test -run '^$$' -bench . -benchmem $(PACKAGES)

.PHONY: bench-waiting
bench-waiting: ## measure a server that holds RUNS (default 100000) runs that wait for a person
	cd test && WEFT_WAITING=$(or $(RUNS),100000) $(GO) test -count=1 -v -run ManyWaitingRuns ./footprint/

.PHONY: bench-watching
bench-watching: build ## measure a server with WATCHERS (default 10000) watchers of runs, of pauses and of plans
	cd test && WEFT_FOOTPRINT=$(CURDIR)/bin/weft WEFT_WATCHERS=$(or $(WATCHERS),10000) $(GO) test -count=1 -v -timeout 30m -run ManyWatchers ./footprint/

.PHONY: bench-plans
bench-plans: ## measure a server with PLANS (default 10000) plans in its vault
	cd test && WEFT_PLANS=$(or $(PLANS),10000) $(GO) test -count=1 -v -run 'ManyPlans|PlanSteps' ./footprint/

.PHONY: bench-planning
bench-planning: ## measure the scheduler's gaps on generated instances, or on j30*.sm, j60*.sm, wt40.txt, wt50.txt, wt100.txt in the folder INSTANCES
	WEFT_PLANNING=1 INSTANCES=$(INSTANCES) $(GO) test -count=1 -v -timeout 60m -run 'Gaps|Hostile|UpToNine' ./planning/schedule
	$(GO) test -run '^$$' -bench . -benchmem ./planning/schedule

.PHONY: footprint
footprint: build ## measure bin/weft: its size, its start, its memory, how soon a caller hears of a run; takes minutes
	cd test && WEFT_FOOTPRINT=$(CURDIR)/bin/weft $(GO) test -count=1 -v -run "Footprint|Small" ./footprint/

.PHONY: quality
quality: ## tell how often Weft is right on labelled cases; SUITES="router time" for some
	cd test && $(GO) run ./quality/scorecard $(if $(SUITES),$(SUITES),-write ../docs/quality.md)

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME (default 20s)
	./tools/fuzz.sh $(or $(FUZZTIME),20s)

.PHONY: lint
lint: $(TOOLS)/golangci-lint $(TOOLS)/buf ## check style, imports and contracts
	$(TOOLS)/golangci-lint run --allow-parallel-runners $(PACKAGES)
	$(TOOLS)/buf lint

.PHONY: fmt
fmt: ## format the Go code
	gofmt -w $$(git ls-files '*.go' ':!proto/gen')

.PHONY: generate
generate: $(TOOLS)/buf $(TOOLS)/protoc-gen-go $(TOOLS)/protoc-gen-go-grpc ## write what is generated: proto/gen, the clients' methods and messages, the pictures of graphs and the table of calls in the docs, and archives of what ships with the binary
	PATH="$(TOOLS):$$PATH" $(TOOLS)/buf generate
	cd examples/own-graph && PATH="$(TOOLS):$$PATH" $(TOOLS)/buf generate
	mv clients/typescript/src/gen/REFERENCE.md clients/typescript/
	$(TOOLS)/buf build -o - | $(GO) run ./internal/genpython
	$(GO) run ./internal/packfiles
	$(GO) run ./internal/gendocs

.PHONY: generated
generated: generate ## fail if what is generated is stale
	@git diff --exit-code -- proto/gen docs domains planning/pattern clients examples/own-graph && test -z "$$(git status --porcelain -- proto/gen clients)" \
		|| { echo "generated files are stale: run 'make generate' and commit"; exit 1; }

.PHONY: breaking
breaking: $(TOOLS)/buf ## fail if a contract breaks what AGAINST (default: the last commit on main) promised
	$(TOOLS)/buf breaking --against '.git#ref=$(or $(AGAINST),HEAD)'

.PHONY: vendor-proto
vendor-proto: ## write the foreign contracts into proto/third_party
	cd tools/protovendor && GOWORK=off $(GO) run . -out ../../proto/third_party \
		buf/validate/validate.proto google/api/annotations.proto google/api/http.proto google/rpc/code.proto google/rpc/error_details.proto google/rpc/status.proto

.PHONY: tidy
tidy: ## tidy every module
	for m in . proto test tools tools/natscli tools/protovendor tools/kubernetes examples/backend-go examples/own-graph; do (cd $$m && GOWORK=off $(GO) mod tidy) || exit 1; done

# The tools are pinned in a module of their own, so that what they need does not
# become what Weft needs.
$(TOOLS)/%: tools/go.mod tools/go.sum
	@mkdir -p $(TOOLS)
	cd tools && GOWORK=off $(GO) build -o $(TOOLS)/ $$(GOWORK=off $(GO) list -f '{{.ImportPath}}' tool | grep '/$*$$')
	@touch $@
