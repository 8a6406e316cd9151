import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slots, smibs, type Person } from '../../../tests/people'
import type { Config } from './config.contract'
import type { SasQuestion } from '../../estate/config/sas-config.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Answer {
  data: { config: Config; question: SasQuestion | null }
  error: { code: string }
}
const path = (source: 1 | 2 | 3, slot: string = slots.bellLink.id) =>
  `/api/configuration/v1/slot-sas-config/${slot}/type/${source}`
const read = async (source: 1 | 2 | 3, as: Person = 'mihai') =>
  (await backend.json<Answer>(path(source), { as })).body.data
const ask = async (source: 1 | 2 | 3, as: Person = 'mihai', slot?: string) => {
  const { status, body } = await backend.json<Answer>(path(source, slot), {
    as,
    method: 'POST',
    body: source === 2 ? { reason: 'Taken into service' } : {},
  })
  return { status, ...body }
}
const token = () => backend.ingestTokens.carpathia
async function answer(outcome: 'done' | 'refused', data?: object): Promise<void> {
  const { body } = await backend.json<{ data: { commands: { command_id: string; kind: string }[] } }>(
    '/api/rawdata/v1/commands/fetch',
    { token: token(), body: { smib_ids: [smibs.bellLink.mac] } },
  )
  const [command] = body.data.commands
  expect(command?.kind).toBe('read_sas_config')
  await backend.json('/api/rawdata/v1/commands/answers', {
    token: token(),
    body: { answers: [{ command_id: command?.command_id, outcome, ...(data && { data }) }] },
  })
}

describe('a machine’s SAS configuration', () => {
  it('of source 1 is what its registration says, and nothing is presumed of the rest', async () => {
    const { config, question } = await read(1)
    expect(question).toBeNull()
    expect(config.settings.sas_address).toMatchObject({ value: 1, from: { level: 'record' } })
    expect(config.settings.sas_version).toMatchObject({ value: '6.02' })
    expect(config.settings.denomination).toMatchObject({ value: 1 })
    expect(config.settings.aft).toMatchObject({ value: null, has: false })
  })

  it('of source 3 comes from the board and is shown, not kept', async () => {
    expect((await ask(3)).data.question).toMatchObject({ state: 'queued', source: '3', values: null })
    expect(await ask(3)).toMatchObject({ status: 409, error: { code: 'already_ordered' } })
    await answer('done', { sas_address: 1, sas_version: '6.03', aft: true, colour: 'red', games: -4 })
    const { config, question } = await read(3)
    expect(question).toMatchObject({
      state: 'done',
      values: { sas_version: '6.03', aft: true },
      refused: ['games'],
      saved: false,
    })
    expect(config.settings.sas_version?.value).toBe('6.02')
    expect(config.version).toBe(0)
  })

  it('of source 2 is kept, in the name of who asked', async () => {
    expect(
      (await backend.json<{ error: { fields: object } }>(path(2), { as: 'mihai', method: 'POST', body: {} }))
        .body.error.fields,
    ).toEqual({ reason: [{ code: 'required' }] })
    await ask(2)
    await answer('done', { sas_address: 2, sas_version: '6.03', aft: true, tickets: false })
    const { config, question } = await read(2)
    expect(question).toMatchObject({ saved: true })
    expect(config).toMatchObject({ version: 1, changed_by: 'Mihai Ionescu' })
    expect(config.settings.sas_address).toMatchObject({ value: 2, own: 2 })
    const entry = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'slot_config')
      .executeTakeFirstOrThrow()
    expect([entry.action, entry.actor_name]).toEqual(['read_from_board', 'Mihai Ionescu'])
    expect(JSON.parse(entry.after_json ?? '')).toMatchObject({ aft: true, reason: 'Taken into service' })
    // The slot's registration, which money is reckoned by, is nobody's but a person's to change.
    expect(
      await backend.db
        .selectFrom('slots')
        .select(['sas_address', 'version'])
        .where('id', '=', slots.bellLink.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ sas_address: 1, version: 1 })
  })

  it('stays as it was when the board refuses', async () => {
    await ask(2)
    await answer('refused')
    expect((await read(2)).question).toMatchObject({ state: 'refused', values: null, saved: false })
    expect((await read(1)).config.version).toBe(1)
  })

  it('is asked by those who may: olga sees, mihai keeps, andrei asks nothing', async () => {
    expect((await ask(2, 'olga')).status).toBe(403)
    expect((await ask(3, 'andrei')).status).toBe(403)
    expect((await ask(3, 'paulo')).status).toBe(404)
    expect((await ask(1)).status).toBe(422)
    expect(
      (
        await backend.json(`/api/configuration/v1/slot-sas-config/${slots.bellLink.id}/type/4`, {
          as: 'mihai',
        })
      ).status,
    ).toBe(404)
    await backend.db
      .updateTable('smibs')
      .set({ slot_id: null })
      .where('slot_id', '=', slots.novoline.id)
      .execute()
    expect(await ask(3, 'mihai', slots.novoline.id)).toMatchObject({
      status: 409,
      error: { code: 'no_board' },
    })
  })
})
