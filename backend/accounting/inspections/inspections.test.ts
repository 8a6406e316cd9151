/** The regulator's view has the columns of its terminal, and whoever looks is remembered where the slots belong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { inspectorContract, type InspectorAnswer } from './inspections.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const look = (body: object = {}, as: Person = 'irina') =>
  backend.json<{ data: InspectorAnswer }>(inspectorContract.path, { as, method: 'POST', body })
const trail = async (as: Person = 'mihai') =>
  (
    await backend.json<{
      data: { rows: { looked_by: string; shape: string; slots: number; location: { name: string } | null }[] }
    }>('/api/inspections/v1/inspections', { as, method: 'POST', body: { rowsPerPage: 50, page: 0 } })
  ).body.data.rows

describe('the inspector’s view', () => {
  it('shows each slot with its place, its counters as they stand, and whether it is on', async () => {
    await backend.json('/api/rawdata/v1/ingest', {
      token: backend.ingestTokens.carpathia,
      body: {
        messages: [
          {
            smib_id: smibs.bellLink.mac,
            message_seq_nr: 1,
            server_time_nano: `${backend.clock()}000000`,
            counters: [{ meters: { '0024': 12_000, '0016': 4_000, '0003': 500, '0002': 900 } }],
          },
        ],
      },
    })
    const { status, body } = await look({ location: locations.cluj.id })
    expect(status).toBe(200)
    expect(
      body.data.rows.map(({ name, town, counter_in, counter_out, counter_jackpot, state, read_on }) => [
        name,
        town,
        counter_in,
        counter_out,
        counter_jackpot,
        state,
        read_on,
      ]),
    ).toEqual([
      [slots.bellLink.serial, 'Cluj-Napoca', 12_000, 4_500, 900, 'on', '2026-03-11'],
      [slots.novoline.serial, 'Cluj-Napoca', null, null, null, 'off', null],
    ])
    expect(body.data).toMatchObject({ left_out: 0, standing: true })
  })

  it('leaves a trail with each tenant whose slots were shown, page and file apart', async () => {
    backend.clock.advance(1_000)
    await look({ rows: 5_000 })
    const told = await trail()
    expect(
      told.map(({ looked_by, shape, slots: shown, location }) => [looked_by, shape, shown, location?.name]),
    ).toEqual([
      ['Irina Stan', 'file', 3, undefined],
      ['Irina Stan', 'page', 2, 'Cluj Central'],
    ])
    expect((await trail('paulo')).map(({ shape, slots: shown }) => [shape, shown])).toEqual([['file', 1]])
    const entries = await backend.db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('entity', '=', 'inspection')
      .execute()
    expect(entries).toHaveLength(3)
  })

  it('is the reader’s own part of the network, and not for everybody', async () => {
    backend.clock.advance(1_000)
    expect((await look({}, 'paulo')).body.data.rows.map(({ name }) => name)).toEqual(['NOV-20990'])
    expect((await look({ location: locations.cluj.id }, 'paulo')).status).toBe(404)
    expect((await look({}, 'olga')).status).toBe(403)
    expect((await look({ from: '2026-01-01' })).status).toBe(422)
    expect((await trail('paulo')).map(({ looked_by }) => looked_by)).toEqual(['Paulo Ferreira', 'Irina Stan'])
  })
})
