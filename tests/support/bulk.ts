/** A location of twelve slots in Brăila, people who lock it, and runners that end with the test. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { BulkItem, BulkJob, BulkStep, BulkSummary } from '../../backend/operations/bulk/bulk.contract'
import { bulkTasks } from '../../backend/operations/bulk/bulk.routes'
import { newId } from '../../backend/platform/db/new-id'
import { startRunner, type Runner } from '../../backend/platform/tasks/runner'
import { locations, type Person } from '../people'
import { testBackend, type TestBackend } from './backend'
import { slotRow } from './network'

interface Answer {
  data: { job: BulkJob; summary: BulkSummary; rows: BulkItem[]; total: number }
  error: { code: string; fields?: Record<string, { code: string }[]> }
}

const DAY = 86_400_000

export const inLocation = {
  matching: { exactFields: ['location'], exactValues: [locations.braila.id], query: 'HALL' },
}

export async function bulkTrial(backend: TestBackend) {
  const { db, clock } = backend
  const runners: Runner[] = []
  const location = Array.from({ length: 12 }, () => newId())
  await db
    .insertInto('slots')
    .values(
      location.map((id, nr) => slotRow(id, `HALL-${String(nr).padStart(2, '0')}`, 'EGT', 'braila', clock())),
    )
    .execute()

  const call = async (as: Person, path: string, body?: object, method?: string) => {
    const { status, body: answer } = await backend.json<Answer>(`/api/slotcontrol/v1/${path}`, {
      as,
      body,
      method,
    })
    return { status, ...answer }
  }
  const preview = (as: Person, choice: object) =>
    call(as, 'bulk-preview', { action: 'lock', reason: 'Night closing', ...choice })
  const step = (as: Person, id: string, name: BulkStep, body = {}) => call(as, `bulk-job/${id}/${name}`, body)
  const read = async (id: string) => (await call('ana', `bulk-job/${id}`)).data
  const run = () => {
    runners.push(
      startRunner(backend.deps, Object.values(bulkTasks(backend.app.api.stores)), {
        pollMs: 20,
        stopMs: 500,
      }),
    )
  }
  const until = async (id: string, holds: (job: BulkJob) => boolean) => {
    for (let tries = 0; tries < 300; tries++) {
      const { job } = await read(id)
      if (holds(job)) return job
      await pause(20)
    }
    throw new Error(`The job is ${JSON.stringify((await read(id)).job)}`)
  }
  const over = (id: string, state: string) => until(id, job => job.state === state)
  const end = async () => {
    await Promise.all(runners.splice(0).map(runner => runner.stop()))
  }

  return {
    hall: location,
    nth: (nr: number): string => location[nr] ?? '',
    call,
    preview,
    step,
    read,
    run,
    until,
    over,
    end,
    items: async (id: string, filters: Record<string, unknown> = {}) =>
      (
        await call('ana', 'bulk-items', {
          rowsPerPage: 100,
          exactFields: ['job', ...Object.keys(filters)],
          exactValues: [id, ...Object.values(filters)],
        })
      ).data,
    statuses: async (ids = location) =>
      (await db.selectFrom('slots').select('status').where('id', 'in', ids).execute()).map(row => row.status),
    /** Everybody online, nothing locked, no jobs; an hour later. */
    async anew() {
      clock.advance(3_600_000)
      for (const table of ['bulk_items', 'bulk_jobs', 'machine_commands', 'tasks'] as const)
        await db.deleteFrom(table).execute()
      await db
        .updateTable('slots')
        .set({
          status: 'active',
          lock_reason: null,
          lock_delivery: null,
          credits: 0,
          last_seen_at: clock() + DAY,
          archived_at: null,
          protocol: 'SAS 6.02',
        })
        .execute()
    },
    /** Olga locks the whole location, to the end. */
    async locked(choice: object = {}) {
      const {
        data: { job },
      } = await preview('olga', { ...inLocation, ...choice })
      await step('olga', job._id, 'confirm')
      if (runners.length === 0) run()
      return over(job._id, 'done')
    },
  }
}

/** A backend and its trial for a whole test file, anew before each test; not there before the first one. */
export function bulkTests(): { readonly backend: TestBackend; readonly trial: BulkTrial } {
  let made: { backend: TestBackend; trial: BulkTrial } | undefined
  const there = () => {
    if (!made) throw new Error('Asked for before the tests begin')
    return made
  }
  beforeAll(async () => {
    const backend = await testBackend()
    made = { backend, trial: await bulkTrial(backend) }
  })
  beforeEach(() => there().trial.anew())
  afterEach(() => there().trial.end())
  afterAll(() => there().backend.close())
  return {
    get backend() {
      return there().backend
    },
    get trial() {
      return there().trial
    },
  }
}
type BulkTrial = Awaited<ReturnType<typeof bulkTrial>>
