/** Everything that the backend tells Prometheus of its state. */
import { dayGauges } from './accounting/closing/day-gauges'
import { mailGauges } from './identity/mail/mail-gauges'
import type { Database } from './platform/db/database'
import type { Deps } from './platform/deps'
import type { Reader } from './platform/process/program-metrics'
import { taskGauges } from './platform/tasks/task-gauges'
import { ingestGauges, ingestTotalsRead } from './telemetry/ingestion/ingest-gauges'
import { presenceGauges } from './telemetry/presence/presence-gauges'
import { webhookGauges } from './workflow/webhooks/webhook-gauges'

const gauges = [
  ...taskGauges,
  ...mailGauges,
  ...webhookGauges,
  ...ingestGauges,
  ...presenceGauges,
  ...dayGauges,
]

export const readersOf = (deps: Deps, { connections }: Pick<Database, 'connections'>): Reader[] => [
  ...gauges.map(({ read, ...gauge }): Reader => ({ ...gauge, kind: 'gauge', read: () => read(deps) })),
  ...ingestTotalsRead.map(({ read, ...total }): Reader => ({
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
