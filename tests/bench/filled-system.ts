/**
 * The programs once the demo network's history is made, its days are closed and their figures judged: what is measured
 * meanwhile is measured with it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { childOf, cpuOf } from '../support/processes'
import { startSystem, type RunningSystem } from '../support/system'
import { apiAs, type Ask } from './api'

const LOOK_AGAIN_MS = 2_000
/** Days close by tens, a few seconds apart: once there are no more after three such turns, none is left. */
const NO_MORE_MS = 16_000
/**
 * Figures are judged every ten seconds, half a second of CPU each time; the demo network by itself takes 0.03 to 0.1 of
 * each second.
 */
const BUSY_MS = 200
const CALM_S = 25
const PATIENCE_MS = 10 * 60_000

export async function startFilled(): Promise<RunningSystem> {
  const { system, daysClosed } = await startWithHistory()
  await daysClosed()
  await calm(childOf(system.process.pid ?? 0, 'build-backend'))
  return system
}

/** The programs once the history is made: its days close in the minutes after that, and `daysClosed` waits for it. */
export async function startWithHistory() {
  const system = await startSystem()
  const ask = await apiAs(system, 'admin')
  await historyMade(ask)
  // A session of its own, since the one that saw the history made may have ended under load.
  return { system, daysClosed: async () => daysClosed(await apiAs(system, 'admin')) }
}

async function historyMade(ask: Ask): Promise<void> {
  for (;;) {
    const { status, body } = await ask('POST', '/api/tasks/v1/tasks', {
      exactFields: ['kind'],
      exactValues: ['demo_history'],
    })
    if (status !== 200) throw new Error(`Tasks answered ${status}`)
    const states = (body.data as { rows: { state: string }[] }).rows.map(({ state }) => state)
    if (states.includes('failed')) throw new Error("The demo network's history failed")
    if (states.length && states.every(state => state === 'done')) return
    await pause(LOOK_AGAIN_MS)
  }
}

/** A closed day has a daily report. The first of them close three minutes after the start. */
async function daysClosed(ask: Ask): Promise<void> {
  let closed = 0
  let since = Date.now()
  while (closed === 0 || Date.now() - since < NO_MORE_MS) {
    await pause(LOOK_AGAIN_MS)
    const { status, body } = await ask('POST', '/api/fiscal-reports/v1/daily-reports', {})
    if (status !== 200) throw new Error(`Daily reports answered ${status}`)
    const { total } = body.data as { total: number }
    if (total !== closed) since = Date.now()
    closed = total
  }
}

/** Until the backend has done nothing for a while that takes more than the network that reports to it. */
async function calm(pid: number): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (let seconds = 0; seconds < CALM_S; seconds++) {
    if (Date.now() > until) throw new Error('The backend is still busy, minutes after its days were closed')
    const before = cpuOf(pid)
    await pause(1_000)
    if (cpuOf(pid) - before > BUSY_MS) seconds = -1
  }
}
