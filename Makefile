# CloudJournal. `make help` lists what can be made.

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

# Where `make install` puts things; DESTDIR goes before it when a package is made.
PREFIX ?= $(HOME)/.local
DESTDIR ?=
# Arguments for the program: make run ARGS="list -n 5"
ARGS ?=
# Arguments for `swift test`: make test FILTER=SearchTests
FILTER ?=
JOBS ?= $(shell nproc)

need := Assets/scripts/ensure-packages
program := .build/debug/cloudjournal
# Where `make install` takes the programs from.
built := .build-release/release
release := $(built)/cloudjournal
# What decodes pictures: a program of its own, beside the other one in a build, out of the way of PATH when installed.
images := cloudjournal-images
staged := $(DESTDIR)$(PREFIX)
places := bin/cloudjournal libexec/cloudjournal/$(images) share/man/man1/cloudjournal.1 \
	share/bash-completion/completions/cloudjournal share/zsh/site-functions/_cloudjournal \
	share/fish/vendor_completions.d/cloudjournal.fish
# Below the prefix, which may have spaces in it.
below = $(foreach place,$(1),"$(staged)/$(place)")

# Says so where the shell would not find what was installed.
say-path = case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "$(PREFIX)/bin is not on your PATH yet." ;; esac

.PHONY: run build test screens interop sign-in-page simulate chaos crash fuzz lint bench bench-service bench-images bench-sync demo serve install install-server \
	uninstall help clean tools release release-server release-pages

run: build ## build, then open the journal (ARGS="list -n 5" passes arguments)
	@exec $(program) $(ARGS)

demo: build ## open a throw-away copy of the demo journal
	@exec $(program) --demo $(ARGS)

serve: tools ## build, then run the server (ARGS="--data DIR --port 8080")
	@$(need) build
	@Assets/scripts/debug-build -j $(JOBS) --product cloudjournal-server >&2
	@exec .build/debug/cloudjournal-server $(ARGS)

build: tools ## build for development
	@$(need) build
	@Assets/scripts/debug-build -j $(JOBS) --product cloudjournal >&2
	@Assets/scripts/debug-build -j $(JOBS) --product $(images) >&2

test: tools ## run every test (FILTER=Name runs some)
	@$(need) build test
	@JOBS=$(JOBS) Assets/scripts/run-tests $(if $(FILTER),--filter $(FILTER))
	@$(if $(FILTER),:,Assets/scripts/run-interop)
	@$(if $(FILTER),:,STATES=4 ERRORS=4 KILLS=6 SHARING=2 Assets/scripts/run-crash)

interop: tools ## run other people's CloudKit clients against the built server, and check encryption's known answers
	@$(need) build test
	@Assets/scripts/debug-build -j $(JOBS) --product cloudjournal-server >&2
	@Assets/scripts/run-interop

sign-in-page: tools ## try the server's sign-in page in headless Chromium (needs chromium and chromium-driver)
	@$(need) build
	@Assets/scripts/debug-build -j $(JOBS) --product cloudjournal-server >&2
	@python3 -B Tests/Interop/sign_in_page.py $(ARGS)

simulate: tools ## run several devices under faults: 2,000 seeds in memory, 500 in files (SEEDS=1..9 runs others, FRESH=500 new ones too)
	@$(need) build
	@swift build -j $(JOBS) -c release --scratch-path .build-sim --product sync-sim >&2
	@.build-sim/release/sync-sim --seeds $(or $(SEEDS),1..2000)
	@$(if $(SEEDS),:,.build-sim/release/sync-sim --seeds 1..500 --files)
	@$(if $(SEEDS),:,.build-sim/release/sync-sim --seeds 1..300 --preferences)
	@$(if $(FRESH),.build-sim/release/sync-sim --fresh $(FRESH),:)

chaos: tools ## kill real programs and cut their network, and search for what was written: 200 rounds, about half an hour (ROUNDS=20; SECONDS=1800; SEED=7 is one)
	@$(need) build test
	@JOBS=$(JOBS) $(if $(SECONDS),CLOUDJOURNAL_CHAOS_SECONDS=$(SECONDS),CLOUDJOURNAL_CHAOS_ROUNDS=$(or $(ROUNDS),200)) CLOUDJOURNAL_TEST_SEED=$(SEED) \
		Assets/scripts/run-tests --filter ProcessChaosTests

crash: build ## let power go, disks fail and programs be killed (STATES=2000 ERRORS=300 KILLS=500 SHARING=100 are more, SEED=7 others)
	@$(need) build test
	@Assets/scripts/debug-build -j $(JOBS) --product cloudjournal-server >&2
	@STATES=$(or $(STATES),100) ERRORS=$(or $(ERRORS),60) KILLS=$(or $(KILLS),40) SHARING=$(or $(SHARING),10) SEED=$(or $(SEED),1) Assets/scripts/run-crash

fuzz: tools ## look for bytes that break a reader (TARGET=jrnl SECONDS=600); without TARGET it lists them
	@$(need) build
	@CLOUDJOURNAL_FUZZ=1 swift build -j $(JOBS) --scratch-path .build-fuzz --product fuzz >&2
	@Assets/scripts/run-fuzz "$(TARGET)" "$(or $(SECONDS),60)"

screens: build ## draw the screens to PNG in .build-screens (SIZES="80x24" THEMES=paper NAMES="main settings" are some)
	@$(need) screens
	@Assets/scripts/run-screens "$(SIZES)" "$(THEMES)" "$(NAMES)"

lint: tools ## check format and scripts
	@swift format lint --strict --parallel --recursive --configuration .swift-format Sources Tests Benchmarks Package.swift
	@for script in .ci/run Assets/scripts/*; do bash -n "$$script"; done
	@if command -v python3 >/dev/null; then \
		for script in Benchmarks/*.py Benchmarks/service/*.py Benchmarks/sync/*.py Tests/Interop/*.py Tests/Crash/*.py; do python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$$script"; done; fi

bench: tools ## measure against sqlite3, jrnl and C (ARGS=--quick is shorter); writes docs/benchmarks.md
	@$(need) build bench
	@python3 Benchmarks/bench.py $(ARGS)

bench-service: tools ## measure the server against SQLite, git and Kinto (ARGS=--quick is shorter)
	@$(need) build bench
	@python3 Benchmarks/service/bench.py $(ARGS)

bench-sync: tools ## measure synchronising against git and SQLite (ARGS=--quick is shorter)
	@$(need) build bench
	@python3 Benchmarks/sync/bench.py $(ARGS)

bench-images: release ## measure rendering a photograph against the chafa command, and to the screen (ARGS=30 rounds)
	@$(need) build bench
	@python3 Benchmarks/images.py .build-release/release $(ARGS)

# Without a table of symbols for libraries that could be loaded later: to search it took a tenth of a short command's time.
static := -c release --static-swift-stdlib --scratch-path .build-release \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
	-Xlinker --gc-sections -Xlinker -z -Xlinker start-stop-gc -Xlinker --icf=safe \
	-Xlinker --as-needed -Xlinker -L$(CURDIR)/.build-release/static

release: tools
	@$(need) build
	@Assets/scripts/static-libraries .build-release/static
	@swift build -j $(JOBS) $(static) --product cloudjournal
	@swift build -j $(JOBS) $(static) --product $(images)

release-server: tools
	@$(need) build
	@Assets/scripts/static-libraries .build-release/static
	@swift build -j $(JOBS) $(static) --product cloudjournal-server

release-pages: tools
	@$(need) build
	@Assets/scripts/static-libraries .build-release/static
	@swift build -j $(JOBS) $(static) --product sync-pages
	@swift build -j $(JOBS) $(static) --product one-trip

install: release ## install program, man pages and completions under PREFIX (~/.local)
	@install -d $(call below,$(sort $(dir $(places))))
	@install -m 755 "$(release)" $(call below,bin/cloudjournal)
	@install -m 755 "$(built)/$(images)" $(call below,libexec/cloudjournal/$(images))
	@strip $(call below,bin/cloudjournal libexec/cloudjournal/$(images))
	@"$(release)" man > $(call below,share/man/man1/cloudjournal.1)
	@for group in $$("$(release)" man --list); do "$(release)" man $$group > $(call below,share/man/man1)/cloudjournal-$$group.1; done
	@"$(release)" completions bash > $(call below,share/bash-completion/completions/cloudjournal)
	@"$(release)" completions zsh > $(call below,share/zsh/site-functions/_cloudjournal)
	@"$(release)" completions fish > $(call below,share/fish/vendor_completions.d/cloudjournal.fish)
	@echo "Installed $(staged)/bin/cloudjournal, its man pages and its completions."
	@$(say-path)

install-server: release-server ## install the server under PREFIX (docs/server.md has the systemd unit)
	@install -d $(call below,bin)
	@install -m 755 "$(built)/cloudjournal-server" $(call below,bin/cloudjournal-server)
	@strip $(call below,bin/cloudjournal-server)
	@echo "Installed $(staged)/bin/cloudjournal-server."
	@$(say-path)

uninstall: ## remove what install put there; journals stay
	@rm -f $(call below,$(places) bin/cloudjournal-server) $(call below,share/man/man1)/cloudjournal-*.1
	@if [ -d $(call below,libexec/cloudjournal) ]; then rmdir --ignore-fail-on-non-empty $(call below,libexec/cloudjournal); fi
	@echo "Removed the program, its man pages and its completions. Your journals are untouched."

clean: ## remove everything that was built
	@rm -rf .build .build-release .build-bench .build-sim .build-fuzz

help: ## list this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

tools:
	@Assets/scripts/ensure-swift
