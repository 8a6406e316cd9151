/** Passwords by links, as people meet them: without scripts, and without a mail server but its outbox. */
import { Secret, TOTP } from 'otpauth'
import { deliverNext } from '../../../backend/identity/mail/mail-worker'
import { mailComposers } from '../../../backend/work'
import type { TestConsole } from '../../support/console'
import { expect, passwordOf, test, type Page } from '../../support/journey'

const deliver = async ({ deps }: TestConsole) => {
  while (await deliverNext(deps, mailComposers, null));
}
const linkIn = (text: string) => /\/auth\/reset-password\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

/** As an administrator hands it on: the newest e-mail's text. */
async function newestMail(page: Page): Promise<string> {
  await page.goto('/admin/outbox?state=kept')
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

test('a person keeps their own details, and verifies their address with the token that was sent there', async ({
  site,
  page,
  journey,
}) => {
  await site.deps.db
    .updateTable('users')
    .set({ email_verified: 0, phone: null })
    .where('username', '=', 'auditor')
    .execute()
  await journey.signIn('auditor')
  await page.goto('/user-profile/personal-information')
  const save = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields))
      await page.locator(`input[name="${name}"]`).fill(value)
    await page.locator('main form .btn-primary').first().click()
    return mainOf(page)
  }
  const empty = await save({ full_name: '', phone_number: '', user_email: '' })
  for (const text of ['Full name is required', 'Phone is required', 'Email is required'])
    expect(empty).toContain(text)
  expect(await save({ full_name: 'Ioana Dinu', phone_number: '0740 123 456', user_email: 'no' })).toContain(
    'Wrong email format',
  )
  expect(await save({ user_email: 'ioana@example.com' })).toContain('Type your password')
  expect(await save({ current_password: 'demo-auditor-2026' })).toContain('Ioana Dinu')
  await page.getByRole('button', { name: 'Send the token' }).click()
  await expect(page.getByText('Verification token sent successfully!')).toBeVisible()
  await expect(page.getByText(/^Another in/)).toBeVisible()
  const verify = async (code: string) => {
    await page.locator('input[name="Code"]').fill(code)
    await page.getByRole('button', { name: 'Verify Token' }).click()
  }
  await verify('')
  expect(mainOf(page)).toContain('Please enter the verification token.')
  await verify('WRONG')
  expect(mainOf(page)).toContain('The token is not right')
  await deliver(site)
  let code = ''
  await journey.meanwhile('admin', async admin => {
    code = /^[2-9A-Z]{4}-[2-9A-Z]{4}$/m.exec(await newestMail(admin))?.[0] ?? ''
  })
  await verify(code)
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  expect(mainOf(page)).toContain('Email is Verified')
})

test('a person changes their password, sees where they are signed in and signs out there', async ({
  page,
  journey,
}) => {
  await journey.signIn('inspector')
  await journey.meanwhile('inspector', async elsewhere => {
    await page.goto('/user-profile/change-password')
    await setPassword(page, '', '')
    expect(mainOf(page)).toContain('Current password is required')
    await page.locator('input[name="current_password"]').fill('not mine')
    await setPassword(page, 'ninety quiet herons')
    expect(mainOf(page)).toContain('The current password is not right')
    await page.locator('input[name="current_password"]').fill(passwordOf('inspector'))
    await setPassword(page, 'ninety quiet herons')
    expect(mainOf(page)).toContain('All other sessions have ended')
    expect(mainOf(page)).toContain('It does not expire')
    await signInWith(elsewhere, 'inspector', 'ninety quiet herons')
    await page.goto('/user-profile/sessions')
    expect(mainOf(page)).toContain('this session')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('All other sessions have ended.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden()
  })
})

test('a person chooses which e-mails they want, and how the console meets them', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/user-profile/email-settings')
  await page.locator('input[name="new_sign_in"]').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(page.document.querySelector('input[name="new_sign_in"]')?.hasAttribute('checked')).toBe(false)
  expect(page.document.querySelector('input[name="email_notification"]')?.hasAttribute('checked')).toBe(true)
  await page.goto('/user-profile/account-information')
  await page.locator('select[name="lng"]').selectOption('ro')
  await page.getByRole('button', { name: 'Change language' }).click()
  await expect(page).toHaveURL(/account-information/)
  expect(mainOf(page)).toContain('Limbă, oră și aspect')
})

test('the sign-in page offers nothing that its tenant refuses', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request an account' })).toHaveCount(0)
})

test('a stranger asks for an account where the tenant allows it, and is told whom to ask where not', async ({
  site,
  page,
}) => {
  await page.goto('/auth/registration')
  expect(mainOf(page)).toContain('Accounts cannot be requested here')
  const { db } = site.deps
  const { id } = await db.selectFrom('tenants').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db
    .updateTable('tenants')
    .set({ login_host: 'console.test', allows_registration: 1 })
    .where('id', '=', id)
    .execute()
  // What its page was told holds for the link to it, too.
  await page.goto('/auth/registration')
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Request an account' }).click()
  const send = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields))
      await page.locator(`input[name="${name}"]`).fill(value)
    await page.locator('main form .btn-primary').first().click()
    return mainOf(page)
  }
  const wrong = await send({ full_name: 'Io', email: 'nobody', username: 'u'.repeat(51), password: 'x' })
  for (const text of [
    'Minimum 3 symbols',
    'Maximum 50 symbols',
    'Wrong email format',
    'Password confirmation is required',
    'You must accept the terms and conditions',
    'Accepting terms & conditions are required',
  ])
    expect(wrong).toContain(text)
  await page.locator('input[name="accept"]').check()
  const password = 'ninety quiet herons'
  const mine = { full_name: 'Ion Pop', email: 'ion@example.com', username: 'ion.pop' }
  expect(await send({ ...mine, password, password_again: password })).toContain('Your request has been sent')
  const made = await db.selectFrom('users').select('enabled').where('username', '=', 'ion.pop').execute()
  expect(made).toEqual([{ enabled: 0 }])
})

test('a person sets up a second factor, keeps the recovery codes, and signs in with one', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/user-profile/second-factor')
  const press = async (name: string, fields: Record<string, string>) => {
    for (const [field, value] of Object.entries(fields))
      await page.locator(`main input[name="${field}"]`).fill(value)
    await page.getByRole('button', { name, exact: true }).click()
    return mainOf(page)
  }
  expect(await press('Set up', { current_password: '' })).toContain('Current password is required')
  expect(await press('Set up', { current_password: 'not mine' })).toContain(
    'The current password is not right',
  )
  await press('Set up', { current_password: passwordOf('admin') })
  await expect(page.getByRole('img', { name: 'Scan this with an authenticator app' })).toBeVisible()
  const key = page.document.querySelector('main .select-all')?.textContent ?? ''
  expect(await press('Switch on', { code: '1' })).toContain('The token is not right')
  const codes = await press('Switch on', { code: new TOTP({ secret: Secret.fromBase32(key) }).generate() })
  const recovery = /[2-9A-Z]{5}-[2-9A-Z]{5}/.exec(codes)?.[0] ?? ''

  const elsewhere = journey.browser('pt-PT')
  await signInWith(elsewhere, 'admin', passwordOf('admin'))
  expect(mainOf(elsewhere)).toContain('Segundo fator')
  const send = async (code: string) => {
    await elsewhere.locator('input[name="code"]').fill(code)
    await elsewhere.locator('.sign-in form .btn-primary').first().click()
  }
  await send('')
  expect(mainOf(elsewhere)).toContain('Campo obrigatório')
  await send('000000')
  expect(mainOf(elsewhere)).toContain('O código não está certo')
  await send(recovery)
  await expect(elsewhere).toHaveURL(/\/access/)
  await page.goto('/user-profile/second-factor')
  expect(mainOf(page)).toContain('Recovery codes left: 9')
  await press('Switch off', { current_password: passwordOf('admin') })
  await expect(page.getByText('The second factor is off.')).toBeVisible()
})
