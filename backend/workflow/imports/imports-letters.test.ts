/** Files of other countries' spreadsheets: whose letters are not plain is asked before anything is checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { readAs } from './letters.service'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const western = (text: string) => Buffer.from(text, 'latin1')
const file = (code: string, name: string) =>
  western(`code;name;city;timezone;gaming_day_start\n${code};${name};Lugoj;Europe/Bucharest;08:00\n`)
const nameOf = async (code: string) =>
  (await backend.db.selectFrom('locations').select('name').where('code', '=', code).executeTakeFirst())?.name

describe('a file of locations whose letters', () => {
  it('are Portuguese by its words is read as Portuguese', async () => {
    const { data } = await desk.upload('mihai', 'locations', 'create', file('PT-1', 'Salão João'))
    expect(data.import).toMatchObject({ state: 'checking', encoding: 'windows-1252' })
    await desk.settled('mihai', data.import._id)
    await desk.call('mihai', 'POST', `/import/${data.import._id}/commit`, {})
    await desk.settled('mihai', data.import._id)
    expect(await nameOf('PT-1')).toBe('Salão João')
  })

  it('fit both readings is shown in both, and neither checked nor committed until somebody says which is right', async () => {
    const { data } = await desk.upload('mihai', 'locations', 'create', file('PT-2', 'Manhã'))
    const { _id } = data.import
    expect(data.import).toMatchObject({
      state: 'unread',
      can: { read: true, commit: false, fix: false, discard: true },
      readings: [
        { encoding: 'windows-1250', samples: ['Manhă'] },
        { encoding: 'windows-1252', samples: ['Manhã'] },
      ],
    })
    expect((await desk.call('mihai', 'POST', `/import/${_id}/commit`, {})).status).toBe(409)
    expect((await desk.call('mihai', 'POST', `/import/${_id}/read`, { encoding: 'koi8-r' })).status).toBe(422)
    const said = await desk.call('mihai', 'POST', `/import/${_id}/read`, { encoding: 'windows-1252' })
    expect(said.data.import).toMatchObject({ state: 'checking', encoding: 'windows-1252' })
    await desk.settled('mihai', _id)
    await desk.call('mihai', 'POST', `/import/${_id}/commit`, {})
    expect((await desk.settled('mihai', _id)).can.read).toBe(false)
    expect(await nameOf('PT-2')).toBe('Manhã')
    expect(
      (await desk.call('mihai', 'POST', `/import/${_id}/read`, { encoding: 'windows-1250' })).status,
    ).toBe(409)
  })

  it('were read wrongly is read again before the commit, header and all, and nothing is left of the first check', async () => {
    const { data } = await desk.upload('mihai', 'locations', 'create', file('PT-3', 'Salão'))
    const { _id } = data.import
    expect((await desk.settled('mihai', _id)).state).toBe('checked')
    await desk.call('mihai', 'POST', `/import/${_id}/read`, { encoding: 'windows-1250' })
    const again = await desk.settled('mihai', _id)
    expect(again).toMatchObject({ state: 'checked', encoding: 'windows-1250', rows: 1, counts: { ok: 1 } })
    expect(again.readings.map(one => one.samples)).toEqual([['Salăo'], ['Salão']])
    await desk.call('mihai', 'POST', `/import/${_id}/read`, { encoding: 'windows-1252' })
    await desk.settled('mihai', _id)
    await desk.call('mihai', 'POST', `/import/${_id}/commit`, {})
    await desk.settled('mihai', _id)
    expect(await nameOf('PT-3')).toBe('Salão')
  })

  it('are said by the sender, or differ where nothing is taken, are asked of nobody', async () => {
    const told = await backend.app.request(
      '/api/imports/v1/import?entity=locations&mode=create&encoding=windows-1252',
      {
        method: 'POST',
        headers: { authorization: `Bearer ${await backend.login('mihai')}` },
        body: file('PT-4', 'Manhã'),
      },
    )
    expect(((await told.json()) as { data: { import: object } }).data.import).toMatchObject({
      state: 'checking',
      encoding: 'windows-1252',
    })
    const beside = await desk.upload('mihai', 'locations', 'create', western('code;name;cor\nPT-5;Casa;lã\n'))
    expect(beside.data.import).toMatchObject({ state: 'checking', readings: [] })
  })

  it.each(['position', 'Posição'])('are told by its header: %s', async position => {
    const { data, error } = await desk.upload(
      'mihai',
      'slots',
      'update',
      western(`Nº série;${position}\nX-1;lã\n`),
    )
    expect(error).toBeUndefined()
    expect(data.import).toMatchObject({ state: 'checking', encoding: 'windows-1252' })
    expect(data.import.columns.map(({ name }) => name)).toEqual(['serial', 'position'])
  })

  it('are mended by hand is not read again', async () => {
    const { data } = await desk.upload('mihai', 'locations', 'create', file('PT-6', 'Salão'))
    await desk.settled('mihai', data.import._id)
    await desk.call('mihai', 'PUT', `/import/${data.import._id}/rows`, {
      fixes: [{ line: 2, values: { name: 'Sala São João' } }],
    })
    const answer = await desk.call('mihai', 'POST', `/import/${data.import._id}/read`, {
      encoding: 'windows-1250',
    })
    expect(answer.status).toBe(409)
  })
})

it('a text turned into the other reading and back is the same', () => {
  const all = Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128)).toString('latin1')
  expect(readAs(readAs(all, 'windows-1250'), 'windows-1252')).toBe(readAs(all, 'windows-1252'))
})
