/**
 * Every button of every island is pressed in a browser, and what it was for is read from the server afterwards: an
 * island that only looks as if it had done something is worse than none.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, passwordOf, test, unique, type DemoPerson } from './browse'
import { lockOne } from './lock-one'

/** A new island stands here, with the file in which its buttons are pressed. `null`: it has none, it only watches. */
const islands: Record<string, string | null> = {
  notifications: 'islands.e2e.ts',
  'session-end': 'islands.e2e.ts',
  'version-check': 'islands.e2e.ts',
  'door-sound': 'islands.e2e.ts',
  copy: 'islands.e2e.ts',
  draft: 'forms.e2e.ts',
  passkey: 'passkey.e2e.ts',
  push: null,
  progress: null,
  'command-watch': null,
  display: null,
}

const scripts = { tag: '@scripts' }
const REASON = 'For the bell'
const root = path.join(import.meta.dirname, '../..')
const source = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('every island is one whose buttons are pressed', scripts, () => {
  const watched = /const watches[^{]*\{([^}]*)\}/.exec(source('app/entry.client.tsx'))?.[1] ?? ''
  const names = [...watched.matchAll(/^\s+'?([\w-]+)'?:/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(Object.keys(islands).sort())
  for (const [name, file] of Object.entries(islands)) {
    const hasButton = ['ts', 'tsx'].some(ext => {
      try {
        return /<button|createElement\('button'\)/.test(source(`app/islands/${name}.${ext}`))
      } catch {
        return false
      }
    })
    if (hasButton) expect(file, `${name} has a button`).not.toBeNull()
    if (file === 'islands.e2e.ts')
      expect(source(`tests/e2e/${file}`), `${file} presses ${name}`).toMatch(
        new RegExp(`data-island=${name}\\b`),
      )
  }
})

test.describe('the bell', scripts, () => {
  /** Of this slot's lock: its SMIB may have sent news of its own meanwhile. */
  const entry = (page: Page, serial: string, reason = REASON) =>
    page.locator('.bell-feed li').filter({ hasText: serial }).filter({ hasText: reason })
  /** As the API tells it to the same person: seen or not, confirmed or not. */
  const stored = async (page: Page, person: DemoPerson, serial: string, reason = REASON) => {
    const ask = async (path: string, data: object, token?: string) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const answer = await page.request.post(`${process.env.E2E_BACKEND_URL}${path}`, { data, headers })
      return ((await answer.json()) as { data: unknown }).data
    }
    const { access_token: token } = (await ask('/api/authorization/v1/login', {
      username: person,
      password: passwordOf(person),
    })) as { access_token: string }
    const { rows } = (await ask('/api/notifications/v1/list', { query: serial, rowsPerPage: 50 }, token)) as {
      rows: { seen: boolean; confirmed: boolean; data: Record<string, unknown> }[]
    }
    return rows
      .filter(({ data }) => data.reason === reason)
      .map(({ seen, confirmed }) => ({ seen, confirmed }))
  }
  const open = async (page: Page) => {
    await page.goto('/access')
    await page.waitForTimeout(2_500)
    await page.locator('header [data-island=notifications] .bar-item').click()
    await expect(page.locator('.bell-feed li').first()).toBeVisible({ timeout: 15_000 })
  }

  test('stores what is confirmed, dismissed and cleared', async ({ page, journey }) => {
    const serials: string[] = []
    await journey.meanwhile('operator', async colleague => {
      for (const row of [10, 11, 12]) serials.push(await lockOne(colleague, row, REASON))
    })
    const [confirmed = '', dismissed = '', cleared = ''] = serials
    await journey.signIn('admin')
    await open(page)
    const news = [{ seen: false, confirmed: false }]
    expect(await stored(page, 'admin', confirmed)).toEqual(news)
    // By the keyboard: news of other journeys come in on top and move what a pointer aims at.
    await entry(page, confirmed).getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(entry(page, confirmed).getByText('Confirmed', { exact: true })).toBeVisible()
    expect(await stored(page, 'admin', confirmed)).toEqual([{ seen: true, confirmed: true }])
    await entry(page, dismissed).getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(entry(page, dismissed)).toHaveCount(0)
    expect(await stored(page, 'admin', dismissed)).toEqual([{ seen: true, confirmed: false }])
    expect(await stored(page, 'admin', cleared)).toEqual(news)
    await page.locator('.bell-sheet').getByRole('button', { name: 'Clear' }).click()
    await expect(entry(page, cleared)).toHaveCount(0)
    expect(await stored(page, 'admin', cleared)).toEqual([{ seen: true, confirmed: false }])
  })

  test('leaves its entries where they stand while it is open, and shows news by a press', async ({
    page,
    journey,
  }) => {
    await journey.meanwhile('operator', async colleague => {
      await lockOne(colleague, 14, 'There already')
    })
    await journey.signIn('manager')
    await open(page)
    const first = page.locator('.bell-feed li').first()
    const [text, place] = [await first.innerText(), await first.boundingBox()]
    let serial = ''
    await journey.meanwhile('operator', async colleague => {
      serial = await lockOne(colleague, 15, 'News')
    })
    const news = page.locator('.bell-sheet').getByRole('button', { name: /^Show new \(\d+\)$/ })
    await expect(news).toBeVisible({ timeout: 15_000 })
    expect(await first.innerText()).toBe(text)
    expect(await first.boundingBox()).toEqual(place)
    await news.click()
    await expect(entry(page, serial, 'News')).toBeVisible()
    await expect(news).toHaveCount(0)
  })

  test('shows nothing as done that was not, and says why', async ({ page, journey, context }) => {
    journey.allowErrors(/Failed to load|ERR_|40[13]|50[03]/)
    let serial = ''
    await journey.meanwhile('operator', async colleague => {
      serial = await lockOne(colleague, 13, 'To stay')
    })
    await journey.signIn('auditor')
    await open(page)
    const told = page.locator('.bell-sheet').getByRole('alert')
    const confirm = entry(page, serial, 'To stay').getByRole('button', { name: 'Confirm' })
    const answers = [
      [{ status: 403, json: { success: false, error: { code: 'forbidden' } } }, 'you may not do this'],
      [{ status: 400, json: { success: false, error: { code: 'bad-request' } } }, 'did not accept it'],
      [{ status: 503, json: { success: false, error: { code: 'unreachable' } } }, 'cannot do it now'],
      [{ status: 504, json: { success: false, error: { code: 'timeout', unknown: true } } }, 'not known'],
      [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'not known'],
      [{ status: 200, body: '<h1>Welcome to our hotspot</h1>' }, 'not known'],
      [null, 'not known'],
    ] as const
    for (const [answer, words] of answers) {
      await page.route('**/notifications/mark', route => (answer ? route.fulfill(answer) : route.abort()))
      await confirm.click()
      await expect(told).toContainText(words)
      await expect(confirm).toBeVisible()
      await page.unroute('**/notifications/mark')
    }
    await page.locator('.bell-sheet').getByRole('button', { name: 'Clear' }).waitFor()
    expect(await stored(page, 'auditor', serial, 'To stay')).toEqual([{ seen: false, confirmed: false }])
    await context.clearCookies()
    await confirm.click()
    await expect(told).toContainText('you are signed out')
    await expect(entry(page, serial, 'To stay')).toBeVisible()
  })
})

test(
  '"Stay signed in" says that it was not reached, and then prolongs the session',
  scripts,
  async ({ page, journey }) => {
    journey.allowErrors(/Failed to load|ERR_/)
    journey.leaveHtml()
    await journey.signIn('inspector')
    await page.route('**/access', async route => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({
        response,
        body: html.replace(/&quot;remaining&quot;:\d+/, '&quot;remaining&quot;:1000'),
      })
    })
    let isNear = true
    await page.route('**/session.json', route =>
      isNear
        ? route.fulfill({ json: { remaining: 60_000, isFinal: false, warning: 120_000 } })
        : route.continue(),
    )
    await page.goto('/access')
    const stay = page.locator('[data-island=session-end]').getByRole('button', { name: 'Stay signed in' })
    await expect(stay).toBeVisible({ timeout: 15_000 })
    await page.route('**/session', route => route.abort())
    await stay.click()
    await expect(page.getByText('No answer came. You are still signed out at that time')).toBeVisible()
    await page.unroute('**/session')
    isNear = false
    const answer = page.waitForResponse(response => new URL(response.url()).pathname === '/session')
    await stay.click()
    expect(((await (await answer).json()) as { remaining: number }).remaining).toBeGreaterThan(120_000)
    await expect(stay).toHaveCount(0)
  },
)

test(
  'a newer version is told, waits for whoever types, and is fetched',
  scripts,
  async ({ page, journey }) => {
    await journey.signIn('inspector')
    await page.clock.install()
    await page.route('**/version.json', route => route.fulfill({ json: { commit: 'another', date: '' } }))
    const island = page.locator('[data-island=version-check]')
    const dialog = island.locator('dialog')
    const aMinute = async () => {
      await page.clock.fastForward(2_000)
      await page.waitForTimeout(500)
      await page.clock.fastForward(61_000)
    }
    await page.goto('/access')
    await page.locator('input[type=search]:visible').first().focus()
    await aMinute()
    await island.getByRole('button', { name: 'New version available' }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Later' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/help/locking')
    await page.locator('h1').click()
    await aMinute()
    await expect(dialog).toBeVisible()
    const loaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Refresh' }).click()
    await loaded
    await expect(dialog).toBeHidden()
  },
)

test(
  "the door's sound is switched on this device, and stays so (door-sound)",
  scripts,
  async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/player-exclusion/door')
    await page.locator('.door-check').click()
    const button = page.locator('[data-island=door-sound] button')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await page.reload()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
)

test('a secret is copied whole', scripts, async ({ page, journey, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.origin })
  await journey.signIn('admin')
  await page.goto('/acl/api-tokens/new')
  await page.locator('input[name="name"]').fill(unique('Copied'))
  await page.getByLabel('Send SMIB data, fetch commands').check()
  await page.locator('select[name="tenant"]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create token' }).last().click()
  const island = page.locator('[data-island=copy]')
  await island.getByRole('button').click()
  await expect(island.getByRole('button')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await island.locator('output').innerText(),
  )
})
