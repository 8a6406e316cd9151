import type { Gauge, Total } from '../../platform/metrics/gauge'
import { ingestTotals } from './ingest-totals'
import { queueOf } from './ingest-queue'

export const ingestGauges: readonly Gauge[] = [
  {
    name: 'backoffice_ingest_waiting_rows',
    help: 'Events and counter rows that have arrived and are not stored yet',
    read: deps => ({ '': queueOf(deps).waitingRows }),
  },
]

export const ingestCounters: readonly Total[] = [
  {
    name: 'backoffice_ingest_batches_total',
    help: 'Batches of SMIBs that were answered',
    read: deps => ({ '': ingestTotals(deps).batches }),
  },
  {
    name: 'backoffice_ingest_rows_total',
    help: 'Events and counter rows of the batches that were answered',
    read: deps => ({ '': ingestTotals(deps).rows }),
  },
  {
    name: 'backoffice_ingest_messages_total',
    help: 'Messages by verdict',
    label: 'verdict',
    read: deps => ({ ...ingestTotals(deps).messages }),
  },
]
