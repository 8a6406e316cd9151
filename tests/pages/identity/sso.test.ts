/** Signing in at the house's identity provider, without scripts, there and back. */
import { identityProvider, type IdentityProvider } from '../../support/identity-provider'
import { testConsole, type TestConsole } from '../../support/console'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REDIRECT = 'http://console.test/auth/callback'
let house: IdentityProvider
let site: TestConsole
beforeAll(async () => {
  house = await identityProvider(REDIRECT)
  site = await testConsole({ env: house.env })
  await site.deps.db
    .updateTable('users')
    .set({ email: 'bogdan@house.example', email_verified: 1 })
    .where('username', '=', 'operator')
    .execute()
  house.people.bogdan = { email: 'bogdan@house.example', email_verified: true }
})
afterAll(async () => {
  await site.close()
  await house.close()
})

/** A browser's cookies, no more. */
function browser(language = 'en') {
  const cookies = new Map<string, string>()
  const go = async (path: string, form?: Record<string, string>) => {
    const response = await site.fetch(path, {
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'accept-language': language,
        ...(form && {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'http://console.test',
        }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return { go, cookies }
}
const pathOf = (url: URL) => url.pathname + url.search
/** By a header that leads on, not by a redirect: the page's `form-action` would hold that back in a browser. */
const ledTo = ({ headers }: Response) => /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? ''
const leave = async (one: ReturnType<typeof browser>, form: object = {}) =>
  ledTo(await one.go('/auth/sso/start', { username: 'bogdan', ...form }))

test('the button leads there, and back in: to the page that was asked for; signing out leads there, too', async () => {
  const bogdan = browser()
  const page = await (await bogdan.go('/auth/login?redirectTo=%2Fslots')).text()
  expect(page).toContain('Sign in with SSO')
  const location = await leave(bogdan, { redirectTo: '/slots' })
  expect(location).toContain(house.issuer)
  const back = await bogdan.go(pathOf(await house.walk(location)))
  expect([back.status, back.headers.get('location')]).toEqual([303, '/slots'])
  const slots = await bogdan.go('/slots')
  expect(slots.status).toBe(200)
  const html = await slots.text()
  expect(html).toContain('Bogdan Nițu')
  // Tokens stay on the server.
  expect(html + [...bogdan.cookies.values()].join()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  const out = await bogdan.go('/logout', {})
  expect(ledTo(await bogdan.go(out.headers.get('location') ?? ''))).toMatch(
    new RegExp(`^${house.issuer}/session/end`),
  )
  expect((await bogdan.go('/slots')).status).toBe(302)
})

test('what was sent after the session had ended goes there and back, also when the name was forgotten first', async () => {
  const bogdan = browser()
  await bogdan.go(pathOf(await house.walk(await leave(bogdan))))
  // Their session ends while they are typing.
  bogdan.cookies.delete('session')
  const typed = { full_name: 'Bogdan Nițu', contact_phone: '+40 700 000 000' }
  const asked = await bogdan.go('/user-profile/personal-information', typed)
  expect(asked.status).toBe(401)
  const page = await asked.text()
  expect(page).toContain('Sign in with SSO')
  const kept = JSON.stringify({
    path: '/user-profile/personal-information',
    fields: Object.entries(typed),
  })
  const nameless = await bogdan.go('/auth/sso/start', { username: '', kept })
  expect(nameless.status).toBe(422)
  const again = await nameless.text()
  expect(again).toContain('Type your username first')
  expect(again).toContain('+40 700 000 000')
  const location = await leave(bogdan, { kept })
  const back = await bogdan.go(pathOf(await house.walk(location)))
  const shown = back.status === 303 ? await bogdan.go(back.headers.get('location') ?? '') : back
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('+40 700 000 000')
  // Once: another flow of the same browser brings nothing of it.
  const next = await bogdan.go(pathOf(await house.walk(await leave(bogdan))))
  expect([next.status, next.headers.get('location')]).toEqual([303, '/access'])
})

test('without a name it says that SSO needs one, in three languages', async () => {
  for (const [language, words] of [
    ['en', 'Type your username first'],
    ['ro', 'Scrieți mai întâi numele'],
    ['pt', 'Escreva primeiro o nome'],
  ] as const) {
    const one = browser(language)
    const answer = await one.go('/auth/sso/start', { username: ' ' })
    expect(await (await one.go(answer.headers.get('location') ?? '')).text()).toContain(words)
  }
})

test('what is missing, refused, another browser’s or brought twice is told by the specification’s sentences', async () => {
  const sentence = async (one: ReturnType<typeof browser>, path: string) => {
    const answer = await one.go(path)
    const text = (await answer.text()).replaceAll('&#x27;', "'")
    return [
      answer.status,
      ['Missing SSO parameters', 'The login details are incorrect or SSO failed.'].find(words =>
        text.includes(words),
      ),
    ]
  }
  const incorrect = [401, 'The login details are incorrect or SSO failed.']
  const missing = [422, 'Missing SSO parameters']
  const nobody = browser()
  for (const query of ['', '?code=a', '?state=a&session_state=b', '?code=a&state=b'])
    expect(await sentence(nobody, `/auth/callback${query}`), query).toEqual(missing)
  expect(await sentence(nobody, '/auth/callback?code=a&state=b&session_state=c')).toEqual(incorrect)
  expect(await sentence(nobody, '/auth/callback?error=access_denied&state=b')).toEqual(incorrect)

  const [mine, theirs] = [browser(), browser()]
  const [location] = [await leave(mine), await leave(theirs)]
  const back = pathOf(await house.walk(location))
  expect(await sentence(theirs, back)).toEqual(incorrect)
  expect((await mine.go(back)).headers.get('location')).toBe('/access')
  const again = browser()
  await leave(again)
  expect(await sentence(again, back)).toEqual(incorrect)
})

test('clocks that are too far apart are named, in three languages', async () => {
  house.ahead = 120
  for (const [language, words] of [
    ['en', 'more than 30 seconds apart'],
    ['ro', 'diferă cu peste 30 de secunde'],
    ['pt', 'diferem em mais de 30 segundos'],
  ] as const) {
    const one = browser(language)
    const back = await one.go(pathOf(await house.walk(await leave(one))))
    expect([back.status, await back.text()]).toEqual([401, expect.stringContaining(words)])
  }
  house.ahead = 0
})

test('who is unknown there comes back unknown, and nobody is signed in', async () => {
  const stranger = browser()
  const location = await leave(stranger, { username: 'stranger' })
  const back = await house.walk(location)
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect((await stranger.go(pathOf(back))).status).toBe(401)
  expect((await stranger.go('/access')).status).toBe(302)
})

test('where no provider is set up there is no button', async () => {
  const other = await testConsole()
  const page = await (await other.fetch('/auth/login')).text()
  expect(page).not.toContain('Sign in with SSO')
  await other.close()
})
