/** Files brought in by people: uploaded, worked on by a runner of the test's own, looked at. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RowOf } from '../../backend/platform/contract/contract'
import { importTasks } from '../../backend/workflow/imports/import-tasks.service'
import type {
  ImportMode,
  ImportRow,
  importsContract,
  ImportEntity,
} from '../../backend/workflow/imports/imports.contract'
import { startRunner } from '../../backend/platform/tasks/runner'
import type { Person } from '../people'
import type { TestBackend } from './backend'

export type Import = RowOf<typeof importsContract>
interface Answer {
  success: boolean
  data: { import: Import; rows: ImportRow[]; total: number }
  error: { code: string; details?: Record<string, unknown>; fields?: Record<string, { code: string }[]> }
}

const base = '/api/imports/v1'

/** `askMs`: how often it looks whether the work is over, and for work. */
export function importDesk(backend: TestBackend, { askMs = 15 } = {}) {
  const runner = startRunner(backend.deps, importTasks, { pollMs: askMs, stopMs: 2_000 })
  const tokens = new Map<Person, Promise<string>>()
  // One sign-in a person: a token lives longer than a test.
  const tokenOf = (person: Person) =>
    tokens.get(person) ?? (tokens.set(person, backend.login(person)).get(person) as Promise<string>)
  const call = async (as: Person, method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await backend.json<Answer>(`${base}${path}`, {
      token: await tokenOf(as),
      method,
      ...(body === undefined ? {} : { body }),
    })
    return { status, ...answer }
  }
  const upload = async (
    as: Person,
    entity: ImportEntity,
    mode: ImportMode,
    file: string | Uint8Array,
    headers: Record<string, string> = {},
  ) => {
    const response = await backend.app.request(
      `${base}/import?entity=${entity}&mode=${mode}&file_name=${entity}.csv`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(as)}`,
          'content-type': 'application/octet-stream',
          ...headers,
        },
        body: typeof file === 'string' ? file : Buffer.from(file),
      },
    )
    return { status: response.status, ...((await response.json()) as Answer) }
  }
  const get = async (as: Person, id: string) => (await call(as, 'GET', `/import/${id}`)).data.import
  /** The import, once its work is over. */
  const settled = async (as: Person, id: string) => {
    for (let tries = 0; tries * askMs < 240_000; tries++) {
      const found = await get(as, id)
      if (!['checking', 'committing', 'undoing'].includes(found.state)) return found
      await pause(askMs)
    }
    throw new Error('The import does not come to rest')
  }
  /** The import, once its task has given up. */
  const givenUp = async (as: Person, id: string) => {
    for (let tries = 0; tries < 1_000; tries++) {
      const found = await get(as, id)
      if (!['checking', 'committing', 'undoing'].includes(found.state)) return found
      await pause(10)
      // The tries stand apart, longer each time.
      backend.clock.advance(1_000)
    }
    throw new Error('The import never stops')
  }
  const act = async (as: Person, id: string, what: string, body: object = {}) =>
    call(as, 'POST', `/import/${id}/${what}`, body)
  return {
    call,
    upload,
    get,
    settled,
    givenUp,
    act,
    /** Uploaded and checked. */
    async check(as: Person, entity: ImportEntity, mode: ImportMode, file: string | Uint8Array) {
      const answer = await upload(as, entity, mode, file)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.error)}`)
      return settled(as, answer.data.import._id)
    },
    async done(as: Person, id: string, what: 'commit' | 'undo' | 'resume', body: object = {}) {
      const answer = await act(as, id, what, body)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.error)}`)
      return settled(as, id)
    },
    rows: async (as: Person, id: string, filters: Record<string, unknown> = {}, more: object = {}) =>
      (
        await call(as, 'POST', '/rows', {
          rowsPerPage: 1000,
          exactFields: ['import', ...Object.keys(filters)],
          exactValues: [id, ...Object.values(filters)],
          ...more,
        })
      ).data.rows,
    /** `line column code` of every problem. */
    problems: async (as: Person, id: string): Promise<string[]> =>
      (
        await call(as, 'POST', '/rows', { rowsPerPage: 1000, exactFields: ['import'], exactValues: [id] })
      ).data.rows.flatMap(row => row.problems.map(one => `${row.line} ${one.column ?? '-'} ${one.code}`)),
    end: () => runner.stop(),
  }
}
