# Everything a person or a machine does with Cutlist.

prefix ?= /usr/local
SWIFT ?= swift
build = $(SWIFT) build --explicit-target-dependency-import-check error
# Swift's own libraries become part of the program: it runs where there is no toolchain.
build_release = $(build) -c release --static-swift-stdlib
release = .build/release/cutlist

.PHONY: demo test fresh fuzz soak bench install deb docs lint format setup schemas clean

## Builds a release and renders the example edit to a movie.
demo: setup
	@$(build_release) --product cutlist
	@$(release) render Projects/fifteen-seconds/fifteen-seconds.json -o fifteen-seconds.mp4
	@echo "wrote $(CURDIR)/fifteen-seconds.mp4"

## Builds and passes all tests.
test: setup
	@$(build) --build-tests
	@$(SWIFT) test --skip-build

## Does both in a new Debian, as root and as an ordinary user; see .ci/fresh.
fresh:
	@.ci/fresh

## Damages media, projects, golden files and fonts for SECONDS and has them read; see .ci/fuzz.
SECONDS ?= 600
fuzz: setup
	@$(build_release) --product cutlist
	@.ci/fuzz --seconds $(SECONDS)

## Runs two thousand commands, right, wrong and killed, and looks for what they leave; see .ci/soak.
soak: setup
	@$(build_release) --product cutlist
	@.ci/soak

## Compares speed in one run and keeps the results; see Projects/bench.
bench: setup
	@$(build_release) --product cutlist
	@$(build_release) --product cutlist-bench
	@.ci/bench

## Installs the program, schemas, examples, manual page and shells' completions under $(prefix).
install: setup
	@$(build_release) --product cutlist
	@.ci/install-files "$(DESTDIR)$(prefix)"

## Makes a Debian package of the same, and prints its path; it installs where there is no Swift.
deb: setup
	@.ci/install-packages deb
	@$(build_release) --product cutlist
	@.ci/deb

## Builds the manual as a site into .build/docs; see .ci/docs.
docs:
	@SWIFT="$(SWIFT)" .ci/docs

## Checks form: formatting, and the rules that the compiler does not know.
lint:
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	@.ci/check-imports

## Rewrites the sources in the project's format.
format:
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

## Writes the schemas that the program emits into Schemas/.
schemas: setup
	@$(build) --product cutlist
	@.build/debug/cutlist schema > Schemas/cutlist-1.schema.json
	@.build/debug/cutlist schema --part > Schemas/cutlist-part-1.schema.json

## Installs the Debian packages that are missing; says nothing when none is.
setup:
	@.ci/install-packages

clean:
	@rm -rf .build
