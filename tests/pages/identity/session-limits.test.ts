import path from 'node:path'
import { openSessionsDb } from '../../../app/session/sessions-db.server'
import { expect, signIn, test } from '../../support/journey'

/** As if so many minutes had passed since the person last asked for something. */
async function idleFor(minutes: number, since: 'seen_at' | 'created_at' = 'seen_at'): Promise<void> {
  const db = await openSessionsDb({ file: path.join(process.env.DATA_DIR ?? '', 'console.db') })
  await db
    .updateTable('console_sessions')
    .set(row => ({ [since]: row.eb(since, '-', minutes * 60_000) }))
    .execute()
  await db.destroy()
}
const remaining = async (answer: { text(): Promise<string> }) =>
  JSON.parse(await answer.text()) as { remaining: number; isFinal: boolean; warning: number }

test.describe('a session', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('ends after a quarter of an hour without use, as every page says, and leads back', async ({
    page,
  }) => {
    await page.goto('/slots?query=E')
    await expect(
      page.locator('footer').getByText(/Without another page, signed out at \d\d:\d\d/),
    ).toBeVisible()
    await idleFor(14)
    await page.goto('/slots?query=E')
    expect(new URL(page.url()).pathname).toBe('/slots')
    await idleFor(16)
    await page.goto('/slots?query=E')
    expect(page.url()).toBe('http://console.test/auth/login?redirectTo=%2Fslots%3Fquery%3DE')
  })

  test('is not kept by what a page asks by itself, but by "stay signed in"', async ({ page }) => {
    await idleFor(10)
    const [first, second] = [
      await remaining(await page.request.get('/session.json')),
      await remaining(await page.request.get('/session.json')),
    ]
    for (const one of [first, second]) expect(one.remaining <= 5 * 60_000).toBe(true)
    await page.request.get('/version.json')
    expect((await remaining(await page.request.get('/session.json'))).remaining <= 5 * 60_000).toBe(true)
    const stayed = await remaining(
      await page.request.post('/session', { form: {}, headers: { accept: 'application/json' } }),
    )
    expect(stayed.remaining > 14 * 60_000).toBe(true)
    expect(stayed).toMatchObject({ isFinal: false, warning: 120_000 })
  })

  test('ends after twelve hours however busy: told above the page when it is near', async ({ page }) => {
    await idleFor(12 * 60 - 10, 'created_at')
    await page.goto('/slots')
    await expect(page.getByText(/Your sign-in ends at \d\d:\d\d, even while you work/)).toBeVisible()
    await idleFor(10, 'created_at')
    await page.goto('/slots')
    expect(new URL(page.url()).pathname).toBe('/auth/login')
  })

  test('an open page is given what it needs to warn', async ({ page }) => {
    await page.goto('/slots')
    const props = JSON.parse(
      page.document.querySelector('[data-island="session-end"]')?.getAttribute('data-props') ?? '{}',
    ) as { end: { remaining: number }; words: { idle: string } }
    expect(props.end.remaining > 14 * 60_000).toBe(true)
    expect(props.words.idle).toContain('{time}')
  })
})

test.describe('a kiosk', () => {
  test('is made by an administrator on the device itself, and its sessions end by its own limits', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    await page.goto('/panel/settings')
    await page.getByLabel('Name of the kiosk').fill('Cluj entrance')
    await page.getByLabel('Minutes without use').fill('2')
    await page.getByRole('button', { name: 'Make this device a kiosk' }).click()
    await expect(page.getByText('This device is a kiosk now.')).toBeVisible()
    await expect(page.getByText('This device is the kiosk “Cluj entrance”.')).toBeVisible()
    await page.goto('/logout')

    await signIn(page, 'operator')
    expect(await remaining(await page.request.get('/session.json'))).toMatchObject({ warning: 60_000 })
    await idleFor(3)
    await page.goto('/slots')
    expect(new URL(page.url()).pathname).toBe('/auth/login')

    // Elsewhere, and after it was taken back, the usual limits hold.
    await journey.meanwhile('admin', async other => {
      expect((await remaining(await other.request.get('/session.json'))).remaining > 14 * 60_000).toBe(true)
      await other.goto('/panel/settings')
      await other.getByRole('button', { name: 'Remove kiosk Cluj entrance' }).click()
      await expect(other.getByText(/The kiosk is removed/)).toBeVisible()
    })
    await signIn(page, 'operator')
    expect((await remaining(await page.request.get('/session.json'))).remaining > 14 * 60_000).toBe(true)
  })

  test("is nobody else's to make, and takes no limits that are none", async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('manager')
    await page.goto('/panel/settings')
    await expect(page.getByLabel('Name of the kiosk')).toHaveCount(0)
    const made = { intent: 'make', name: 'Mine', idle_minutes: '1440', absolute_hours: '168' }
    expect((await page.request.post('/kiosk', { form: made })).status()).toBe(403)
    await journey.meanwhile('admin', async other => {
      expect(
        (await other.request.post('/kiosk', { form: { ...made, idle_minutes: '0' } })).headers()[
          'set-cookie'
        ] ?? '',
      ).not.toContain('device')
      await other.goto('/panel/settings')
      await expect(other.getByText(/Not saved: give the kiosk a name/)).toBeVisible()
    })
  })
})
