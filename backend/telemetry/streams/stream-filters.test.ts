/** Which rows a stream shows: of whom, of when, by which words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { by, smallFeed } from '../../../tests/support/small-feed'

let backend: TestBackend
const HOUR = 3_600_000
let start: number
const { list, deliver } = smallFeed(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  start = await deliver()
})
afterAll(() => backend.close())

describe('whose rows, and of when', () => {
  const total = async (name: string, body: object, as?: Person) => (await list(name, body, as)).total
  const week = { dateStart: 0 }

  it('are said as the specification says it: by smibid, by type with id, by dates, by a relative period', async () => {
    for (const name of ['events', 'messages', 'counters']) {
      const ofSmib = await total(name, by('smib', smibs.bellLink.id))
      expect(ofSmib, name).toBeGreaterThan(0)
      for (const body of [
        { smibid: smibs.bellLink.id },
        { smibid: [smibs.bellLink.id] },
        { smibid: 'A0:B1:C2:D3:E4:01' },
        { type: 'smib', id: smibs.bellLink.id },
        { type: 'slot', id: slots.bellLink.id },
      ]) {
        expect(await total(name, body), `${name} ${JSON.stringify(body)}`).toBe(ofSmib)
      }
      expect(await total(name, { type: 'location', id: locations.cluj.id }), name).toBe(
        await total(name, by('location', locations.cluj.id)),
      )
      // A tenant's, unless it says otherwise; another one's are none of this asker's.
      expect(await total(name, { id: tenants.carpathia.id }), name).toBe(await total(name, {}))
      expect(await total(name, { id: tenants.lusitania.id }), name).toBe(0)
      expect(
        await total(name, { type: 'slot', id: slots.bellLink.id, smibid: smibs.novoline.mac }),
        name,
      ).toBe(0)
      const dated = await total(name, { dateStart: start, dateEnd: start + 1 })
      expect(dated, name).toBeGreaterThan(0)
      expect(
        await total(name, {
          startDate: new Date(start).toISOString(),
          endDate: new Date(start + 1).toISOString(),
        }),
        name,
      ).toBe(dated)
      expect(await total(name, { timeRange: 'now-11h' }), name).toBe(
        await total(name, { dateStart: backend.clock() - 11 * HOUR, dateEnd: backend.clock() }),
      )
    }
    // 09:00 UTC on Wednesday: ten hours ago it was Wednesday in Bucharest (01:00), Tuesday in Lisbon (23:00).
    expect((await list('events', { timeRange: 'today' })).period.from).toBe(Date.UTC(2026, 2, 10, 22))
    expect((await list('events', { timeRange: 'today', timeZone: 'Europe/Lisbon' })).period.from).toBe(
      Date.UTC(2026, 2, 11),
    )
  })

  it('are found by names and codes, in any language of the console, every word of them', async () => {
    const found = async (query: string, body: object = {}, as?: Person) =>
      (await list('events', { query, ...week, rowsPerPage: 500, ...body }, as)).rows.map(
        row => `${row.slot?.name} ${row.code}`,
      )
    expect(new Set(await found('egt-00412'))).toEqual(
      new Set([
        'EGT-00412 17',
        'EGT-00412 11',
        'EGT-00412 12',
        'EGT-00412 counter_held',
        'EGT-00412 sequence_gap',
        'EGT-00412 sequence_reset',
      ]),
    )
    expect(await found('EGT slot door opened')).toEqual(['EGT-00412 11'])
    expect(await found('usa egt deschisa')).toEqual(await found('UȘA deschisă egt-00412'))
    expect(await found('cluj 51')).toEqual(['NOV-10077 51'])
    expect(await found('braila 51', { dateStart: start, dateEnd: start + 2 * HOUR })).toEqual([
      'AMA-55501 51',
    ])
    expect(await found('e401 power')).toEqual(['EGT-00412 17'])
    expect(await found('ribeira')).toEqual([])
    expect(await found('ribeira', {}, 'paulo')).toEqual(['NOV-20990 51'])
    expect((await list('counters', { query: 'cluj' })).total).toBe(3)
    expect((await list('messages', { query: 'novomatic', ...week })).rows.map(row => row.slot?.name)).toEqual(
      ['NOV-10077'],
    )
  })

  it('of an archived machine are left out, unless all are wanted or it is named', async () => {
    const before = await total('events', { ...week, ...by('location', locations.cluj.id) })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: 1 })
      .where('id', '=', slots.novoline.id)
      .execute()
    expect(await total('events', { ...week, ...by('location', locations.cluj.id) })).toBe(before - 1)
    expect(await total('events', { ...week, ...by('location', locations.cluj.id), show_all: true })).toBe(
      before,
    )
    expect(await total('events', by('slot', slots.novoline.id))).toBe(1)
    expect(await total('events', { smibid: smibs.novoline.mac })).toBe(1)
    const { meta } = (
      await backend.json<{ data: { meta: object } }>('/api/rawdata/v1/counters', {
        as: 'olga',
        body: { meta: true, timeRange: 'now-6h' },
      })
    ).body.data
    expect(meta).toMatchObject({
      period: { from: backend.clock() - 6 * HOUR, to: backend.clock() },
      order: { by: 'server_time', direction: 'DESC' },
      without_archived: true,
      counters: expect.arrayContaining([{ name: 'coin_in', code: '0000' }]) as unknown,
    })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: null })
      .where('id', '=', slots.novoline.id)
      .execute()
  })
})

// Last: it adds an event to those that are counted above.
