#!/usr/bin/env bash
# Guess: the Prometheus project's own client for Node names its default metrics as the project's naming rules and
#   its `promtool check metrics` want them: `_total` for counters alone, and no name that repeats the type.
# Version: @prometheus-io/client 0.16.1 (npm), what prom-client became; the same names were complained of by
#   promtool 2.42.0 (Debian 12).
# Behaviour: of the default metrics three gauges end in `_total`, and one histogram and one summary have their type
#   in the name, so that `promtool check metrics` ends with status 3 for an answer that nobody added anything to.
# Output seen: gauge nodejs_active_handles_total, gauge nodejs_active_requests_total, gauge
#   nodejs_active_resources_total, histogram nodejs_eventloop_utilization_histogram, summary
#   nodejs_eventloop_utilization_summary
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @prometheus-io/client@0.16.1
cat > names.cjs <<'JS'
const { Registry, collectDefaultMetrics } = require('@prometheus-io/client')

const registry = new Registry()
collectDefaultMetrics({ register: registry })
registry.metrics().then(text => {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  const odd = types
    .filter(([, name, type]) => (type !== 'counter' && name.endsWith('_total')) || name.endsWith(`_${type}`))
    .map(([, name, type]) => `${type} ${name}`)
    .sort()
  console.log(odd.join('\n'))
  const expected = [
    'gauge nodejs_active_handles_total',
    'gauge nodejs_active_requests_total',
    'gauge nodejs_active_resources_total',
    'histogram nodejs_eventloop_utilization_histogram',
    'summary nodejs_eventloop_utilization_summary',
  ]
  process.exit(odd.join() === expected.join() ? 0 : 1)
})
JS
node names.cjs
