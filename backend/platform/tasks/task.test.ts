import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { taskOf, taskTrial, untilStopped } from '../../../tests/support/tasks'
import { cancelTask } from './tasks.service'

let backend: TestBackend
let trial: ReturnType<typeof taskTrial>
beforeAll(async () => {
  backend = await testBackend()
  trial = taskTrial(backend)
})
afterEach(() => trial.end())
afterAll(() => backend.close())

describe('a task', () => {
  it('runs once, tells its progress and keeps its result', async () => {
    const told: unknown[] = []
    const off = backend.deps.bus.subscribe(message => {
      if (message.topic === 'task') told.push(message.data.state)
    })
    const task = taskOf(async ({ input, save }) => {
      await save({ step: 1 }, 5_000, '1 / 2')
      return { hello: input.name }
    })
    const id = await trial.queue(task, 'Brăila')
    trial.run(task)
    const row = await trial.until(id, 'done')
    off()
    expect(row).toMatchObject({
      progress: 10_000,
      progress_note: '1 / 2',
      attempts: 1,
      result: '{"hello":"Brăila"}',
      lease_owner: null,
      error: null,
    })
    expect(told).toEqual(['running', 'done'])
  })

  it('that fails is tried again, later each time, and in the end is failed', async () => {
    let tries = 0
    const task = taskOf(async () => {
      throw new Error(`no ${++tries}`)
    })
    const id = await trial.queue(task)
    trial.run(task)
    await trial.until(id, 'queued')
    for (let at = 0; at < 200 && (await trial.rowOf(id)).attempts < 1; at++) await pause(20)
    expect((await trial.until(id, 'queued')).run_after).toBe(backend.clock() + 1_000)
    await pause(100)
    expect(tries).toBe(1)
    backend.clock.advance(1_000)
    for (let at = 0; at < 200 && (tries < 2 || (await trial.rowOf(id)).state !== 'queued'); at++)
      await pause(20)
    expect((await trial.rowOf(id)).run_after).toBe(backend.clock() + 2_000)
    backend.clock.advance(2_000)
    expect(await trial.until(id, 'failed')).toMatchObject({
      error: 'no 3',
      attempts: 3,
      finished_at: backend.clock(),
    })
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
    const id = await trial.queue(task)
    trial.run(task)
    for (let at = 0; at < 400 && (await trial.rowOf(id)).state !== 'done'; at++) {
      backend.clock.advance(1_000)
      await pause(20)
    }
    expect(await trial.rowOf(id)).toMatchObject({ state: 'done', result: '6' })
    expect(starts).toBe(6)
  })

  it('is cancelled while it waits, and while it runs', async () => {
    const task = taskOf(async ({ save, signal }) => {
      await save({ step: 1 }, 100)
      await untilStopped(signal)
    })
    const waiting = await trial.queue(task)
    expect(await cancelTask(backend.db, waiting, backend.clock())).toBe(true)
    expect(await trial.rowOf(waiting)).toMatchObject({ state: 'cancelled', finished_at: backend.clock() })
    const running = await trial.queue(task)
    trial.run(task)
    await trial.until(running, 'running')
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(true)
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(false)
    await trial.until(running, 'cancelled')
    expect(await cancelTask(backend.db, running, backend.clock())).toBe(false)
  })
})
