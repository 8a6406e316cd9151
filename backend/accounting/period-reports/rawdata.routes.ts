import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { registerAggregates } from './aggregate.routes'
import { registerDaysReport } from './days-report.routes'
import {
  ingestAnswer,
  ingestBatch,
  MAX_BATCH_BYTES,
  MAX_BATCH_MESSAGES,
  MAX_BATCH_ROWS,
  MAX_BATCH_VALUES,
} from '../../telemetry/ingestion/ingest.contract'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { countBatch } from '../../telemetry/ingestion/ingest-totals'
import { registerNetworkReports } from './network-report.routes'
import { registerPeriodPoints } from './period-points.routes'
import { rateLimit } from '../../telemetry/ingestion/rate'
import { recordRows } from '../../telemetry/ingestion/records'
import { readRefused } from '../../telemetry/ingestion/refused-messages.queries'
import { unknownSmibs } from '../../telemetry/ingestion/unknown-smibs.contract'
import { readUnknown } from '../../telemetry/ingestion/unknown-smibs.service'
import { refusedMessages } from '../../telemetry/ingestion/refused-messages.contract'
import { registerStreams } from '../../telemetry/streams/streams.routes'

export function register(api: Api): void {
  registerStreams(api)
  registerAggregates(api)
  registerDaysReport(api)
  registerNetworkReports(api)
  registerPeriodPoints(api)
  const spend = rateLimit()

  api.endpoint(
    {
      method: 'GET',
      path: '/api/rawdata/v1/smib/:id/refused',
      family: 'rawdata',
      permission: 'smib::list',
      summary: 'The newest messages of a SMIB that were refused, each with its verdict and as it came',
      params: z.object({ id }),
      response: refusedMessages,
    },
    ({ params, db, scope }) => readRefused(db, scope, params.id),
  )

  api.endpoint(
    {
      method: 'GET',
      path: '/api/authorization/v1/api-token/:id/unknown-smibs',
      family: 'rawdata',
      permission: 'api_token::list',
      summary: 'The newest MAC addresses that a token reported and that are none of its SMIBs',
      params: z.object({ id }),
      response: unknownSmibs,
    },
    ({ params, db, scope }) => readUnknown(db, scope, params.id),
  )

  api.endpoint(
    {
      method: 'POST',
      path: '/api/rawdata/v1/ingest',
      family: 'rawdata',
      permission: 'ingest-token',
      summary:
        'Messages, events and counters of SMIBs; answered when they are durable, with a verdict for each message',
      body: ingestBatch,
      response: ingestAnswer,
      maxBytes: MAX_BATCH_BYTES,
      maxValues: MAX_BATCH_VALUES,
      inParts: true,
      inTurn: true,
      refuses: [429],
    },
    async ({ body: { messages }, again, actor, scope, deps, next }) => {
      const rows = messages.reduce<number>((sum, message) => sum + rowsIn(message), 0)
      if (messages.length > MAX_BATCH_MESSAGES || rows > MAX_BATCH_ROWS) {
        throw new Problem(413, 'batch_too_large', {
          message: 'Send smaller batches',
          details: { messages: MAX_BATCH_MESSAGES, rows: MAX_BATCH_ROWS },
        })
      }
      await spend(actor.id, messages.length + rows)
      const answer = await ingest(deps, scope, messages, {
        queued: next,
        again: () => again().messages,
        ...(actor.kind === 'token' && { token: actor.id }),
      })
      countBatch(deps, rows, answer)
      return answer
    },
  )
}

function rowsIn(message: unknown): number {
  if (typeof message !== 'object' || message === null) return 0
  const { events, counters } = message as { events?: unknown; counters?: unknown }
  return (
    (Array.isArray(events) ? events.length : 0) +
    (Array.isArray(counters) ? counters.length : 0) +
    recordRows(message)
  )
}
