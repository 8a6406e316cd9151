import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { MINUTE_MS as MINUTE } from '../../platform/contract/durations'
import { ingest } from '../ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

describe('online, and how old the figures are', () => {
  it('is by when a SMIB last sent; how old its figures are is said next to it (ruling 41)', async () => {
    const slot = async () =>
      (
        await backend.json<{ data: { slot: Record<string, unknown> } }>(
          `/api/configuration/v1/slot/${slots.novoline.id}`,
          { as: 'olga' },
        )
      ).body.data.slot
    const boardOf = async () =>
      (
        await backend.json<{ data: { smib: Record<string, unknown> } }>(
          `/api/configuration/v1/smib/${smibs.novoline.id}`,
          { as: 'ana' },
        )
      ).body.data.smib
    const now = backend.clock()
    let number = 0
    const deliver = (at: number, counters: boolean) =>
      ingest(backend.deps, { tenantId: null }, [
        {
          smib_id: smibs.novoline.mac,
          message_seq_nr: ++number,
          server_time_nano: `${at}000000`,
          ...(counters && { counters: [{ game_nr: 0, meters: { '0000': 100 + number } }] }),
        },
      ])
    // A SMIB that was away for three hours delivers what it has stored.
    await deliver(now - 180 * MINUTE, true)
    expect([await slot(), await boardOf()]).toMatchObject(
      Array(2).fill({ state: 'online', last_seen_at: now, last_reading_at: now - 180 * MINUTE }),
    )
    // A message without counters counts, and brings no figures.
    backend.clock.advance(MINUTE)
    await deliver(now + MINUTE, false)
    expect(await slot()).toMatchObject({ last_seen_at: now + MINUTE, last_reading_at: now - 180 * MINUTE })
    // The newest reading counts, in whatever order they come.
    backend.clock.advance(MINUTE)
    await deliver(now + 2 * MINUTE, true)
    expect(await slot()).toMatchObject({
      last_seen_at: now + 2 * MINUTE,
      last_reading_at: now + 2 * MINUTE,
    })
  })
})
