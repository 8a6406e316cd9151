import type { TestConsole } from '../../support/console'
import { expect, passwordOf, test, type DemoPerson, type Page } from '../../support/journey'

interface Tokens {
  access_token: string
  refresh_token: string
}

/** What another system would put into a link. */
async function tokensOf(site: TestConsole, person: DemoPerson): Promise<Tokens> {
  const answer = await site.app.request('/api/authorization/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person, password: passwordOf(person), generate_refresh_token: true }),
  })
  return ((await answer.json()) as { data: Tokens }).data
}
const linkTo = (path: string, { access_token, refresh_token }: Tokens) =>
  `${path}${path.includes('?') ? '&' : '?'}atoken=${access_token}&rtoken=${refresh_token}`
const whoIs = async (page: Page) => (
  await page.goto('/user-profile/profile-overview'),
  page.locator('.facts dd').first().innerText()
)

test.describe('a link with tokens', () => {
  test('signs in where nobody is, says as whom, and leaves no token behind', async ({ page, site }) => {
    const tokens = await tokensOf(site, 'operator')
    const first = await page.request.get(linkTo('/slots?query=E', tokens))
    expect(first.headers()).toMatchObject({
      location: '/slots?query=E',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    await page.goto('/slots?query=E')
    await expect(
      page.getByText(/A link has signed you in as .+\. If that is not you, sign out\./),
    ).toBeVisible()
    expect(await whoIs(page)).toBe('operator')
  })

  test('works once, in whatever browser, and its refresh token is dead at the backend', async ({
    page,
    site,
    journey,
  }) => {
    const tokens = await tokensOf(site, 'operator')
    await page.goto(linkTo('/slots', tokens))
    for (const link of [
      linkTo('/slots', tokens),
      linkTo('/slots', { ...tokens, refresh_token: '' }),
      linkTo('/slots', { ...tokens, access_token: '' }),
    ]) {
      const other = journey.browser()
      await other.goto(link)
      await expect(
        other.getByText('This link was used before, and works only once. Ask for a new one.'),
      ).toBeVisible()
      expect(new URL(other.url()).pathname).toBe('/auth/login')
    }
    const row = await site.deps.db
      .selectFrom('refresh_tokens')
      .select('used_at')
      .where('used_at', 'is not', null)
      .executeTakeFirst()
    expect(row).toBeTruthy()
    expect(await whoIs(page)).toBe('operator')
  })

  test("asks before another person's session is replaced, naming both; to stay changes nothing", async ({
    page,
    site,
    journey,
  }) => {
    await journey.signIn('manager')
    const tokens = await tokensOf(site, 'operator')
    await page.goto(linkTo('/slots', tokens))
    expect(page.url()).toBe('http://console.test/auth/take-over')
    const html = await page.content()
    for (const secret of Object.values(tokens)) expect(html).not.toContain(secret)
    expect(html).toMatch(/manager.*operator/s)
    await page.getByRole('button', { name: /^Stay/ }).click()
    expect(page.url()).toBe('http://console.test/slots')
    expect(await whoIs(page)).toBe('manager')
    await page.goto('/auth/take-over')
    expect(new URL(page.url()).pathname, 'the question is answered').toBe('/access')
    await page.goto(linkTo('/slots', tokens))
    await expect(page.getByText(/This link was used before/)).toBeVisible()
    expect(await whoIs(page)).toBe('manager')
  })

  test('taken, it ends the session before, here and at the backend', async ({ page, site, journey }) => {
    await journey.signIn('manager')
    const before = page.cookies.get('session')
    await page.goto(linkTo('/slots?page=1', await tokensOf(site, 'operator')))
    await page.getByRole('button', { name: /^Continue as/ }).click()
    expect(page.url()).toBe('http://console.test/slots?page=1')
    await expect(page.getByText(/You are signed in as .+ now\./)).toBeVisible()
    expect(await whoIs(page)).toBe('operator')
    expect(page.cookies.get('session')).not.toBe(before)
    page.cookies.set('session', before ?? '')
    await page.goto('/slots')
    expect(new URL(page.url()).pathname).toBe('/auth/login')
    const ended = await site.deps.db
      .selectFrom('token_families as f')
      .innerJoin('users as u', 'u.id', 'f.user_id')
      .select('f.ended_reason')
      .where('u.username', '=', 'manager')
      .orderBy('f.id', 'desc')
      .executeTakeFirstOrThrow()
    expect(ended.ended_reason).toBe('sign_out')
  })

  test('that came while the question of an earlier one was shown is not taken for it; no other site can answer', async ({
    page,
    site,
    journey,
  }) => {
    journey.allowErrors(/403/)
    await journey.signIn('manager')
    await page.goto(linkTo('/slots', await tokensOf(site, 'operator')))
    const nonce = page.document.querySelector('input[name=nonce]')?.getAttribute('value') ?? ''
    await page.request.get(linkTo('/slots', await tokensOf(site, 'auditor')))
    await page.getByRole('button', { name: /^Continue as/ }).click()
    expect(page.url(), 'asked again').toBe('http://console.test/auth/take-over')
    expect(await whoIs(page)).toBe('manager')
    const evil = await page.request.post('/auth/take-over', {
      form: { intent: 'take', nonce },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(evil.status()).toBe(403)
    expect(await whoIs(page)).toBe('manager')
  })

  test('of the same person asks nothing', async ({ page, site, journey }) => {
    await journey.signIn('manager')
    await page.goto(linkTo('/slots', await tokensOf(site, 'manager')))
    expect(page.url()).toBe('http://console.test/slots')
    await expect(page.getByText(/A link has signed you in/)).toHaveCount(0)
    expect(await whoIs(page)).toBe('manager')
  })

  test('that is not valid changes nothing and is told; one that could not be checked may be opened again', async ({
    page,
    site,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/slots?atoken=made-up&rtoken=made-up')
    await expect(page.getByText(/The sign-in of this link is not valid/)).toBeVisible()
    expect(page.url()).toBe('http://console.test/slots')
    const tokens = await tokensOf(site, 'operator')
    const other = journey.browser()
    const real = site.app.fetch
    site.app.fetch = () => new Response('away', { status: 503 })
    const away = await other.request.get(linkTo('/slots', tokens))
    site.app.fetch = real
    expect(away.headers().location).toBe('/slots')
    expect(away.headers()['set-cookie']).toContain('link=unavailable')
    await other.goto(linkTo('/slots', tokens))
    expect(await whoIs(other)).toBe('operator')
  })

  test('what is told once is not told to a page that nobody may see', async ({ page, site }) => {
    await page.request.get(linkTo('/slots', await tokensOf(site, 'operator')))
    const told = /A link has signed you in as/
    for (const header of ['sec-purpose', 'purpose'])
      expect(
        await (await page.request.get('/slots', { headers: { [header]: 'prefetch' } })).text(),
      ).not.toMatch(told)
    await page.goto('/slots')
    await expect(page.getByText(told)).toBeVisible()
  })

  test('is not used up by what only looks ahead', async ({ page, site }) => {
    const link = linkTo('/slots', await tokensOf(site, 'operator'))
    expect(
      (await page.request.get(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status(),
    ).toBe(503)
    expect((await site.fetch(link, { method: 'HEAD' })).headers.get('set-cookie')).toBeNull()
    await page.goto(link)
    expect(await whoIs(page)).toBe('operator')
  })
})
