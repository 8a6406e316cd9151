/** Slot data and log lines of sealed days, which no figure is made of. */
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, smibs } from '../../../tests/people'
import { testBackend, type Ask, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { retained } from '../../../tests/support/retention'
import { ingest } from '../../telemetry/ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear } = bookedIn(() => backend)
const { forget, seal, archive, dayAt } = retained(() => backend)
const ask = (path: string, more: Ask = {}) => backend.json(path, { as: 'ana', ...more })
const archives = async () =>
  (await ask('/api/rawdata/v1/raw-archives', { body: { rowsPerPage: 100 } })).body.data.rows as unknown as {
    _id: string
    stream: string
  }[]
/** Each is one piece. */
async function rowsIn(stream: string) {
  const file = (await archives()).find(one => one.stream === stream)
  const { data } = (await ask(`/api/rawdata/v1/raw-archive/${file?._id}/piece/0`)).body
  return parquetReadObjects({ file: new Uint8Array(Buffer.from(data.content as string, 'base64')).buffer })
}

describe('slot data and log lines of a sealed day that is old enough', () => {
  const told = (seq: number, at: number, serial: string) => ({
    ...reading(seq, at, {}),
    counters: [],
    slot_data: { serial, games: 5 },
    logs: [
      { level: 'info' as const, text: `Read ${serial}` },
      { level: 'error' as const, text: 'CRC error on long poll 2F', source: 'sas', at: at - 1 },
    ],
  })
  const left = async () => ({
    data: (await backend.db.selectFrom('slot_data').select('data').orderBy('server_time').execute()).map(
      ({ data }) => (JSON.parse(data) as { serial: string }).serial,
    ),
    lines: (await backend.db.selectFrom('smib_logs').select('text').orderBy('server_time').execute()).length,
  })
  let to: number
  /** The clock stands where each arrived: slot data is listed by that. */
  async function tell(...messages: ReturnType<typeof told>[]) {
    for (const message of messages) {
      backend.clock.set(Number(message.server_time_nano.slice(0, -6)))
      expect(await ingest(backend.deps, { tenantId: null }, [message])).toMatchObject({ accepted: 1 })
    }
    backend.clock.set(sunday + 400 * 24 * HOUR)
  }

  beforeEach(async () => {
    await clear()
    await forget()
    for (const table of ['slot_data', 'smib_logs', 'message_edits'] as const)
      await backend.db.deleteFrom(table).execute()
    ;({ to } = await dayAt(sunday + 10 * HOUR))
  })

  it('are in Parquet files, too, but for the newest that each SMIB read of its slot', async () => {
    await tell(told(198, sunday + 5 * HOUR + 1, 'EGT-1'), told(199, sunday + 6 * HOUR + 1, 'EGT-2'))
    await seal(sunday, to)
    await archive()
    expect(await left()).toEqual({ data: ['EGT-2'], lines: 0 })
    expect(await rowsIn('slotdata')).toMatchObject([
      {
        smib_id: smibs.bellLink.id,
        location_id: locations.cluj.id,
        data: '{"serial":"EGT-1","games":5}',
        sent_at: new Date(sunday + 5 * HOUR + 1),
      },
    ])
    expect((await rowsIn('logs')).map(row => [row.level, row.text])).toEqual([
      ['error', 'CRC error on long poll 2F'],
      ['info', 'Read EGT-1'],
      ['error', 'CRC error on long poll 2F'],
      ['info', 'Read EGT-2'],
    ])
    // Where they were asked for it is said where they are.
    const { body } = await ask('/api/rawdata/v1/logs', {
      body: {
        dateStart: sunday,
        dateEnd: sunday + 80 * HOUR,
        exactFields: ['smib'],
        exactValues: [smibs.bellLink.id],
      },
    })
    expect(body.data).toMatchObject({ rows: [], archived: { files: 1, location: locations.cluj.id } })
  })

  it('stay where somebody has edited what was told', async () => {
    await tell(told(198, sunday + 5 * HOUR + 1, 'EGT-1'), told(199, sunday + 6 * HOUR + 1, 'EGT-2'))
    const at = sunday + 5 * HOUR + 1
    const edit = {
      smib: smibs.bellLink.id,
      at,
      message_seq_nr: 198,
      name: 'serial',
      value: 'EGT-9',
      reason: 'Misread',
    }
    const answer = await ask('/api/rawdata/v1/message-edit/slotdata', { body: edit })
    expect(answer.status).toBe(200)
    await seal(sunday, to)
    await archive()
    expect(await left()).toMatchObject({ data: ['EGT-9', 'EGT-2'] })
  })

  it('are handed out to those alone who may read logs', async () => {
    await tell(told(198, sunday + 5 * HOUR + 1, 'EGT-1'), told(199, sunday + 6 * HOUR + 1, 'EGT-2'))
    await seal(sunday, to)
    await archive()
    const ids = Object.fromEntries((await archives()).map(one => [one.stream, one._id]))
    const role = await backend.db
      .selectFrom('user_roles')
      .select('role_id')
      .where('user_id', '=', people.mihai.id)
      .executeTakeFirstOrThrow()
    const held = await backend.db
      .deleteFrom('role_permissions')
      .where('role_id', '=', role.role_id)
      .where('permission', '=', 'smib::list')
      .returningAll()
      .execute()
    expect(held).toHaveLength(1)
    const status = async (stream: string) =>
      (await ask(`/api/rawdata/v1/raw-archive/${ids[stream]}/piece/0`, { as: 'mihai' })).status
    expect([await status('slotdata'), await status('logs')]).toEqual([200, 403])
    await backend.db.insertInto('role_permissions').values(held).execute()
  })
})
