/** What retention takes, what it leaves, and what is said of it afterwards. */
import { createHash } from 'node:crypto'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants } from '../../../tests/people'
import { testBackend, type Ask, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { hourly, retained } from '../../../tests/support/retention'
import { newId } from '../../platform/db/new-id'
import { electronicBetween } from '../../telemetry/judgement/electronic.service'
import { ingest } from '../../telemetry/ingestion/ingest.service'

const DAY = 24 * HOUR
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver, days, hours } = bookedIn(() => backend)
const { forget, seal, archive, dayAt, readings, messages } = retained(() => backend)

const send = (batch: typeof hourly) => ingest(backend.deps, { tenantId: null }, batch)
const figures = async () => ({ days: await days(), hours: await hours() })
const ask = (path: string, more: Ask = {}) => backend.json(path, { as: 'ana', ...more })
const audited = () =>
  backend.db
    .selectFrom('audit_log')
    .select(['entity_id', 'after_json'])
    .where('entity', '=', 'raw_archive')
    .execute()
const archives = async () =>
  (
    await ask('/api/rawdata/v1/raw-archives', {
      body: { rowsPerPage: 100, sortBy: ['created_at'], sortDirection: ['ASC'] },
    })
  ).body.data.rows as unknown as { _id: string; stream: string; day: string; rows: number; sha256: string }[]
async function fileOf(id: string): Promise<Buffer> {
  const parts: string[] = []
  for (let nr = 0, pieces = 1; nr < pieces; nr++) {
    const { data } = (await ask(`/api/rawdata/v1/raw-archive/${id}/piece/${nr}`)).body
    parts.push(data.content as string)
    pieces = data.pieces as number
  }
  return Buffer.from(parts.join(''), 'base64')
}

beforeEach(async () => {
  await clear()
  await forget()
  await deliver(hourly)
})

describe('readings and messages of a sealed day that is old enough', () => {
  it('are in Parquet files afterwards, whose hash the audit log has', async () => {
    const before = { ...(await figures()), readings: await readings(), messages: await messages() }
    const { day, to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const left = await readings()
    const files = await archives()
    const of = (stream: string) => files.filter(one => one.stream === stream)
    expect(await figures()).toEqual({ days: before.days, hours: before.hours })
    expect(of('readings').reduce((sum, one) => sum + one.rows, 0)).toBe(before.readings.length - left.length)
    expect(left[0]).toMatchObject({ server_time: to, held: null })
    expect(await messages()).toEqual(before.messages.filter(one => one.server_time > to))
    const logged = await audited()
    for (const one of files) {
      const file = await fileOf(one._id)
      expect(createHash('sha256').update(file).digest('hex')).toBe(one.sha256)
      expect(logged.find(entry => entry.entity_id === one._id)?.after_json).toContain(one.sha256)
      const rows = await parquetReadObjects({
        file: new Uint8Array(file).buffer,
      })
      expect(rows).toHaveLength(one.rows)
      const got = (await ask(`/api/rawdata/v1/raw-archive/${one._id}`)).body.data['raw-archive']
      expect(got).toMatchObject({ verdict: 'intact' })
    }
    const [first] = of('readings')
    const file = await fileOf(first?._id ?? '')
    const [row] = await parquetReadObjects({
      file: new Uint8Array(file).buffer,
    })
    expect(row).toMatchObject({
      slot_id: slots.bellLink.id,
      location_id: locations.cluj.id,
      gaming_day: new Date((await dayAt(sunday + HOUR)).day),
      server_time: new Date(sunday + HOUR),
      coin_in: 1_000n,
      coin_out: 500n,
      message_seq_nr: 1n,
    })
    expect(day).toBe(first?.day)
  })

  it('stay where nothing is sealed, and where the day is younger than its tenant says', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to, 'closed')
    await archive()
    expect(await readings()).toHaveLength(72)
    await forget()
    await seal(sunday, to)
    backend.clock.set(to + 89 * DAY)
    await archive()
    expect(await readings()).toHaveLength(72)
    const told = await ask(`/api/settings/v1/general-settings/tenant/${tenants.carpathia.id}`, {
      method: 'PUT',
      body: { values: { 'storage.raw_days': 30 }, reason: 'The disk is small' },
    })
    expect(told.status).toBe(200)
    await archive()
    expect((await readings())[0]?.server_time).toBe(to)
    await backend.db.deleteFrom('config_sets').execute()
  })

  it('are known when they come again, and move nothing', async () => {
    const { to } = await dayAt(sunday + 10 * HOUR)
    await seal(sunday, to)
    await archive()
    const before = await figures()
    expect(await send(hourly)).toMatchObject({ accepted: 0, duplicates: 72, refused: 0 })
    // Under the same number something else was said.
    const other = reading(3, sunday + 3 * HOUR, { '0000': 9_999 })
    expect(await send([other])).toMatchObject({ verdicts: [{ code: 'sequence_conflict' }] })
    expect(await figures()).toEqual(before)
  })

  it('are stopped at any piece, and gone on with', async () => {
    const { to } = await dayAt(sunday + 40 * HOUR)
    await seal(sunday, to)
    for (let pieces = 1; pieces < 8; pieces++) await archive(pieces)
    const left = await readings()
    const files = await archives()
    expect(left[0]?.server_time).toBe(to)
    expect(files.filter(one => one.stream === 'readings').reduce((sum, one) => sum + one.rows, 0)).toBe(
      72 - left.length,
    )
    await archive()
    expect(await archives()).toEqual(files)
  })
})

describe('what is still needed stays', () => {
  it('for a repair that nobody has decided', async () => {
    // A fall that stays, of a day in which nothing else is in doubt.
    await send([
      reading(100, sunday + 73 * HOUR, { '0000': 5_000, '0001': 3_400 }),
      reading(101, sunday + 74 * HOUR, { '0000': 5_100, '0001': 3_440 }),
    ])
    const repair = await backend.db
      .selectFrom('repairs')
      .select(['state', 'last_at', 'crossing'])
      .executeTakeFirstOrThrow()
    expect(repair.state).toBe('open')
    const { to } = await dayAt(sunday + 80 * HOUR)
    await seal(sunday, to)
    await archive()
    expect((await readings()).map(one => one.server_time)).toEqual([
      sunday + 72 * HOUR,
      sunday + 73 * HOUR,
      sunday + 74 * HOUR,
    ])
  })

  it('for the hour in which somebody read the mechanical counters', async () => {
    const read_at = sunday + 5 * HOUR + 20 * 60_000
    const of = { slot_id: slots.bellLink.id, tenant_id: tenants.carpathia.id, currency: 'RON' }
    await backend.db
      .insertInto('mechanical_readings')
      .values({
        ...of,
        id: newId(backend.clock()),
        read_at,
        entered_at: read_at,
        mech_in: 1,
        mech_out: 1,
        mech_jackpot: 1,
        price_per_impulse_minor: 1,
        factor_in: 1,
        factor_out: 1,
        factor_jackpot: 1,
        baseline: 1,
        reason: null,
        entered_by: people.ana.id,
        entered_by_name: 'Ana',
      })
      .execute()
    const between = () => electronicBetween(backend.db, slots.bellLink.id, read_at, sunday + 70 * HOUR)
    const before = await between()
    const { to } = await dayAt(sunday + 40 * HOUR)
    await seal(sunday, to)
    await archive()
    expect(await between()).toEqual(before)
    // Another part of an hour is nobody's any more, and says so.
    await expect(
      electronicBetween(backend.db, slots.bellLink.id, read_at + 3 * HOUR, sunday + 70 * HOUR),
    ).rejects.toMatchObject({ status: 409, code: 'day_archived' })
  })

  it('for a message that somebody ignores', async () => {
    const key = {
      smib: (await backend.db.selectFrom('messages').select('smib_id').executeTakeFirstOrThrow()).smib_id,
    }
    const ignored = { ...key, at: sunday + 4 * HOUR, message_seq_nr: 4, reason: 'A frame of another machine' }
    expect((await ask('/api/rawdata/v1/ignore-message', { body: ignored })).status).toBe(200)
    const { to } = await dayAt(sunday + 40 * HOUR)
    await seal(sunday, to)
    const before = await figures()
    await archive()
    expect((await messages()).map(one => one.message_seq_nr)[0]).toBe(4)
    expect(await figures()).toEqual(before)
  })
})
