/** Messages of a SMIB, delivered as its gateway does. */
import { expect } from 'vitest'
import type { IngestAnswer, IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { smibs } from '../people'
import type { TestBackend } from './backend'

/** `begin` before each test: its messages are an hour old and a second apart. */
export function sender(backend: () => TestBackend) {
  let at = 0
  let seq = 100
  async function send(messages: unknown[], token = backend().ingestTokens.carpathia): Promise<IngestAnswer> {
    const { status, body } = await backend().json<{ data: IngestAnswer }>('/api/rawdata/v1/ingest', {
      token,
      body: { messages },
    })
    expect(status).toBe(200)
    return body.data
  }
  return {
    begin: () => {
      at = backend().clock() - 3_600_000
    },
    /** Time (epoch milliseconds) and number of the newest message. */
    newest: () => ({ at, seq }),
    message: (over: Partial<IngestMessage> = {}): IngestMessage => ({
      smib_id: smibs.bellLink.mac,
      message_seq_nr: ++seq,
      server_time_nano: `${(at += 1000)}000000`,
      ...over,
    }),
    counters: (coinIn: number, more: Record<string, number> = {}) => [
      { game_nr: 0, meters: { '0000': coinIn, ...more } },
    ],
    send,
    verdicts: async (messages: unknown[], token?: string) =>
      (await send(messages, token)).verdicts.map(one => one.code ?? one.verdict),
  }
}
