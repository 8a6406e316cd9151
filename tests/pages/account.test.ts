/** Passwords by links, as people meet them: without scripts, and without a mail server, so that the outbox holds what was written. */
import { deliverNext } from '../../backend/mail/mail-worker'
import { mailComposers } from '../../backend/work'
import type { TestConsole } from '../support/console'
import { expect, test, type Page } from '../support/journey'

const deliver = async ({ deps }: TestConsole) => {
  while (await deliverNext(deps, mailComposers, null));
}
const linkIn = (text: string) => /\/auth\/reset-password\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

/** As an administrator hands it on: the newest e-mail's text. */
async function newestMail(page: Page): Promise<string> {
  await page.goto('/admin/outbox')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('link', { name: 'Read' }).first().click()
  await page.locator('main form .btn-primary').first().click()
  return page.document.querySelector('main output')?.textContent ?? ''
}

async function setPassword(page: Page, password: string, again = password) {
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="password_again"]').fill(again)
  await page.locator('main form .btn-primary').first().click()
}

async function signInWith(page: Page, username: string, password: string) {
  await page.goto('/auth/login')
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('.sign-in form .btn-primary').first().click()
}

test('who forgot their password asks for a link, reads it in the inbox, sets another and signs in', async ({
  site,
  page,
  journey,
}) => {
  await site.deps.db
    .updateTable('users')
    .set({ email: 'operator@example.com', email_verified: 1 })
    .where('username', '=', 'operator')
    .execute()
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const ask = async (email: string) => {
    await page.goto('/auth/forgot-password')
    await page.locator('input[name="email"]').fill(email)
    await page.locator('main form .btn-primary').first().click()
    return mainOf(page)
  }
  expect(await ask('')).toContain('Required field')
  expect(await ask('a@')).toContain('Minimum 3 symbols')
  expect(await ask('nobody at all')).toContain('Wrong email format')
  const unknown = await ask('nobody@example.com')
  expect(unknown).toContain('a link is on its way')
  expect(await ask('operator@example.com')).toBe(unknown)
  await deliver(site)

  await journey.meanwhile('admin', async admin => {
    const link = linkIn(await newestMail(admin))
    await page.goto(link)
  })
  expect(page.url()).toBe('http://console.test/auth/reset-password')
  await setPassword(page, '', '')
  expect(mainOf(page)).toContain('New Password is required')
  expect(mainOf(page)).toContain('Password confirmation is required')
  await setPassword(page, 'ninety quiet herons', 'ninety quiet heron')
  expect(mainOf(page)).toContain("Password and Confirm Password didn't match")
  await setPassword(page, 'password1234')
  expect(mainOf(page)).toContain('Many people use this password')
  await setPassword(page, 'ninety quiet herons')
  expect(mainOf(page)).toContain('Your password is set')
  await signInWith(page, 'operator', 'ninety quiet herons')
  await expect(page).toHaveURL(/\/access/)
})

test('a new user sets a first password by a link that is shown to the administrator once', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/acl/users/new')
  await page.locator('input[name="username"]').fill('maria.pop')
  await page.locator('input[name="full_name"]').fill('Maria Pop')
  await page.locator('input[name="all_tenants"]').first().check()
  await page.locator('input[name="enabled"]').first().check()
  await page.locator('main form .btn-primary').last().click()
  await page.goto(`${page.url()}/password_link`)
  await page.locator('main form .btn-primary').first().click()
  const link = linkIn(page.document.querySelector('main output')?.textContent ?? '')
  const maria = journey.browser('ro-RO')
  await maria.goto(link)
  expect(mainOf(maria)).toContain('Setați-vă parola')
  await setPassword(maria, 'ninety quiet herons')
  expect(mainOf(maria)).toContain('Parola este setată')
  await maria.goto(link)
  expect(mainOf(maria)).toContain('a fost folosit deja')
  await signInWith(maria, 'maria.pop', 'ninety quiet herons')
  await expect(maria).toHaveURL(/\/access/)
})

test('a link keeps its token out of every page, and one that is none says what to do', async ({
  site,
  journey,
}) => {
  const answer = await site.fetch(`/auth/reset-password?token=${'x'.repeat(43)}`)
  expect([answer.status, answer.headers.get('Location'), answer.headers.get('Referrer-Policy')]).toEqual([
    303,
    '/auth/reset-password',
    'no-referrer',
  ])
  const pt = journey.browser('pt-PT')
  await pt.goto('/auth/reset-password')
  expect(mainOf(pt)).toContain('Abra esta página com a ligação')
  await pt.goto(`/auth/reset-password?token=${'x'.repeat(43)}`)
  expect(mainOf(pt)).toContain('Esta ligação não é válida')
})
