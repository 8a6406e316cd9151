import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slowness } from '../../../tests/support/slowness'
import { taskOf, taskTrial, untilStopped } from '../../../tests/support/tasks'
import { claimNext, LEASE_MS, saveStep } from './claim'

let backend: TestBackend
let trial: ReturnType<typeof taskTrial>
beforeAll(async () => {
  backend = await testBackend()
  trial = taskTrial(backend)
})
afterEach(() => trial.end())
afterAll(() => backend.close())

describe('a runner', () => {
  it('that stops hands its task over at once, with what was saved, and the attempt does not count', async () => {
    const seen: (number | null)[] = []
    const task = taskOf(async ({ checkpoint, save, signal }) => {
      seen.push(checkpoint?.step ?? null)
      if (checkpoint) return 'resumed'
      await save({ step: 7 }, 700)
      return untilStopped(signal)
    })
    const id = await trial.queue(task)
    const first = trial.run(task)
    for (let at = 0; at < 200 && !(await trial.rowOf(id)).checkpoint; at++) await pause(20)
    const started = performance.now()
    await first.stop()
    expect(performance.now() - started).toBeLessThan(3_000 * slowness())
    expect(await trial.rowOf(id)).toMatchObject({ state: 'queued', lease_owner: null, attempts: 0 })
    trial.run(task)
    expect(await trial.until(id, 'done')).toMatchObject({ result: '"resumed"', attempts: 1 })
    expect(seen).toEqual([null, 7])
  })

  it('does not wait for a handler that will not listen, and lets it write nothing more', async () => {
    let refusal: unknown
    const gate: { open?: () => void } = {}
    const task = taskOf(async ({ checkpoint, save }) => {
      if (checkpoint) return 'second'
      await save({ step: 1 }, 100)
      await new Promise<void>(resolve => {
        gate.open = resolve
      })
      await save({ step: 2 }, 200).catch((error: unknown) => {
        refusal = error
      })
      return 'first'
    })
    const id = await trial.queue(task)
    const first = trial.run(task)
    for (let at = 0; at < 200 && !gate.open; at++) await pause(20)
    await first.stop()
    trial.run(task)
    await trial.until(id, 'done')
    gate.open?.()
    await pause(50)
    expect(refusal).toBeInstanceOf(Error)
    expect(await trial.rowOf(id)).toMatchObject({ result: '"second"', checkpoint: '{"step":1}' })
  })

  it('takes over from one that was killed, once its lease has run out, and goes on from the checkpoint', async () => {
    const seen: (number | null)[] = []
    const task = taskOf(async ({ checkpoint }) => {
      seen.push(checkpoint?.step ?? null)
      return 'taken over'
    })
    const id = await trial.queue(task)
    // What kill -9 leaves behind: a claim, a checkpoint, and nobody.
    const dead = await claimNext(backend.db, ['counting'], backend.clock())
    const claim = { id, owner: dead?.lease_owner ?? '' }
    expect(
      await saveStep(
        backend.db,
        claim,
        { checkpoint: { step: 41 }, progress: 4_100, note: null },
        backend.clock(),
      ),
    ).toBe('held')
    trial.run(task)
    await pause(150)
    expect(seen).toEqual([])
    backend.clock.advance(LEASE_MS + 1)
    await trial.until(id, 'done')
    expect(seen).toEqual([41])
    // The dead one was only stunned: it is told, and changes nothing.
    expect(
      await saveStep(
        backend.db,
        claim,
        { checkpoint: { step: 42 }, progress: 4_200, note: null },
        backend.clock(),
      ),
    ).toBe('lost')
  })

  it('keeps work and checkpoint together: a save that comes too late takes the work back', async () => {
    const task = taskOf(async ({ save, deps }) => {
      await deps.db.transaction().execute(async db => {
        await db.insertInto('leases').values({ name: 'work', owner: 'done', until: 0 }).execute()
        await db.updateTable('tasks').set({ lease_owner: 'another' }).execute()
        await save({ step: 1 }, 100, null, db)
      })
    })
    await trial.queue(task)
    trial.run(task)
    await pause(300)
    expect(await backend.db.selectFrom('leases').selectAll().where('name', '=', 'work').execute()).toEqual([])
  })

  it('gives up on work that kills its process every time', async () => {
    const task = taskOf(async () => 'never', 2)
    const id = await trial.queue(task)
    for (const attempt of [1, 2]) {
      expect((await claimNext(backend.db, ['counting'], backend.clock()))?.attempts).toBe(attempt)
      backend.clock.advance(LEASE_MS + 1)
    }
    expect(await claimNext(backend.db, ['counting'], backend.clock())).toBeUndefined()
    expect(await trial.rowOf(id)).toMatchObject({ state: 'failed', error: 'The process ended while it ran' })
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
    for (let number = 0; number < 24; number++) ids.push(await trial.queue(task, String(number)))
    for (let number = 0; number < 4; number++) trial.run(task)
    for (const id of ids) await trial.until(id, 'done')
    expect(runs.size).toBe(24)
    expect([...runs.values()].every(count => count === 1)).toBe(true)
    expect(together).toBe(0)
  })
})
