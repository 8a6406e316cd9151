import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { beforeShortIds } from '../../../tests/support/before-short-ids'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import { up } from '../../schema/migrations/047-coins-in'
import { up as withShortIds } from '../../schema/migrations/147-short-ids'
import { up as withTenantKeys } from '../../schema/migrations/200-tenant-keys'
import { up as withTerms } from '../../schema/migrations/201-reading-terms'
import { up as withCuts } from '../../schema/migrations/253-cut-hours'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const MINUTE = 60_000

describe('coins that readings told before they had a column', () => {
  it('are moved there and booked, and the next reading goes on from them', async () => {
    const start = backend.clock() - 60 * MINUTE
    const tell = (sequence: number, meters: Record<string, number>) =>
      ingest(backend.deps, { tenantId: null }, [
        {
          smib_id: smibs.bellLink.mac,
          message_seq_nr: sequence,
          server_time_nano: `${start + sequence * MINUTE}000000`,
          counters: [{ game_nr: 0, meters }],
        },
      ])
    const days = () =>
      backend.db
        .selectFrom('counter_days')
        .select(['coins_in', 'coin_in'])
        .where('slot_id', '=', slots.bellLink.id)
        .execute()
    await tell(1, { '0000': 100 })
    await tell(2, { '0000': 110 })
    await tell(3, { '0000': 120 })
    await tell(4, { '0000': 130 })
    // What the queue of batches keeps in mind is of a database that has its migrations behind it.
    await whileNothingIsStored(backend.deps, async () => {})
    await beforeShortIds(backend.db)
    for (const table of ['counter_readings', 'counter_hours', 'counter_days'])
      await backend.db.schema.alterTable(table).dropColumn('coins_in').execute()
    const wrapping = [99_999_990, 20, 50]
    for (const [index, coins] of wrapping.entries())
      await sql`update counter_readings set more = ${JSON.stringify({ '0004': 7, '0008': coins })}
        where message_seq_nr = ${index + 1}`.execute(backend.db)
    await up(backend.db as unknown as Kysely<unknown>)
    await withShortIds(backend.db as unknown as Kysely<unknown>)
    await withTenantKeys(backend.db as unknown as Kysely<unknown>)
    await withTerms(backend.db as unknown as Kysely<unknown>)
    await withCuts(backend.db as unknown as Kysely<unknown>)
    expect(await days()).toEqual([{ coins_in: 60, coin_in: 30 }])
    expect(
      (
        await backend.db
          .selectFrom('counter_readings')
          .select(['coins_in', 'more'])
          .orderBy('message_seq_nr')
          .execute()
      ).map(row => [row.coins_in, row.more && (JSON.parse(row.more) as unknown)]),
    ).toEqual([...wrapping.map(coins => [coins, { '0004': 7 }]), [null, null]])
    await tell(5, { '0000': 140, '0008': 65 })
    expect(await days()).toEqual([{ coins_in: 75, coin_in: 40 }])
    expect(
      (await backend.db.selectFrom('counter_hours').select('coins_in').execute()).reduce(
        (sum, row) => sum + row.coins_in,
        0,
      ),
    ).toBe(75)
  })
})
