import { expect, passwordOf, test, type DemoPerson, type Page } from '../../support/journey'
import type { TestConsole } from '../../support/console'

/** A wrong password, typed by somebody at this address; answers what their browser got. */
async function tryFrom(
  site: TestConsole,
  address: string,
  username: string,
  password = 'not the password',
): Promise<Response> {
  return site.fetch('/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { 'x-client-address': address, 'sec-fetch-site': 'same-origin', 'accept-language': 'en' },
  })
}

const signInAs = async (page: Page, person: DemoPerson) => {
  await page.goto('/auth/login')
  await page.locator('input[name="username"]').fill(person)
  await page.locator('input[name="password"]').fill(passwordOf(person))
  await page.locator('.sign-in form .btn-primary').first().click()
}

const stranger = '203.0.113.66'

test.describe('somebody who guesses at a name', () => {
  test('locks it for themselves, and the person signs in from elsewhere', async ({ site, page, journey }) => {
    for (let time = 0; time < 5; time++) expect((await tryFrom(site, stranger, 'operator')).status).toBe(401)
    const locked = await tryFrom(site, stranger, 'operator', passwordOf('operator'))
    expect(locked.status).toBe(429)
    expect(await locked.text()).toContain('Too many failed attempts. Sign in again in')
    await journey.signIn('operator')
    await expect(page).toHaveURL(/\/access/)
  })

  test('at the same address too, when the person has signed in from that browser before', async ({
    site,
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/logout')
    for (let time = 0; time < 5; time++) await tryFrom(site, '127.0.0.1', 'auditor')
    const elsewhere = journey.browser()
    await signInAs(elsewhere, 'auditor')
    await expect(elsewhere.getByText(/ask an administrator to unlock you/)).toBeVisible()
    await signInAs(page, 'auditor')
    await expect(page).toHaveURL(/\/access/)
  })
})

test.describe('who signs in', () => {
  for (const [locale, person, once, often] of [
    [
      'en-GB',
      'manager',
      /there was one attempt to sign in .* from 203\.0\.113\.66/,
      /there were 3 attempts .* from 203\.0\.113\.68, 203\.0\.113\.67 and 203\.0\.113\.66/,
    ],
    [
      'ro-RO',
      'inspector',
      /cineva a încercat o dată .* de la 203\.0\.113\.66/,
      /au fost 3 încercări .* 203\.0\.113\.68, 203\.0\.113\.67 și 203\.0\.113\.66/,
    ],
    [
      'pt-PT',
      'admin',
      /alguém tentou uma vez .* 203\.0\.113\.66/,
      /houve 3 tentativas .* 203\.0\.113\.68, 203\.0\.113\.67 e 203\.0\.113\.66/,
    ],
  ] as const) {
    test(`is told on the first page, in ${locale}, that somebody tried their name`, async ({
      site,
      journey,
    }) => {
      const page = journey.browser(locale)
      await tryFrom(site, stranger, person)
      await signInAs(page, person)
      await expect(page.locator('.toast-stays').getByText(once)).toBeVisible()
      await page.goto('/access')
      await expect(page.getByText(once), 'once').toBeHidden()

      for (const host of [66, 67, 68]) {
        await tryFrom(site, `203.0.113.${host}`, person)
        await new Promise(resolve => setTimeout(resolve, 2))
      }
      const again = journey.browser(locale)
      await signInAs(again, person)
      await expect(again.getByText(often)).toBeVisible()
    })
  }

  test('leaves a mark in the browser that no script can read and no page holds', async ({ site }) => {
    const answer = await tryFrom(site, '127.0.0.1', 'operator', passwordOf('operator'))
    const device = answer.headers.getSetCookie().find(cookie => cookie.startsWith('device='))
    expect(device).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookies = answer.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; ')
    const page = await (await site.fetch('/access', { headers: { cookie: cookies } })).text()
    expect(page).toContain('</html>')
    expect(page).not.toContain(device?.split(';')[0]?.slice('device='.length, 60))
  })

  test('finds failed sign-ins and refusals in the side panel', async ({ site, page, journey }) => {
    await tryFrom(site, '2001:db8::66', 'manager')
    await journey.signIn('manager')
    const { data } = (await (
      await site.app.request('/api/authorization/v1/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'manager', password: passwordOf('manager') }),
      })
    ).json()) as { data: { access_token: string } }
    const refused = await site.app.request('/api/configuration/v1/tenant', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${data.access_token}` },
      body: '{}',
    })
    expect(refused.status).toBe(403)
    await expect(async () => {
      await page.goto('/panel/audit')
      await expect(page.getByText(/^Sign-in failed: User .+, once, from 2001:db8::66$/)).toBeVisible()
      await expect(page.getByText(/^Not permitted: Permission tenant::create, once/)).toBeVisible()
    }).toPass()
  })
})
