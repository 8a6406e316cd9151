import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, expectAccessible, signIn, test } from './browse'
import { childOf } from '../support/processes'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, startSystem, type RunningSystem } from '../support/system'

/** A console and a backend apart, so that one can be taken away. */
test.describe('when the backend is away', () => {
  test.describe.configure({ timeout: 120_000 })
  const folder = mkdtempSync(path.join(tmpdir(), 'console-outage-'))
  let ports: { console: number; backend: number }
  let console_: RunningSystem
  let backend: RunningSystem
  const startBackend = async () => {
    backend = await startSystem({ only: 'backend', dataDir: folder, ports })
  }

  test.beforeAll(async () => {
    // Two programs of its own begin one after the other, beside another worker's browser.
    test.setTimeout(120_000)
    ports = { console: await freePort(), backend: await freePort() }
    await startBackend()
    console_ = await startSystem({
      only: 'console',
      dataDir: folder,
      ports,
      env: { API_URL: `http://127.0.0.1:${ports.backend}` },
    })
  })
  test.afterAll(async () => {
    await console_.end()
    await backend.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('pages say so, keep what was typed, and come back by themselves', async ({ page, journey }) => {
    journey.allowErrors(/50[0-9]|Failed to load|ERR_/)
    const at = (url: string) => `${console_.consoleUrl}${url}`
    await signIn(page, 'manager', at('/auth/login'))
    await page.goto(at('/slots/new'))
    await page.getByLabel('Serial', { exact: true }).fill('KEPT-0001')
    await page.getByLabel('Location', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ label: 'EGT' })
    await page.getByLabel('Denomination', { exact: true }).fill('0.01')

    // The launcher first, or it would start the program again.
    const program = childOf(backend.process.pid ?? 0, 'build-backend')
    backend.process.kill('SIGKILL')
    process.kill(program, 'SIGKILL')
    await backend.ended
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByLabel('Serial', { exact: true })).toHaveValue('KEPT-0001')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page)

    const reading = await page.context().newPage()
    const response = await reading.goto(at('/slots'))
    expect(response?.status()).toBeGreaterThanOrEqual(502)
    await expectAccessible(reading)
    expect((await page.request.get(at('/health'))).status()).toBe(200)

    await startBackend()
    await answers(`${backend.backendUrl}/health`)
    // No reload here: the page asks again by itself.
    await expect(reading.getByRole('rowheader').first()).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByRole('heading', { name: 'KEPT-0001', level: 1 })).toBeVisible()
  })
})
