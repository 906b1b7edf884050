#!/bin/sh
# Makes .venv from the pinned requirements and sees to the native libraries.
#   sh scripts/setup.sh play    what the companion needs to run
#   sh scripts/setup.sh test    what its tests need as well
# What is there already is left alone: with unchanged requirements this takes a moment.
set -eu
cd "$(dirname "$0")/.."

purpose=${1:?play or test}
venv=.venv
case $purpose in
    play) requirements=requirements.txt ;;
    test) requirements=requirements-dev.txt ;;
    *) echo "play or test?" >&2; exit 2 ;;
esac

say() { echo "$*" >&2; }

stamp() { # what an environment for purpose $1 is made from
    case $1 in play) file=requirements.txt ;; *) file=requirements-dev.txt ;; esac
    { pwd; cat "$file" pyproject.toml; } | cksum
}

ready() { # is the environment as purpose $1 wants it?
    [ -x $venv/bin/python ] && [ "$(cat "$venv/ready-$1" 2>/dev/null)" = "$(stamp "$1")" ]
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else # nobody is there to type a password
        sudo -n "$@"
    fi
}

apt_install() { # installs those of the named packages that this system knows
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
    known() { apt-cache show "$1" >/dev/null 2>&1; }
    known "$1" || as_root apt-get update -qq || return 1
    wanted=
    for package in "$@"; do ! known "$package" || wanted="$wanted $package"; done
    [ -n "$wanted" ] || return 1
    say "Installing:$wanted"
    install_now() {
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $wanted >/dev/null
    }
    install_now || { as_root apt-get update -qq && install_now; }
}

find_python() { # prints the first Python that is new enough
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    say "The companion needs Python 3.11 or newer, and none is on the path."
    case $(uname) in
        Darwin) say "Get it: brew install python3" ;;
        *) say "Get it: sudo apt-get install python3 python3-venv" ;;
    esac
    exit 1
}

make_environment() {
    [ "$(cat $venv/place 2>/dev/null)" = "$(pwd)" ] && [ -x $venv/bin/python ] && return
    if [ -L $venv ]; then # making it would empty that of another checkout
        say "$venv is a link to the environment of another checkout. Set that one up, or remove the link."
        exit 1
    fi
    python=$(find_python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        apt_install "python$version-venv" || apt_install python3-venv || {
            say "Python's venv module is missing. Get it: sudo apt-get install python3-venv"
            exit 1
        }
    fi
    say "Making the environment in $venv with $("$python" --version)."
    "$python" -m venv --clear $venv
    pwd >$venv/place
}

install_packages() {
    make_environment
    say "Installing the pinned packages. This needs the internet once."
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    $venv/bin/python -m pip install --quiet --no-compile --require-hashes -r "$requirements" || {
        say "The packages could not be installed. With the internet at hand, run it again."
        exit 1
    }
    $venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
    $venv/bin/python -m compileall -q -j 0 $venv/lib >/dev/null 2>&1 & # by all cores, pip by one
}

ask() { # prints what companion.system_dependencies says
    $venv/bin/python -c "from companion import system_dependencies; print(system_dependencies.$1 or '', end='')"
}

native_library() {
    problem=$(ask 'pdf_problem()')
    [ -n "$problem" ] || return 0
    if command -v apt-get >/dev/null; then
        apt_install $(ask 'APT_PACKAGES') || true
        problem=$(ask 'pdf_problem()')
    fi
    [ -z "$problem" ] && return
    say "$problem"
    return 1
}

page_tools() { # what looks over styles and scripts, at the versions that package.json names
    named=$(cksum <package.json)
    [ "$(cat node_modules/ready 2>/dev/null)" = "$named" ] && return
    say "Installing what checks styles and scripts. This needs the internet once."
    PATH="$(pwd)/$venv/bin:$PATH" npm install --no-package-lock --no-audit --no-fund \
        --ignore-scripts --loglevel=error >/dev/null || {
        say "npm could not install it. With the internet at hand, run it again."
        exit 1
    }
    echo "$named" >node_modules/ready
}

browser() {
    [ -z "$(ask 'find_chromium()')" ] || return 0
    if [ "$(uname)" = Darwin ]; then
        say "The browser tests need Chromium. Get it: brew install --cask chromium"
        return 1
    fi
    # the first has no window, and takes less of everything; not every system knows it
    apt_install chromium-headless-shell || apt_install chromium || apt_install chromium-browser ||
        true
    [ -n "$(ask 'find_chromium()')" ] && return
    say "The browser tests need Chromium. Get it: sudo apt-get install chromium"
    return 1
}

database() { # without it the tests that need it are skipped and say so; in CI they fail
    [ -z "${COMPANION_TEST_DATABASE_URL:-}" ] || return 0
    there="from companion.bench.temporary_postgres import programs; print(programs() or '', end='')"
    [ -z "$($venv/bin/python -c "$there")" ] || return 0
    apt_install postgresql || true
    [ -n "$($venv/bin/python -c "$there")" ] && return
    say "Tests with PostgreSQL are skipped. Get it: sudo apt-get install postgresql"
}

if ! ready "$purpose"; then
    [ "$purpose" = play ] && ready test || install_packages
    # Without these libraries everything but the PDF works, so playing goes on; tests do not.
    native_library || [ "$purpose" = play ] || exit 1
    [ "$purpose" = play ] || stamp test >$venv/ready-test
    stamp play >$venv/ready-play
fi
if [ "$purpose" = test ]; then
    page_tools
    browser
    database
fi
wait
# each process starts sooner then, also where Python writes nothing beside its sources by itself
$venv/bin/python -m compileall -q companion >/dev/null 2>&1 || true
