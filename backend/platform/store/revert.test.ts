import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, smibs, type Person } from '../../../tests/people'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { bellLink } = slots
const base = '/api/configuration/v1'
type Fields = Record<string, unknown>
const ask = async (as: Person, method: string, path: string, body?: object) => {
  const answer = await backend.json(path, { as, method, ...(body && { body }) })
  return {
    status: answer.status,
    slot: answer.body.data?.slot as Fields | undefined,
    error: answer.body.error,
  }
}
const read = async () => (await ask('mihai', 'GET', `${base}/slot/${bellLink.id}`)).slot as Fields
/** The whole form, as the console sends it. */
const save = async (as: Person, change: Fields) => {
  const now = await read()
  const form = Object.fromEntries(
    [
      'serial',
      'asset_no',
      'manufacturer',
      'machine_type',
      'game_mix',
      'protocol',
      'sas_address',
      'denomination',
      'theoretical_rtp',
      'position',
      'type_approval',
      'authorisation_no',
      'cvt_no',
      'cvt_valid_to',
    ].map(name => [name, now[name]]),
  )
  return ask(as, 'PUT', `${base}/slot/${bellLink.id}`, {
    ...form,
    location: (now.location as { _id: string })._id,
    version: now.version,
    ...change,
  })
}
const lastEntry = async () => {
  const { body } = await backend.json('/api/audit/v1/entries', {
    as: 'mihai',
    body: { rowsPerPage: 1, exactFields: ['entity', 'entity_id'], exactValues: ['slot', bellLink.id] },
  })
  return body.data.rows[0] as { _id: string; action: string; before: Fields; after: Fields }
}
const revert = async (as: Person, entry: string, more: Fields = {}, id: string = bellLink.id) =>
  ask(as, 'POST', `${base}/revert/slot/${id}`, { entry, version: (await read()).version, ...more })

describe('a change that money depends on', () => {
  it('is refused without a reason, and kept with it', async () => {
    const refused = await save('mihai', { theoretical_rtp: 9_410 })
    expect([refused.status, refused.error.fields]).toEqual([422, { reason: [{ code: 'required' }] }])
    expect((await read()).theoretical_rtp).not.toBe(9_410)

    expect(
      (await save('mihai', { theoretical_rtp: 9_410, reason: 'Certificate 2214 names another payback' }))
        .status,
    ).toBe(200)
    expect(await lastEntry()).toMatchObject({
      action: 'update',
      after: { theoretical_rtp: 9_410, reason: 'Certificate 2214 names another payback' },
    })
  })

  it.each([
    ['its asset number', { asset_no: '410077' }],
    ['its game mix', { game_mix: 'Premier' }],
    ['the protocol that it speaks', { protocol: 'pulse' }],
  ])('is also %s', async (_name, change) => {
    expect((await save('mihai', change)).error.fields).toEqual({ reason: [{ code: 'required' }] })
  })

  it('is also the machine that a board serves', async () => {
    const { body } = await backend.json(`${base}/smib/${smibs.bellLink.id}`, { as: 'mihai' })
    const { mac, serial, firmware, network, broker, poll_ms, version, location, slot } = body.data
      .smib as Fields & { location: { _id: string }; slot: { _id: string } }
    const put = (more: Fields) =>
      ask('mihai', 'PUT', `${base}/smib/${smibs.bellLink.id}`, {
        mac,
        serial,
        firmware,
        network,
        broker,
        poll_ms,
        version,
        location: location._id,
        ...more,
      })
    expect((await put({ slot: null })).error.fields).toEqual({ reason: [{ code: 'required' }] })
    expect((await put({ slot: slot._id, firmware: '2.5.1' })).status).toBe(200)
  })

  it('asks for no reason when nothing of it changes', async () => {
    expect((await save('mihai', { position: 'A-01' })).status).toBe(200)
  })
})

describe('taking a change back', () => {
  it('sets back what the change set, keeps what others have changed since, and is history itself', async () => {
    await save('mihai', { position: 'B-02', location: locations.braila.id })
    const { _id: moved } = await lastEntry()
    await save('mihai', { game_mix: 'Bell Link Boost', reason: 'New licence' })

    expect((await revert('mihai', moved)).status).toBe(200)
    expect(await read()).toMatchObject({
      position: 'A-01',
      location: { _id: locations.cluj.id },
      game_mix: { name: 'Bell Link Boost' },
    })
    expect(await lastEntry()).toMatchObject({
      action: 'revert',
      before: { position: 'B-02' },
      after: { position: 'A-01', reverts: moved },
    })
  })

  it('can be taken back in turn', async () => {
    const { _id: undone } = await lastEntry()
    expect((await revert('mihai', undone)).slot).toMatchObject({
      position: 'B-02',
      location: { _id: locations.braila.id },
    })
  })

  it('needs a reason where the change did', async () => {
    await save('mihai', { theoretical_rtp: 9_520, reason: 'New program' })
    const { _id } = await lastEntry()
    expect((await revert('mihai', _id)).error.fields).toEqual({ reason: [{ code: 'required' }] })
    expect((await revert('mihai', _id, { reason: 'The program was not approved' })).slot).toMatchObject({
      theoretical_rtp: 9_410,
    })
  })

  it('is refused when someone has saved since it was looked at', async () => {
    const { _id } = await lastEntry()
    expect(await revert('mihai', _id, { version: 1, reason: 'too late' })).toMatchObject({
      status: 409,
      error: { code: 'version_conflict' },
    })
  })

  it('does not undo a command, another record’s change, or what nobody wrote', async () => {
    await backend.json('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [bellLink.id], reason: 'Night' },
    })
    const { _id } = await lastEntry()
    expect(await revert('mihai', _id)).toMatchObject({ status: 409, error: { code: 'not_revertible' } })
    expect((await revert('mihai', _id, {}, slots.novoline.id)).status).toBe(404)
    expect((await revert('mihai', 'f'.repeat(24))).status).toBe(404)
  })

  it('is not for who may not change the record, nor for another company', async () => {
    const { _id } = await lastEntry()
    expect((await revert('andrei', _id)).status).toBe(403)
    expect((await revert('olga', _id)).status).toBe(403)
    expect((await revert('paulo', _id)).status).toBe(404)
  })
})
