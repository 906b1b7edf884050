# `make play` starts the companion; `make test` checks everything. Of games played at random, and of
# screens at many sizes, tests take a fixed sample; `make test FULL=1` takes them all, which is
# several times as long.
PYTHON_HERE := .venv/bin/python
export FULL
# browsers wait more than they work: one more at a time than there are cores
AT_ONCE := $(shell expr $$(getconf _NPROCESSORS_ONLN || echo 2) + 1)

.PHONY: play test setup-play setup-test vendor lock pictures readings texts clean

play: setup-play
	@exec $(PYTHON_HERE) -m companion serve $(SERVE)

test: setup-test
	$(PYTHON_HERE) -m ruff check .
	$(PYTHON_HERE) -m ruff format --check .
	$(PYTHON_HERE) -m mypy
	$(PYTHON_HERE) -m djlint --lint --quiet templates reports
	@PATH="$(CURDIR)/.venv/bin:$$PATH" npm run --silent check
	$(PYTHON_HERE) -m pytest -n $(AT_ONCE) --maxprocesses 4 --dist worksteal

setup-play:
	@sh scripts/setup.sh play

setup-test:
	@sh scripts/setup.sh test

# htmx, unmodified, from its npm package; package.json names the version
vendor:
	@sh scripts/vendor.sh

# works out the pinned requirements anew, for every platform
lock: setup-test
	@sh scripts/lock.sh

# the README's pictures, of games of simulated players
pictures: setup-test
	PYTHONPATH=. $(PYTHON_HERE) scripts/pictures.py

# the README's list of how the rule books are read, from the titles' data
readings: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/readings.py

# the catalogues of other languages, from all that is said
texts: setup-play
	PYTHONPATH=. $(PYTHON_HERE) scripts/texts.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis node_modules
	find companion tests -name __pycache__ -type d -prune -exec rm -rf {} +
