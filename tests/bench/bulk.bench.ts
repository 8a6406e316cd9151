/**
 * Bulk work over many machines, through the whole HTTP surface in process: a preview of a lock over 5,000; an edit of
 * 65,000 to its end, and its way back, with somebody looking at lists all the while.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { bulkEditTask } from '../../backend/operations/bulk/bulk-edit-task'
import type { BulkEditResult } from '../../backend/platform/contract/bulk-edit'
import { newId } from '../../backend/platform/db/new-id'
import { startRunner } from '../../backend/platform/tasks/runner'
import { locations } from '../people'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { report, timeOf } from './report'

const ROWS = 65_000
const backend = await testBackend()
backend.clock.set(Date.now())
const now = backend.clock()
await slots(5_000, 'BULK')
const token = await backend.login('mihai')
const matching = { query: 'BULK', exactFields: ['location'], exactValues: [locations.cluj.id] }

report({
  name: 'bulk preview of 5,000 slots',
  unit: 'ms',
  limit: 1_000,
  value: await timeOf(async () => {
    const {
      status,
      body: { data },
    } = await backend.json('/api/slotcontrol/v1/bulk-preview', {
      token,
      body: { action: 'lock', reason: 'Night closing', matching },
    })
    const { total } = data.job as { total: number }
    if (status !== 200 || total !== 5_000) throw new Error(`preview answered ${status} with ${total} slots`)
  }, 10),
})

await slots(ROWS, 'MANY')
const runner = startRunner(backend.deps, [bulkEditTask(backend.app.api.stores)], { pollMs: 100 })
const fields = { position: 'A-01', game_mix: 'Bell Link Boost' }
const edit = await timed(
  'preview of an edit of 65,000 slots',
  () =>
    many('update-many/slots', {
      fields,
      matching: { query: 'MANY', exactFields: [], exactValues: [] },
      preview: true,
      reason: 'New game mix',
    }),
  3_000,
)
await toItsEnd('edit of 65,000 slots, each with its audit entry', edit.job._id)
const back = await timed(
  'preview of the way back',
  () => many(`many-job/slots/${edit.job._id}/inverse`, { reason: 'The old mix is back' }),
  3_000,
)
await toItsEnd('way back of 65,000 slots, each to its own values', back.job._id)
await runner.stop()
await backend.close()

async function toItsEnd(name: string, id: string): Promise<void> {
  const watching = { on: true, times: [] as number[] }
  const watcher = watch(watching)
  const from = performance.now()
  await many(`many-job/slots/${id}/confirm`, {})
  let { job } = await many(`many-job/slots/${id}`)
  for (; job.state !== 'done'; { job } = await many(`many-job/slots/${id}`)) {
    if (['failed', 'stopped'].includes(job.state)) throw new Error(`It ${job.state} with ${job.done} done`)
    await pause(500)
    // What waits for its next turn waits by the clock.
    backend.clock.set(Date.now())
  }
  const seconds = (performance.now() - from) / 1_000
  watching.on = false
  await watcher
  if (job.done !== ROWS) throw new Error(`Only ${job.done} were changed: ${JSON.stringify(job)}`)
  console.log(
    `        ${Math.round(ROWS / seconds)} rows/s; ${watching.times.length} lists were asked for meanwhile`,
  )
  report({ name, value: seconds, unit: 's', limit: 45 })
  report({
    name: `${name}: a list of slots meanwhile, 95 of 100`,
    value: watching.times.toSorted((a, b) => a - b)[Math.floor(watching.times.length * 0.95)] ?? Number.NaN,
    unit: 'ms',
    limit: 200,
  })
}

async function timed(
  name: string,
  ask: () => Promise<BulkEditResult>,
  limit: number,
): Promise<BulkEditResult> {
  const from = performance.now()
  const answer = await ask()
  report({ name, value: performance.now() - from, unit: 'ms', limit })
  if (answer.job.planned !== ROWS) throw new Error(`Planned: ${JSON.stringify(answer.job)}`)
  return answer
}

async function many(path: string, body?: object): Promise<BulkEditResult> {
  const { status, body: answer } = await backend.json<{ data: BulkEditResult }>(
    `/api/configuration/v1/${path}`,
    {
      token,
      body,
    },
  )
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`)
  return answer.data
}

async function watch(watching: { on: boolean; times: number[] }): Promise<void> {
  for (let page = 0; watching.on; page = (page + 1) % 20) {
    const asked = performance.now()
    const { status } = await backend.json('/api/configuration/v1/slots', {
      token,
      body: { rowsPerPage: 50, page, sortBy: ['serial'], sortDirection: ['ASC'] },
    })
    if (status !== 200) throw new Error(`The list answered ${status}`)
    watching.times.push(performance.now() - asked)
    await pause(50)
  }
}

async function slots(count: number, name: string): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    await backend.db
      .insertInto('slots')
      .values(
        Array.from({ length: Math.min(1_000, count - from) }, (_, offset) => ({
          ...slotRow(newId(), `${name}-${String(from + offset).padStart(5, '0')}`, 'EGT', 'cluj', now),
          position: `P-${from + offset}`,
          last_seen_at: (from + offset) % 10 === 0 ? null : now,
          credits: offset % 7 === 0 ? 40 : 0,
        })),
      )
      .execute()
  }
}
