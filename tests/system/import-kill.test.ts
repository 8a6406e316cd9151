import { afterAll, expect, test } from 'vitest'
import { verifyChain } from '../../backend/platform/audit/audit.service'
import { locations, tenants } from '../people'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import type { RunningProgram } from '../support/system'

const ROWS = 12_000
const KILLS = 4

let backend: OwnBackend | undefined
let running: RunningProgram | undefined
afterAll(async () => {
  await running?.end('SIGKILL')
  backend?.remove()
})

test(`an import of ${ROWS} slots whose backend is killed ${KILLS} times, in the check and in the commit, does each row once`, async () => {
  backend = await ownBackend()
  running = await backend.start()
  const { url, tokenOf } = backend
  const token = await tokenOf('mihai')
  const ask = async (method: string, path: string, body?: string | object): Promise<Found | undefined> => {
    const raw = typeof body === 'string'
    const response = await fetch(`${url}/api/imports/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': raw ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    }).then(
      answer => answer.json() as Promise<{ data: { import: Found } }>,
      () => undefined,
    )
    return response?.data.import
  }
  const file = [
    'serial;location_code;manufacturer;accounting_denom',
    ...Array.from(
      { length: ROWS },
      (_, number) => `K-${String(number).padStart(5, '0')};${locations.cluj.code};EGT;0,01`,
    ),
  ].join('\n')
  const made = await ask('POST', '/import?entity=slots&mode=create&file_name=night.csv', file)
  const path = `/import/${made?._id}`

  let kills = 0
  const restart = async () => {
    running?.process.kill('SIGKILL')
    await running?.ended
    running = await backend?.start()
    kills++
  }
  const until = async (state: string) => {
    for (let tries = 0; tries < 1200; tries++) {
      const found = await ask('GET', path)
      if (found?.state === state) return found
      if (found?.state === 'stopped') throw new Error(JSON.stringify(found))
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    throw new Error(`The import is ${JSON.stringify(await ask('GET', path))}`)
  }

  // Kills come while it works; the next start goes on at once, since it alone may use the database.
  await under('checking', 0.2)
  await restart()
  expect((await until('checked')).counts).toMatchObject({ ok: ROWS, error: 0 })
  await ask('POST', `${path}/commit`, {})
  for (const part of [0.1, 0.4, 0.7]) {
    await under('committing', part)
    await restart()
  }
  expect((await until('committed')).counts).toMatchObject({ committed: ROWS, ok: 0, error: 0 })
  expect(kills).toBe(KILLS)
  await running?.end()
  running = undefined

  await backend.withDatabase(async ({ db }) => {
    const slots = await db
      .selectFrom('slots')
      .select(['id', 'serial', 'version'])
      .where('serial', 'like', 'K-%')
      .execute()
    expect(slots.length).toBe(ROWS)
    expect(new Set(slots.map(slot => slot.serial)).size).toBe(ROWS)
    expect(slots.every(slot => Number(slot.version) === 1)).toBe(true)
    const entries = await db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('action', '=', 'create')
      .where('entity', '=', 'slot')
      .execute()
    expect(entries.map(entry => entry.entity_id).sort()).toEqual(slots.map(slot => slot.id).sort())
    expect(await verifyChain(db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })

  /** Waits until so much of this step is done, or the step is over. */
  async function under(state: string, part: number): Promise<void> {
    for (let tries = 0; tries < 2400; tries++) {
      const found = await ask('GET', path)
      if (
        found &&
        (found.state !== state || (found.task?.state === 'running' && found.task.progress >= part * 9_900))
      )
        return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    throw new Error(`It does not come to ${part} of ${state}`)
  }
})

interface Found {
  _id: string
  state: string
  counts: Record<string, number>
  task: { state: string; progress: number } | null
}
