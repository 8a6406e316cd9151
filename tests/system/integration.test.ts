import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSystem, type RunningSystem } from '../support/system'

/** What docs/integration.md tells a stranger to run, in its order, word for word. */
const script = [...readFileSync('docs/integration.md', 'utf8').matchAll(/^```bash\n(.*?)^```$/gms)]
  .map(([, block]) => block)
  .join('\n')

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem({ env: { DEMO: 'off' } })
})
afterAll(() => system.end())

describe('docs/integration.md', () => {
  test('brings a stranger from an empty installation to the first readings of a SMIB, with nothing but its commands', () => {
    const password = /password "([^"]+)"/.exec(system.output())?.[1] ?? ''
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        PATH: process.env.PATH,
        BACKEND: system.backendUrl,
        PASSWORD: password,
      } as unknown as NodeJS.ProcessEnv,
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    // One answer after the other, each as one JSON object.
    const answers = stdout
      .replaceAll('}{', '}\n{')
      .split('\n')
      .filter(Boolean)
      .map(text => (JSON.parse(text) as { data: Record<string, unknown> }).data)
    expect(answers).toMatchObject([
      { accepted: 2, refused: 0 },
      { total: 1, rows: [{ mac: 'a4cf12000001', state: 'online', last_message_seq: 2 }] },
      { total: 2 },
      { rows: [{ code: '11' }] },
      { results: [{ outcome: 'done' }] },
      { verdicts: [{ verdict: 'recorded' }] },
      { configs: [{ smib_id: 'a4cf12000001' }], unknown: [] },
      { total: 3, rows: [{ message_seq_nr: 3, meters: { coin_in: 1900 } }, {}, {}] },
      { results: [{ outcome: 'done' }] },
    ])
    // Neither the password nor a token's secret is in the log.
    expect(system.output()).not.toMatch(/bo_[\w-]{20}/)
    expect(system.output().split(password)).toHaveLength(2)
  }, 90_000)
})
