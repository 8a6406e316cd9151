/** The programs once the demo network's history is told: what is measured while it is being written is measured with it. */
import { setTimeout as pause } from 'node:timers/promises'
import { startSystem, type RunningSystem } from '../support/system'
import { apiAs } from './api'

const LOOK_AGAIN_MS = 2_000

export async function startFilled(): Promise<RunningSystem> {
  const system = await startSystem()
  const ask = await apiAs(system, 'admin')
  for (;;) {
    const { status, body } = await ask('POST', '/api/tasks/v1/tasks', {
      exactFields: ['kind'],
      exactValues: ['demo_history'],
    })
    if (status !== 200) throw new Error(`Tasks answered ${status}`)
    const states = (body.data as { rows: { state: string }[] }).rows.map(({ state }) => state)
    if (states.includes('failed')) throw new Error("The demo network's history failed")
    if (states.length && states.every(state => state === 'done')) return system
    await pause(LOOK_AGAIN_MS)
  }
}
