# What every script here shares; sourced, never run. Leaves the working directory at the package's
# top folder, and answers --help with the comment at the head of the script that sourced it.

set -euo pipefail

readonly script="${BASH_SOURCE[1]}"
top=$(cd "$(dirname "$script")/.." && pwd)
readonly top

# The comment at the head of the script is its help text.
usage() {
  awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$script"
}

# Ends the script: what went wrong, and what to do.
fail() {
  printf '%s: %s\n' "$(basename "$script")" "$*" >&2
  exit 1
}

# Ends the script after an argument it does not know.
misused() {
  printf '%s: %s\n\n' "$(basename "$script")" "$*" >&2
  usage >&2
  exit 2
}

# One line about the step that begins; says nothing about its result.
step() {
  printf '==> %s\n' "$*" >&2
}

# Runs a command that is only interesting when it fails: its output is shown then, and only then.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  if ((status != 0)); then cat "$log" >&2; fi
  rm -f "$log"
  return "$status"
}

# Runs a command that takes long: on a terminal with its output, so that one sees it go on;
# elsewhere quietly.
visibly() {
  if [[ -t 2 ]]; then "$@" >&2; else quietly "$@"; fi
}

case "${1-}" in
-h | --help)
  usage
  exit 0
  ;;
esac

cd "$top"
