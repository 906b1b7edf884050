# `make play` starts the companion; `make test` checks everything. Of games played at random, and of
# screens at many sizes, tests take a fixed sample; `make test FULL=1` takes them all, which is
# several times as long.
PYTHON_HERE := .venv/bin/python
export FULL
# browsers wait more than they work: one more at a time than there are cores
AT_ONCE := $(shell expr $$(getconf _NPROCESSORS_ONLN || echo 2) + 1)

# all at the same time: the longest first
CHECKS := check-types compile-tests check-pages check-style

.PHONY: play wheel test test-references test-postgres $(CHECKS) setup-play setup-test vendor lock pictures readings examples title-format texts clean

play: setup-play
	@exec $(PYTHON_HERE) -m companion serve $(SERVE)

test: setup-test
	@$(MAKE) --no-print-directory -j $(CHECKS)
	$(PYTHON_HERE) -m pytest -n $(AT_ONCE) --maxprocesses 4 --dist worksteal

# those that read rule books, fact sheets and recorded games in ../shared
test-references: setup-test
	$(PYTHON_HERE) -m pytest -n $(AT_ONCE) --maxprocesses 4 --dist worksteal -m references

# of store and screens, on PostgreSQL alone
test-postgres: setup-test
	ON_POSTGRES=1 $(PYTHON_HERE) -m pytest -n $(AT_ONCE) --maxprocesses 4 --dist worksteal \
		-k postgresql tests/store tests/web

# the wheel to hand out, with the files that start it by a double click, in dist/
wheel: setup-test
	rm -rf dist
	$(PYTHON_HERE) -m build --no-isolation
	cp scripts/start.bat scripts/start.command dist/

check-types:
	$(PYTHON_HERE) -m mypy

# once for all processes that run them, each of which would do it for itself
compile-tests:
	@PYTHONDONTWRITEBYTECODE= $(PYTHON_HERE) scripts/compile_templates.py
	@PYTHONDONTWRITEBYTECODE= $(PYTHON_HERE) -m pytest --collect-only -qqq >/dev/null || true

check-pages:
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm run --silent check

check-style:
	$(PYTHON_HERE) -m ruff check .
	$(PYTHON_HERE) -m ruff format --check .
	$(PYTHON_HERE) -m djlint --lint --quiet templates reports

setup-play:
	@sh scripts/setup.sh play

setup-test:
	@sh scripts/setup.sh test

# htmx, unmodified, from its npm package; package.json names the version
vendor:
	@sh scripts/vendor_htmx.sh

# works out the pinned requirements anew, for every platform
lock: setup-test
	@sh scripts/pin_requirements.sh

# the pictures of the documents, from games of simulated players
pictures: setup-test
	PYTHONPATH=. $(PYTHON_HERE) scripts/take_pictures.py

# docs/readings, how the rule books are read, from the titles' data
readings: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/write_readings.py

# the example of each title, after a change of the rules
examples: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/write_examples.py

# docs/title-format.md, the format of the titles' data, from the schema
title-format: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/title_format.py

# the catalogues of other languages, from all that is said
texts: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/update_catalogues.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis node_modules
	find companion tests -name __pycache__ -type d -prune -exec rm -rf {} +
