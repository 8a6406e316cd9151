import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { SYSTEM_TENANT } from '../contract/primitives'
import { claimNext, LEASE_MS, saveStep } from './claim'
import { holdLease, releaseLease } from './lease.service'
import { startRunner, type Runner } from './runner'
import { cancelTask, defineTask, enqueue, type TaskRun } from './tasks.service'

type Work = (run: TaskRun<{ name: string }, { step: number }>) => Promise<unknown>

let backend: TestBackend
const runners: Runner[] = []
beforeAll(async () => { backend = await testBackend() })
afterAll(() => backend.close())
afterEach(async () => {
  await Promise.all(runners.splice(0).map(runner => runner.stop()))
  await backend.db.deleteFrom('tasks').execute()
})

const taskOf = (work: Work, maxAttempts = 3, kind = 'counting') =>
  defineTask(kind, { title: 'tasks:kinds.counting', input: z.object({ name: z.string() }), checkpoint: z.object({ step: z.number() }), maxAttempts, handler: work })

const queue = (task: ReturnType<typeof taskOf>, name = 'one') => enqueue(backend.db, task, { name }, { tenantId: SYSTEM_TENANT, createdBy: 'Ana', now: backend.clock() })
const run = (task: ReturnType<typeof taskOf>) => {
  const runner = startRunner(backend.deps, [task], { pollMs: 20, stopMs: 300 })
  runners.push(runner)
  return runner
}
const rowOf = (id: string) => backend.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function until(id: string, state: string): Promise<Awaited<ReturnType<typeof rowOf>>> {
  for (let tries = 0; tries < 250; tries++) {
    const row = await rowOf(id)
    if (row.state === state) return row
    await pause(20)
  }
  throw new Error(`The task is ${(await rowOf(id)).state}, not ${state}`)
}

/** Resolves with the reason once the runner wants the handler to stop. */
const untilStopped = (signal: AbortSignal) => new Promise<never>((_, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason as Error))
})

describe('a task', () => {
  it('runs once, tells its progress and keeps its result', async () => {
    const told: unknown[] = []
    const off = backend.deps.bus.subscribe(message => { if (message.topic === 'task') told.push(message.data.state) })
    const task = taskOf(async ({ input, save }) => {
      await save({ step: 1 }, 5_000, '1 / 2')
      return { hello: input.name }
    })
    const id = await queue(task, 'Brăila')
    run(task)
    const row = await until(id, 'done')
    off()
    expect(row).toMatchObject({ progress: 10_000, progress_note: '1 / 2', attempts: 1, result: '{"hello":"Brăila"}', lease_owner: null, error: null })
    expect(told).toEqual(['running', 'done'])
  })

  it('that fails is tried again, later each time, and in the end is failed', async () => {
    let tries = 0
    const task = taskOf(async () => { throw new Error(`no ${++tries}`) })
    const id = await queue(task)
    run(task)
    await until(id, 'queued')
    for (let at = 0; at < 200 && (await rowOf(id)).attempts < 1; at++) await pause(20)
    expect((await until(id, 'queued')).run_after).toBe(backend.clock() + 1_000)
    await pause(100)
    expect(tries).toBe(1)
    backend.clock.advance(1_000)
    for (let at = 0; at < 200 && (tries < 2 || (await rowOf(id)).state !== 'queued'); at++) await pause(20)
    expect((await rowOf(id)).run_after).toBe(backend.clock() + 2_000)
    backend.clock.advance(2_000)
    expect(await until(id, 'failed')).toMatchObject({ error: 'no 3', attempts: 3, finished_at: backend.clock() })
  })

  it('that gets on is never out of attempts', async () => {
    let starts = 0
    const task = taskOf(async ({ checkpoint, save }) => {
      const step = (checkpoint?.step ?? 0) + 1
      await save({ step }, step * 1_000)
      starts++
      if (step < 6) throw new Error('once more')
      return step
    }, 2)
    const id = await queue(task)
    run(task)
    for (let at = 0; at < 400 && (await rowOf(id)).state !== 'done'; at++) {
      backend.clock.advance(1_000)
      await pause(20)
    }
    expect(await rowOf(id)).toMatchObject({ state: 'done', result: '6' })
    expect(starts).toBe(6)
  })

  it('is cancelled while it waits, and while it runs', async () => {
    const task = taskOf(async ({ save, signal }) => {
      await save({ step: 1 }, 100)
      await untilStopped(signal)
    })
    const waiting = await queue(task)
    expect(await cancelTask(backend.db, waiting, backend.clock())).toBe(true)
    expect(await rowOf(waiting)).toMatchObject({ state: 'cancelled', finished_at: backend.clock() })
    const running = await queue(task)
    run(task)
    await until(running, 'running')
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(true)
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(false)
    await until(running, 'cancelled')
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(false)
  })
})

describe('a runner', () => {
  it('that stops hands its task over at once, with what was saved, and the attempt does not count', async () => {
    const seen: (number | null)[] = []
    const task = taskOf(async ({ checkpoint, save, signal }) => {
      seen.push(checkpoint?.step ?? null)
      if (checkpoint) return 'resumed'
      await save({ step: 7 }, 700)
      return untilStopped(signal)
    })
    const id = await queue(task)
    const first = run(task)
    for (let at = 0; at < 200 && !(await rowOf(id)).checkpoint; at++) await pause(20)
    const started = performance.now()
    await first.stop()
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(await rowOf(id)).toMatchObject({ state: 'queued', lease_owner: null, attempts: 0 })
    run(task)
    expect(await until(id, 'done')).toMatchObject({ result: '"resumed"', attempts: 1 })
    expect(seen).toEqual([null, 7])
  })

  it('does not wait for a handler that will not listen, and lets it write nothing more', async () => {
    let refusal: unknown
    const gate: { open?: () => void } = {}
    const task = taskOf(async ({ checkpoint, save }) => {
      if (checkpoint) return 'second'
      await save({ step: 1 }, 100)
      await new Promise<void>(resolve => { gate.open = resolve })
      await save({ step: 2 }, 200).catch((error: unknown) => { refusal = error })
      return 'first'
    })
    const id = await queue(task)
    const first = run(task)
    for (let at = 0; at < 200 && !gate.open; at++) await pause(20)
    await first.stop()
    run(task)
    await until(id, 'done')
    gate.open?.()
    await pause(50)
    expect(refusal).toBeInstanceOf(Error)
    expect(await rowOf(id)).toMatchObject({ result: '"second"', checkpoint: '{"step":1}' })
  })

  it('takes over from one that was killed, once its lease has run out, and goes on from the checkpoint', async () => {
    const seen: (number | null)[] = []
    const task = taskOf(async ({ checkpoint }) => {
      seen.push(checkpoint?.step ?? null)
      return 'taken over'
    })
    const id = await queue(task)
    // What kill -9 leaves behind: a claim, a checkpoint, and nobody.
    const dead = await claimNext(backend.db, ['counting'], backend.clock())
    const claim = { id, owner: dead?.lease_owner ?? '' }
    expect(await saveStep(backend.db, claim, { checkpoint: { step: 41 }, progress: 4_100, note: null }, backend.clock())).toBe('held')
    run(task)
    await pause(150)
    expect(seen).toEqual([])
    backend.clock.advance(LEASE_MS + 1)
    await until(id, 'done')
    expect(seen).toEqual([41])
    // The dead one was only stunned: it is told, and changes nothing.
    expect(await saveStep(backend.db, claim, { checkpoint: { step: 42 }, progress: 4_200, note: null }, backend.clock())).toBe('lost')
  })

  it('keeps work and checkpoint together: a save that comes too late takes the work back', async () => {
    const task = taskOf(async ({ save, deps }) => {
      await deps.db.transaction().execute(async db => {
        await db.insertInto('leases').values({ name: 'work', owner: 'done', until: 0 }).execute()
        await db.updateTable('tasks').set({ lease_owner: 'another' }).execute()
        await save({ step: 1 }, 100, null, db)
      })
    })
    await queue(task)
    run(task)
    await pause(300)
    expect(await backend.db.selectFrom('leases').selectAll().where('name', '=', 'work').execute()).toEqual([])
  })

  it('gives up on work that kills its process every time', async () => {
    const task = taskOf(async () => 'never', 2)
    const id = await queue(task)
    for (const attempt of [1, 2]) {
      expect((await claimNext(backend.db, ['counting'], backend.clock()))?.attempts).toBe(attempt)
      backend.clock.advance(LEASE_MS + 1)
    }
    expect(await claimNext(backend.db, ['counting'], backend.clock())).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'The process ended while it ran' })
  })

  it('never runs a task that another runs', async () => {
    const runs = new Map<string, number>()
    let together = 0
    const task = taskOf(async ({ input, taskId }) => {
      together++
      runs.set(`${taskId} ${input.name}`, (runs.get(`${taskId} ${input.name}`) ?? 0) + 1)
      await pause(5)
      together--
    })
    const ids: string[] = []
    for (let number = 0; number < 24; number++) ids.push(await queue(task, String(number)))
    for (let number = 0; number < 4; number++) run(task)
    for (const id of ids) await until(id, 'done')
    expect(runs.size).toBe(24)
    expect([...runs.values()].every(count => count === 1)).toBe(true)
    expect(together).toBe(0)
  })
})

describe('a lease', () => {
  it('has one holder, until it ends or runs out', async () => {
    const { db, clock } = backend
    expect(await holdLease(db, 'feed', 'a', 1_000, clock())).toBe(true)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock())).toBe(false)
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 900)).toBe(true)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock() + 1_500)).toBe(false)
    expect(await holdLease(db, 'feed', 'b', 1_000, clock() + 2_000)).toBe(true)
    await releaseLease(db, 'feed', 'a')
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 2_000)).toBe(false)
    await releaseLease(db, 'feed', 'b')
    expect(await holdLease(db, 'feed', 'a', 1_000, clock() + 2_000)).toBe(true)
  })
})
