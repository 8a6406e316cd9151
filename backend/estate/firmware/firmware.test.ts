/** Rollouts of firmware: what is ordered, what SMIBs report, and what nobody may assume. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { firmwareOf } from '../../../tests/support/firmware'
import { byteRange } from './byte-range'
import { REPORT_WITHIN_MS } from './firmware-rollouts.contract'
import { isAllowed } from './rollout-turns.service'

let backend: TestBackend
const { act, answer, draft, fetch, load, post, report, results, rollout, turn, upload } = firmwareOf(
  () => backend,
)
const { bellLink, novoline, harbour } = smibs
/** Larger than a piece. */
const file = Buffer.alloc(500_000, 'firmware of a SMIB ')
const ids = new Map<string, string>()

beforeAll(async () => {
  backend = await testBackend()
  for (const name of ['2.4.3', '2.5.0']) {
    const { status, body } = await upload(name, file)
    expect(status).toBe(200)
    ids.set(name, body.data['firmware-version']?._id ?? '')
  }
})
afterAll(() => backend.close())
beforeEach(async () => {
  for (const table of ['firmware_boards', 'firmware_rollouts', 'machine_commands', 'smib_firmware'] as const)
    await backend.db.deleteFrom(table).execute()
})

const inCluj = (more: object = {}) =>
  draft({ firmware: ids.get('2.5.0'), location: locations.cluj.id, fail_percent: 100, ...more })
const DONE = { outcome: 'done' }

describe('a version', () => {
  it('is a file with the hash that the server computed', async () => {
    const { body } = await post('firmware-versions', {})
    expect(body.data.rows.find(({ name }) => name === '2.5.0')).toMatchObject({
      sha256: createHash('sha256').update(file).digest('hex'),
      size: file.byteLength,
      uploaded_by: 'Mihai Ionescu',
    })
  })

  it('is refused twice, empty, too large, without a name, and by who may not upload', async () => {
    const fields = async (...about: Parameters<typeof upload>) => {
      const { status, body } = await upload(...about)
      return [status, body.error.fields ?? body.error.code]
    }
    expect(await fields('2.5.0', 'other')).toEqual([422, { name: [{ code: 'taken' }] }])
    expect(await fields('3.0', '')).toEqual([422, { file: [{ code: 'no_file' }] }])
    expect(await fields('3.0', Buffer.alloc(17 * 1024 * 1024))).toEqual([
      422,
      { file: [{ code: 'file_too_large', params: { megabytes: 16 } }] },
    ])
    expect((await upload('3.0', Buffer.alloc(33 * 1024 * 1024))).status).toBe(413)
    expect((await upload('..%2F3', 'x')).status).toBe(422)
    expect((await upload('3.0', 'x', 'olga')).status).toBe(403)
    expect((await upload('3.0', 'x', 'ana')).status).toBe(422)
    expect((await upload('2.5.0', 'x', 'paulo')).status).toBe(200)
  })

  it('is nobody else’s tenant’s, whether listed or rolled out', async () => {
    const { rows } = (await post('firmware-versions', {}, 'paulo')).body.data
    expect(rows.map(({ name }) => name)).not.toContain('2.4.3')
    const { status, body } = await post(
      'firmware-rollout',
      { name: 'Theirs', firmware: ids.get('2.4.3'), location: locations.porto.id },
      'paulo',
    )
    expect([status, body.error.fields]).toEqual([422, { firmware: [{ code: 'unknown' }] }])
  })
})

describe('a rollout', () => {
  it('orders in waves, and counts a SMIB as updated only when it reports the version', async () => {
    await report(bellLink.mac, '2.4.3')
    const id = await inCluj({ wave_size: 1, gap: 60 })
    expect(await rollout(id)).toMatchObject({ state: 'draft', total: 2, waiting: 2, offline: 2 })
    expect((await rollout(id)).versions).toEqual(
      expect.arrayContaining([
        { firmware: '2.4.3', smibs: 1 },
        { firmware: null, smibs: 1 },
      ]),
    )
    await turn()
    expect(await fetch(bellLink.mac, novoline.mac)).toEqual([])
    expect(await act('start', id)).toMatchObject(DONE)
    await turn()
    const [command, ...others] = await fetch(bellLink.mac, novoline.mac)
    expect(others).toEqual([])
    expect(command).toMatchObject({
      smib_id: bellLink.mac,
      kind: 'update_firmware',
      input: {
        version: '2.5.0',
        size: file.byteLength,
        url: `/api/rawdata/v1/firmware/${command?.command_id}`,
      },
    })
    await answer(command, { outcome: 'done' })
    await turn()
    expect(await results(id)).toEqual({ [bellLink.mac]: 'taken', [novoline.mac]: 'waiting' })
    // While it starts it may still report what it ran.
    await report(bellLink.mac, '2.4.3')
    await turn()
    expect(await results(id)).toMatchObject({ [bellLink.mac]: 'taken' })
    await report(bellLink.mac, '2.5.0')
    expect(await results(id)).toMatchObject({ [bellLink.mac]: 'updated' })
    await turn()
    expect(await fetch(novoline.mac)).toEqual([])
    backend.clock.advance(61 * 60_000)
    await turn()
    const [second] = await fetch(novoline.mac)
    await answer(second, { outcome: 'done', data: { firmware: '2.5.0' } })
    await turn()
    expect(await rollout(id)).toMatchObject({ state: 'done', total: 2, updated: 2, waiting: 0, wave: 2 })
  })

  it('does not take silence for an answer, and believes a late report', async () => {
    const id = await inCluj()
    await act('start', id)
    await turn()
    const [command] = await fetch(bellLink.mac)
    await answer(command, { outcome: 'done' })
    backend.clock.advance(REPORT_WITHIN_MS + 1)
    await turn()
    expect(await results(id)).toEqual({ [bellLink.mac]: 'no_answer', [novoline.mac]: 'no_answer' })
    expect(await rollout(id)).toMatchObject({ silent: 2, updated: 0, state: 'done' })
    await report(bellLink.mac, '2.5.0')
    expect(await results(id)).toEqual({ [bellLink.mac]: 'updated', [novoline.mac]: 'no_answer' })
  })

  it('says who refused, and who took the file and still reports another version', async () => {
    const id = await inCluj()
    await act('start', id)
    await turn()
    const [one] = await fetch(bellLink.mac)
    const [other] = await fetch(novoline.mac)
    await answer(one, { outcome: 'refused', code: 'hash' })
    await answer(other, { outcome: 'done' })
    backend.clock.advance(REPORT_WITHIN_MS + 1)
    await report(novoline.mac, '2.4.3')
    await turn()
    expect(await results(id)).toEqual({ [bellLink.mac]: 'refused', [novoline.mac]: 'other' })
    expect(await rollout(id)).toMatchObject({ failed: 2, total: 2 })
  })

  it('pauses by itself where too many fail, says so, and goes on when somebody lets it', async () => {
    const id = await inCluj({ wave_size: 50, wave_unit: 'percent', fail_percent: 20 })
    await act('start', id)
    await turn()
    const [command] = await fetch(bellLink.mac)
    await answer(command, { outcome: 'refused' })
    await turn()
    await turn()
    expect(await rollout(id)).toMatchObject({ state: 'paused', pause: 'failures', waiting: 1 })
    const news = await backend.db
      .selectFrom('notifications')
      .select('data')
      .where('template', '=', 'firmware_paused')
      .execute()
    expect(news.map(({ data }) => JSON.parse(data) as object)).toEqual([
      { rollout: 'A rollout', wave: '1', failed: '1', count: '1' },
    ])
    expect(await fetch(novoline.mac)).toEqual([])
    expect(await act('go-on', id)).toMatchObject(DONE)
    await turn()
    expect(await fetch(novoline.mac)).toHaveLength(1)
    expect(await act('go-on', id)).toMatchObject({ outcome: 'skipped', reason: 'state' })
  })

  it('is paused and stopped by people; what is stopped leaves the others as they are', async () => {
    const id = await inCluj({ wave_size: 1 })
    await act('start', id)
    await act('pause', id)
    await turn()
    expect(await fetch(bellLink.mac, novoline.mac)).toEqual([])
    expect(await act('stop', id)).toMatchObject(DONE)
    expect(await results(id)).toEqual({ [bellLink.mac]: 'stopped', [novoline.mac]: 'stopped' })
    const entries = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['create', 'start', 'pause', 'stop'])
  })

  it('leaves out who runs the version, and waits for the hours of the place', async () => {
    await report(bellLink.mac, '2.5.0')
    // It is 11 o'clock in Cluj.
    const id = await inCluj({ hour_from: 3, hour_to: 6 })
    expect(await results(id)).toEqual({ [bellLink.mac]: 'left', [novoline.mac]: 'waiting' })
    await act('start', id)
    await turn()
    expect(await fetch(novoline.mac)).toEqual([])
    expect(isAllowed({ hour_from: 22, hour_to: 4 }, Date.UTC(2026, 0, 1, 21), 'Europe/Bucharest')).toBe(true)
    expect(isAllowed({ hour_from: 22, hour_to: 4 }, Date.UTC(2026, 0, 1, 21), 'Europe/Lisbon')).toBe(false)
  })

  it('is for the slots of a group, and for no group without SMIBs', async () => {
    const made = await post('slot/add-entity-group', { name: 'Trial', members: [slots.harbour.id] })
    const group = made.body.data['slot_entity_group']?._id
    const id = await draft({ firmware: ids.get('2.5.0'), group })
    expect(await results(id)).toEqual({ [harbour.mac]: 'waiting' })
    const wrong = async (input: object) =>
      (await post('firmware-rollout', { name: 'Wrong', firmware: ids.get('2.5.0'), ...input })).body.error
        .fields
    expect(await wrong({ group, location: locations.cluj.id })).toEqual({ group: [{ code: 'no_smibs' }] })
    expect(await wrong({ location: locations.porto.id })).toEqual({ location: [{ code: 'unknown' }] })
    expect(await wrong({})).toEqual({ location: [{ code: 'required' }] })
  })

  it('is taken back for those that were changed, to what each had before', async () => {
    await report(bellLink.mac, '2.4.3')
    await report(novoline.mac, '2.0.0')
    const id = await inCluj()
    await act('start', id)
    await turn()
    for (const { mac } of [bellLink, novoline]) {
      const [command] = await fetch(mac)
      await answer(command, { outcome: 'done', data: { firmware: '2.5.0' } })
    }
    await turn()
    expect(await act('take-back', id)).toMatchObject(DONE)
    const { rows } = (await post('firmware-rollouts', {})).body.data
    const back = rows.find(one => (one.back_of as { _id: string } | null)?._id === id)
    // Of 2.0.0 there is no file.
    expect(await results(back?._id ?? '')).toEqual({ [bellLink.mac]: 'waiting', [novoline.mac]: 'left' })
    await act('start', back?._id ?? '')
    await turn()
    const [command] = await fetch(bellLink.mac)
    expect(command?.input.version).toBe('2.4.3')
    await answer(command, { outcome: 'done', data: { firmware: '2.4.3' } })
    await turn()
    expect(await rollout(back?._id ?? '')).toMatchObject({ state: 'done', updated: 1, left: 1, total: 2 })
  })

  it('is begun by managers, and read by the floor', async () => {
    const id = await inCluj()
    const start = { ids: [id], reason: 'Not mine' }
    expect((await post('firmware-rollout-start', start, 'olga')).status).toBe(403)
    expect((await post('firmware-rollout-start', start, 'paulo')).status).toBe(404)
    expect((await post('firmware-rollouts', {}, 'olga')).body.data.rows).toHaveLength(1)
  })
})

it('a file goes whole or in parts to the SMIB that was ordered to load it, and to no other sender', async () => {
  await act('start', await inCluj())
  await turn()
  const [command] = await fetch(bellLink.mac)
  const whole = await load(command)
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
  const part = await load(command, 'bytes=196600-196699')
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 196600-196699/500000'])
  expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(196_600, 196_700))).toBe(true)
  expect((await load(command, 'bytes=500000-')).status).toBe(416)
  expect((await load(command, undefined, backend.ingestTokens.lusitania)).status).toBe(404)
  await answer(command, { outcome: 'done' })
  expect((await load(command)).status).toBe(404)
})

it('a range is the requested part, or the whole file', () => {
  expect(byteRange('bytes=0-99', 1_000)).toEqual({ from: 0, to: 99 })
  expect(byteRange('bytes=900-5000', 1_000)).toEqual({ from: 900, to: 999 })
  expect(byteRange('bytes=-10', 1_000)).toEqual({ from: 990, to: 999 })
  expect(byteRange('bytes=1000-', 1_000)).toBeNull()
  for (const header of [null, 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=1-2'])
    expect(byteRange(header, 1_000)).toBeUndefined()
})

it('SMIBs are found by the version that they report', async () => {
  await report(bellLink.mac, '2.5.0')
  const { rows } = (await post('smibs', { exactFields: ['reported_firmware'], exactValues: ['2.5.0'] })).body
    .data
  expect(rows).toMatchObject([
    { mac: bellLink.mac, reported_firmware: '2.5.0', firmware_reported_at: backend.clock() },
  ])
})
