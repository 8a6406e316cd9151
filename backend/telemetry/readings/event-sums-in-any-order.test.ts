/**
 * What is stored of money, and of handpays that wait, is what the events say, whatever order they came in and whatever
 * was corrected or moved.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { moneyOf } from '../../../tests/support/event-sums'
import { minutes, backdatingTests } from '../../../tests/support/backdating'
import { up as upgrade } from '../../schema/migrations/205-event-sums'
import { up as handpaysAsView } from '../../schema/migrations/260-handpays'
import { up as storeHandpays } from '../../schema/migrations/262-pending-handpays'
import { ingest } from '../ingestion/ingest.service'
import type { IngestMessage } from '../ingestion/ingest.contract'

let backend: TestBackend
const { enter, fresh, newest, backdate } = backdatingTests(() => backend)
const { stored, recomputed, storedPending, recomputedPending } = moneyOf(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const slot = slots.bellLink.id

type Answer = Envelope & {
  data: { 'message-edit': { _id: string }; parts: { events: { event: string; edit: string | null }[] } }
}
const asEventsSay = async () => {
  expect(await stored()).toEqual(await recomputed())
  const pending = await storedPending()
  expect(pending).toEqual(await recomputedPending())
  return pending.length
}
const ask = (path: string, body: object) =>
  backend.json<Answer>(`/api/rawdata/v1/${path}`, { as: 'ana', body })

const event = fc.record({
  code: fc.constantFrom('51', '52', '52', '51', '3D', '68', '49', '4B', '11'),
  // Beside each other, and days apart.
  after: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 900 })),
  amount: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
  kind: fc.option(fc.constantFrom('jackpot', 'progressive', 'credit'), { nil: undefined }),
})
const step = fc.oneof(
  fc.record({ does: fc.constant('send' as const), which: fc.nat(99), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    does: fc.constantFrom('correct' as const, 'leave_out' as const, 'undo' as const),
    which: fc.nat(99),
    count: fc.nat(5),
  }),
  fc.record({ does: fc.constant('move' as const), which: fc.nat(99), count: fc.nat(1) }),
)
const codes = ['51', '52', '3D', '68', '49', '11'] as const

it(
  'are the sums of the events there are, and the handpays that nobody has reset',
  { timeout: 300_000 },
  async () => {
    let [sent, edited, moved, waited] = [0, 0, 0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 4, maxLength: 16 }),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async (events, steps) => {
          await fresh()
          await backend.db.deleteFrom('message_edits').execute()
          let minute = 0
          const all = events.map(({ code, after, amount, kind }, nr): IngestMessage => {
            minute += after
            return {
              smib_id: smibs.bellLink.mac,
              message_seq_nr: nr + 1,
              server_time_nano: `${minutes(minute)}000000`,
              events: [
                {
                  event_seq_nr: nr + 1,
                  code,
                  data: { ...(amount !== undefined && { amount_minor: amount }), ...(kind && { kind }) },
                },
              ],
            }
          })
          let now = minutes(minute + 10)
          const tell = async (messages: IngestMessage[]) => {
            backend.clock.set((now += 60_000))
            expect(await ingest(backend.deps, { tenantId: null }, messages)).toMatchObject({ refused: 0 })
          }
          for (const { does, which, count } of steps) {
            backend.clock.set((now += 60_000))
            const one = all[which % all.length]
            if (!one) continue
            if (does === 'send') {
              // Any of them, some for the second time.
              await tell(
                [...all, ...all].slice(which % all.length, (which % all.length) + count).toReversed(),
              )
              sent++
            } else if (does === 'move') {
              const before = await newest()
              await enter(now, { location_id: count ? locations.braila.id : locations.cluj.id })
              const since = await newest()
              const to = Number(one.server_time_nano) / 1e6
              if (since === before || Number(before) >= to) continue
              await backdate({ type: 'slot', id: slot, since, to })
              moved++
            } else {
              const key = {
                smib: smibs.bellLink.id,
                at: Number(one.server_time_nano) / 1e6,
                message_seq_nr: one.message_seq_nr,
              }
              const edits = await backend.db
                .selectFrom('message_edits')
                .select('id')
                .where('state', '=', 'holds')
                .orderBy('id')
                .execute()
              if (does === 'undo') {
                const edit = edits[which % Math.max(1, edits.length)]
                if (!edit) continue
                const done = await ask('message-edit-take-back', { ids: [edit.id], reason: 'It was right' })
                expect(done.status).toBe(200)
              } else {
                const parts = await ask('message-edit-parts', key)
                const part = parts.status === 200 ? parts.body.data.parts.events[0] : undefined
                if (!part) continue
                const done = await ask('message-edit/events', {
                  ...key,
                  event: part.event,
                  ...(does === 'correct' && { code: codes[count] }),
                  reason: 'The board was wired wrongly',
                })
                expect([200, 409, 422]).toContain(done.status)
              }
              edited++
            }
            waited += await asEventsSay()
          }
          await tell(all)
          await asEventsSay()
          // As an upgrade fills them, again where it was stopped.
          await upgrade(backend.db as never)
          await sql`drop view handpays`.execute(backend.db)
          await sql`drop table pending_handpays`.execute(backend.db)
          await handpaysAsView(backend.db as never)
          await storeHandpays(backend.db as never)
          await asEventsSay()
        },
      ),
      { numRuns: Number(process.env.SUMS_RUNS ?? 25) },
    )
    expect(Math.min(sent, edited, moved, waited)).toBeGreaterThan(0)
  },
)
