/** An event that a demo machine raises, with its time. */
import type { IngestMessage } from '../telemetry/ingestion/ingest.contract'

type DemoEvent = NonNullable<IngestMessage['events']>[number]
export type Raised = Omit<DemoEvent, 'event_seq_nr'> & { at: number }

export interface Span {
  start: number
  end: number
  locked: boolean
}
