/**
 * The paths that section 7 of the specification names, each asked rightly and wrongly, by whoever may and whoever may
 * not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { NOBODY, of, specifiedWire } from '../../../tests/support/specified-wire'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())
const { ask, list } = specifiedWire(() => full)

describe('a path of the specification', () => {
  const v1 = 'fiscal-reports/v1'
  it('lists daily reports, and the months of a location', async () => {
    const ours = await list(`${v1}/daily-reports`)
    expect((await list(`${v1}/list`)).rows).toEqual(ours.rows)
    const [month] = (await list(`${v1}/monthly-reports`)).rows
    const location = of(month ?? {}, 'location') ?? ''
    const { rows } = await list(`${v1}/list-monthly-reports/${location}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(row => of(row, 'location') === location)).toBe(true)
    expect((await ask(`${v1}/list-monthly-reports/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`${v1}/list-monthly-reports/${locations.porto.id}`, {}, 'mihai')).status).toBe(404)
    expect((await ask(`${v1}/list-monthly-reports/${location}`, {}, 'nora')).status).toBe(403)
    const twice = await ask(`${v1}/list-monthly-reports/${location}`, { locationId: location })
    expect([twice.status, Object.keys(twice.error.fields)]).toEqual([422, ['locationId']])
    const unknown = await ask(`${v1}/list-monthly-reports/${location}`, { colour: 'red' })
    expect([unknown.status, Object.keys(unknown.error.fields)]).toEqual([422, ['colour']])
  })

  it('validates a day, and gives its report as validated from then on, and no draft', async () => {
    const drafts = (await list(`${v1}/list`, { exactFields: ['state'], exactValues: ['draft'] })).rows
    const [draft] = drafts.sort((a, b) => (String(a.report_date) < String(b.report_date) ? -1 : 1))
    const id = String(draft?._id)
    expect((await ask(`${v1}/validated-report/${id}`)).status).toBe(404)
    expect((await ask(`${v1}/validated-report/${NOBODY}`)).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, { id: NOBODY })).status).toBe(422)
    expect((await ask(`${v1}/validate`, {})).error.fields).toHaveProperty('id')
    expect((await ask(`${v1}/validate/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, {}, 'paulo')).status).toBe(404)
    expect((await ask(`${v1}/validate/${id}`, {}, 'nora')).status).toBe(403)
    const same = drafts
      .filter(
        row => of(row, 'location') === of(draft ?? {}, 'location') && row.report_date === draft?.report_date,
      )
      .map(row => String(row._id))
    const missing = await ask(`${v1}/validate/${id}`, { reports: same })
    const given = missing.status === 200 ? missing : await acceptAll(id, same, missing.error)
    expect([given.status, given.error]).toEqual([200, undefined])
    const sealed = await ask(`${v1}/validated-report/${id}`)
    expect([sealed.status, (sealed.data['daily-report'] as { state: string }).state]).toEqual([200, 'sealed'])
  })

  /** What is missing in a day is accepted by name, with a reason. */
  async function acceptAll(id: string, reports: string[], error: unknown) {
    const accepted = [
      ...new Set(JSON.stringify(error).match(/[0-9a-f]{24}/g) ?? Object.values(slots).map(one => one.id)),
    ]
    return ask(`${v1}/validate/${id}`, { reports, accepted, reason: 'The board was off all night' })
  }

  it('deletes a user, who is archived; not one’s own, nor another tenant’s', async () => {
    const made = await ask('users/v1/user', {
      username: 'dana',
      fullname: 'Dana Marin',
      tenant: tenants.carpathia.id,
    })
    expect([made.status, made.error]).toEqual([200, undefined])
    const { _id: id } = made.data.user as { _id: string }
    expect((await ask(`users/v1/delete/${id}`, {}, 'nora')).status).toBe(403)
    expect((await ask(`users/v1/delete/${NOBODY}`, {})).status).toBe(404)
    expect((await ask(`users/v1/delete/${id}`, { id: NOBODY })).error.fields).toHaveProperty('id')
    const { status, data } = await ask(`users/v1/delete/${id}`, { id })
    expect([status, data.deleted, (data.user as { archived_at: number }).archived_at !== null]).toEqual([
      200,
      id,
      true,
    ])
  })

  it('lists API tokens where the users are', async () => {
    expect((await list('users/v1/api-tokens')).rows).toEqual((await list('authorization/v1/api-tokens')).rows)
    expect((await list('users/v1/api-tokens', { colour: 'red' })).fields).toEqual({
      colour: [{ code: 'unknown_field' }],
    })
    expect((await ask('users/v1/api-tokens', {}, 'nora')).status).toBe(403)
  })

  it('keeps a dashboard’s widgets under settings', async () => {
    const { data } = await ask('settings/v1/dashboard')
    expect(data).toEqual((await ask('dashboard/v1/settings')).data)
    expect((await ask('settings/v1/dashboard', { widgets: ['no such'] }, 'ana', 'PUT')).status).toBe(422)
    expect((await ask('settings/v1/dashboard', { widgets: null }, 'ana', 'PUT')).status).toBe(200)
  })

  it('leaves a message out, and books anew, as the specification writes it', async () => {
    for (const [path, ours] of [
      ['ignore-message/add', 'ignore-message'],
      ['ignore-message/reaggregate', 'reaggregate'],
    ]) {
      const [theirs, own] = [await ask(`rawdata/v1/${path}`, {}), await ask(`rawdata/v1/${ours}`, {})]
      expect([theirs.status, theirs.error.fields]).toEqual([422, own.error.fields])
    }
  })

  it('describes the API', async () => {
    const answer = await full.backend.request('/api/jackpot-manager/v1/swagger')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('openapi', '3.1.0')
  })

  it('writes its own family’s lists into a file, and no other’s', async () => {
    const order = {
      page: 'events',
      request: { dateStart: Date.UTC(2026, 2, 1), dateEnd: Date.UTC(2026, 2, 12) },
      columns: ['server_time'],
      language: 'en',
      time_zone: 'Europe/Bucharest',
    }
    const made = await ask('rawdata/v1/export', { ...order, list: 'events' })
    expect([made.status, (made.data.export as { list: string }).list]).toEqual([200, 'rawdata/events'])
    expect((await ask('rawdata/v1/export', { ...order, list: 'rawdata/events' })).status).toBe(200)
    for (const name of ['configuration/slots', 'nothing']) {
      const refused = await ask('rawdata/v1/export', { ...order, list: name })
      expect([refused.status, Object.keys(refused.error.fields)], name).toEqual([422, ['list']])
    }
    const day = { dateStart: Date.UTC(2026, 2, 1), dateEnd: Date.UTC(2026, 2, 12) }
    const sums = await ask('aggregations/v1/export', {
      ...order,
      page: 'computed-aggregations',
      request: day,
    })
    expect([sums.status, (sums.data?.export as { list: string })?.list]).toEqual([200, 'aggregations/query'])
    // Days alone are those of the order's zone, the last one included, as a list takes them.
    const sameRows = await Promise.all(
      [
        { dateStart: '2026-03-01', dateEnd: '2026-03-11' },
        { dateStart: '2026-03-01T00:00:00+02:00', dateEnd: '2026-03-12T00:00:00+02:00' },
        { startDate: '2026-03-01', endDate: '2026-03-11', timeZone: 'Europe/Bucharest' },
      ].map(async request => {
        const { data } = await ask('aggregations/v1/export', {
          ...order,
          page: 'computed-aggregations',
          request,
        })
        return (data.export as { expected_rows: number }).expected_rows
      }),
    )
    expect(new Set(sameRows).size).toBe(1)
    expect(sameRows[0]).toBeGreaterThan(0)
    const wrong = { dateStart: '2026-03-32', dateEnd: '2026-03-11' }
    const refused = await ask('aggregations/v1/export', {
      ...order,
      page: 'computed-aggregations',
      request: wrong,
    })
    expect([refused.status, JSON.stringify(refused.error.fields)]).toEqual([
      422,
      expect.stringMatching(/^\{"(?:request\.)?dateStart":\[\{"code":"period_end"/),
    ])
    expect((await ask('rawdata/v1/export', { ...order, list: 'events' }, 'nora')).status).toBe(403)
  })

  it('edits one part of a message', async () => {
    const { rows } = await list('rawdata/v1/events', { rowsPerPage: 1, type: 'slot', id: slots.novoline.id })
    const [event] = rows
    const { data } = await ask(`rawdata/v1/event/${String(event?._id)}/message`)
    const message = data.message as { smib: string; at: number; message_seq_nr: number }
    const { readings: _readings, ...key } = message as typeof message & { readings: number }
    const item = { ...key, event: event?._id, code: '11', reason: 'The door was never opened' }
    expect((await ask('rawdata/v1/edit', {})).error.fields).toEqual({ events: [{ code: 'required' }] })
    const both = await ask('rawdata/v1/edit', {
      events: item,
      slotdata: { ...key, name: 'serial', reason: 'Wrong' },
    })
    expect(Object.keys(both.error.fields)).toEqual(['slotdata'])
    const wrong = await ask('rawdata/v1/edit', { events: { ...item, code: 'door' } })
    expect([wrong.status, Object.keys(wrong.error.fields)]).toEqual([422, ['events.code']])
    expect((await ask('rawdata/v1/edit', { events: item }, 'nora')).status).toBe(403)
    expect((await ask('rawdata/v1/edit', { events: item }, 'paulo')).status).toBe(404)
    const done = await ask('rawdata/v1/edit', { events: { ...item, code: '1F' } })
    expect([done.status, done.error]).toEqual([200, undefined])
    expect((done.data['message-edit'] as { bucket: string }).bucket).toBe('events')
  })
})
