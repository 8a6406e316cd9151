/** Everything that the backend tells Prometheus of its state. */
import { dayGauges } from './accounting/closing/day-gauges'
import { mailGauges } from './identity/mail/mail-gauges'
import type { Database } from './platform/db/database'
import type { Deps } from './platform/deps'
import type { Gauge } from './platform/metrics/gauge'
import type { Reader } from './platform/process/program-metrics'
import { taskGauges } from './platform/tasks/task-gauges'
import { ingestGauges, ingestCounters } from './telemetry/ingestion/ingest-gauges'
import { presenceGauges } from './telemetry/presence/presence-gauges'
import { mqttGauges } from './workflow/mqtt/mqtt-gauges'
import { webhookGauges } from './workflow/webhooks/webhook-gauges'

const gauges = [
  ...taskGauges,
  ...mailGauges,
  ...webhookGauges,
  ...mqttGauges,
  ...ingestGauges,
  ...presenceGauges,
  ...dayGauges,
]

/** However many read them, and however often: some go through a table. Milliseconds. */
const READ_AGAIN_MS = 10_000

function seldom(read: (deps: Deps) => ReturnType<Gauge['read']>, deps: Deps): Reader['read'] {
  let last: { at: number; values: ReturnType<Gauge['read']> } | undefined
  return () => {
    if (!last || deps.clock() - last.at >= READ_AGAIN_MS) last = { at: deps.clock(), values: read(deps) }
    return last.values
  }
}

/** Only where there is a replica. */
const replicaGauges: readonly Gauge[] = [
  {
    name: 'backoffice_replica_used',
    help: 'Whether lists, reports and files may be read from the replica',
    read: ({ replica }) => ({ '': replica?.state().used ? 1 : 0 }),
  },
  {
    name: 'backoffice_replica_lag_seconds',
    help: 'How old the replica’s data are at most; missing where nobody knows',
    read({ replica }): Record<string, number> {
      const lag = replica?.state().lagSeconds
      return lag === undefined ? {} : { '': lag }
    },
  },
]

export const readersOf = (deps: Deps, { connections }: Pick<Database, 'connections'>): Reader[] => [
  ...(deps.replica ? replicaGauges : []).map(({ read, ...gauge }): Reader => ({
    ...gauge,
    kind: 'gauge',
    read: () => read(deps),
  })),
  ...gauges.map(({ read, ...gauge }): Reader => ({ ...gauge, kind: 'gauge', read: seldom(read, deps) })),
  ...ingestCounters.map(({ read, ...total }): Reader => ({
    ...total,
    kind: 'counter',
    read: () => read(deps),
  })),
  {
    name: 'backoffice_database_connections',
    help: 'Connections to PostgreSQL, and requests that wait for one; nothing with the embedded database',
    label: 'state',
    kind: 'gauge',
    read: () => ({ ...connections() }),
  },
]
