/**
 * Passkeys on their pages. The island's part, which only a browser can do, is done by a key in software: it fills the
 * form's hidden field.
 */
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator'
import { writeSetForTest } from '../../support/kept-settings'
import { expect, passwordOf, test, type Page } from '../../support/journey'

const asked = (page: Page) =>
  JSON.parse(page.document.querySelector<HTMLElement>('[data-island="passkey"]')?.dataset.props ?? '{}') as {
    options: { challenge: string }
  }

/** The button of a form with a passkey waits for the island. */
function awake(form: HTMLFormElement): HTMLButtonElement {
  const button = form.querySelector<HTMLButtonElement>('button.btn')
  if (!button?.disabled) throw new Error('the button does not wait for the island')
  button.disabled = false
  return button
}

/** As by a program, or from a page that lay open: nothing was signed. */
async function sendUnsigned(page: Page) {
  const form = page.document.querySelector('[data-island="passkey"]')?.closest('form')
  if (!form) throw new Error('no form asks for a passkey')
  await page.press(awake(form), 'without an answer of the key')
}

async function answer(page: Page, response: object) {
  const form = page.document.querySelector('[data-island="passkey"]')?.closest('form')
  const field = form?.querySelector<HTMLInputElement>('input[name="response"]')
  if (!form || !field) throw new Error('no form asks for a passkey')
  field.value = JSON.stringify(response)
  await page.press(awake(form), 'what the island sends')
}

async function signInWith(page: Page, name: 'auditor' | 'manager') {
  await page.goto('/auth/login')
  await page.locator('input[name="username"]').fill(name)
  await page.locator('input[name="password"]').fill(passwordOf(name))
  await page.locator('.sign-in form .btn-primary').first().click()
}

test('a person adds a passkey beside the app, signs in with it, and removes it', async ({
  page,
  journey,
  site,
}) => {
  journey.allowErrors(/40\d|422/)
  await journey.signIn('auditor')
  await page.goto('/user-profile/passkeys')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Second Factor' }).first().click()
  await page.locator('main input[name="current_password"]').fill(passwordOf('auditor'))
  await page.locator('main form .btn-primary').first().click()
  const secret = page.document.querySelector('main .select-all')?.textContent ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.locator('main input[name="code"]').fill(app.generate())
  await page.locator('main form .btn-primary').first().click()

  const key = new Authenticator(site.deps.env.consoleOrigin)
  await page.goto('/user-profile/passkeys')
  await expect(main.getByText('You have no passkeys.')).toBeVisible()
  await main.getByRole('button', { name: 'Add passkey' }).click()
  await expect(main.getByText('Current password is required')).toBeVisible()
  const begin = async () => {
    await page.locator('#start_password').fill(passwordOf('auditor'))
    await main.getByRole('button', { name: 'Add passkey' }).click()
    await expect(main.getByText('Without them, set up the codes of an app')).toBeVisible()
  }
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await sendUnsigned(page)
  await expect(page.locator('.alert')).toContainText('Without them, set up the codes')
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, { nonsense: true })
  await expect(main.getByText('The passkey was not accepted. Begin again.')).toBeVisible()
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, key.make(asked(page).options))
  await expect(page.getByText('The passkey is added.')).toBeVisible()
  await expect(main.getByRole('rowheader', { name: 'Key on the ring' })).toBeVisible()

  const elsewhere = journey.browser('ro-RO')
  await signInWith(elsewhere, 'auditor')
  await expect(elsewhere.getByText('aici scrieți un cod.')).toBeVisible()
  await expect(elsewhere.locator('input[name="code"]')).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Folosește o cheie de acces' })).toBeDisabled()
  await sendUnsigned(elsewhere)
  await expect(elsewhere.getByText('O cheie de acces cere scripturi')).toBeVisible()
  await signInWith(elsewhere, 'auditor')
  await answer(elsewhere, key.use({ challenge: 'AAAA' }))
  await expect(elsewhere.getByText('Cheia de acces nu a fost acceptată')).toBeVisible()
  await signInWith(elsewhere, 'auditor')
  await answer(elsewhere, key.use(asked(elsewhere).options))
  await expect(elsewhere).toHaveURL(/\/access/)

  // Long after it was last shown, the factor itself is asked for before it is changed.
  await site.deps.db.updateTable('token_families').set({ proven_at: 1 }).execute()
  await page.goto('/user-profile/second-factor')
  await expect(main.getByRole('button', { name: 'Switch off' })).toHaveCount(0)
  await page.goto('/user-profile/passkeys')
  await expect(page.locator('#start_password')).toHaveCount(0)
  await main.getByRole('link', { name: 'Confirm that it is you' }).click()
  await page.locator('main input[name="code"]').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await main.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/user-profile\/passkeys/)
  await page.locator('#remove_password').fill(passwordOf('auditor'))
  await main.getByRole('button', { name: 'Remove a passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(main.getByText('You have no passkeys.')).toBeVisible()
})

test('a passkey alone is asked for, joined by recovery codes, and shown again before money moves', async ({
  page,
  journey,
  site,
}) => {
  journey.allowErrors(/40\d|422/)
  const { db } = site.deps
  const { id, tenant_id: tenant } = await db
    .selectFrom('users')
    .select(['id', 'tenant_id'])
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  const settings = (held: Record<string, boolean | number>) =>
    writeSetForTest({ db, clock: site.deps.clock as never }, 'general-tenant', tenant, held)
  await settings({ 'session.second_factor': true })
  await signInWith(page, 'manager')
  await expect(page).toHaveURL(/\/user-profile\/second-factor/)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Or use a passkey' }).click()
  const key = new Authenticator(site.deps.env.consoleOrigin)
  await page.locator('#start_password').fill(passwordOf('manager'))
  await main.getByRole('button', { name: 'Add passkey' }).click()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, key.make(asked(page).options))
  await expect(main.getByText('I have stored them')).toBeVisible()
  const codes = page.document.querySelector('main')?.textContent?.match(/[2-9A-Z]{5}-[2-9A-Z]{5}/g) ?? []
  expect(codes).toHaveLength(10)
  await page.goto('/user-profile/passkeys')
  await expect(main.getByText('It is your only one')).toBeVisible()
  await page.goto('/user-profile/second-factor')
  await expect(main.getByRole('button', { name: 'Add the codes of an app' })).toBeVisible()

  const elsewhere = journey.browser('en-GB')
  await signInWith(elsewhere, 'manager')
  await expect(elsewhere.getByText('Use your passkey, or type one of your recovery codes.')).toBeVisible()
  // Pages of strangers have no script but where a key has to be asked.
  expect(elsewhere.document.querySelectorAll('script#whole')).not.toHaveLength(0)
  await expect(elsewhere.getByRole('button', { name: 'Use a passkey' })).toBeDisabled()
  await sendUnsigned(elsewhere)
  await expect(elsewhere.getByText('A passkey needs scripts')).toBeVisible()
  await expect(elsewhere.getByText('Type one of your recovery codes.')).toBeVisible()
  await elsewhere.locator('input[name="code"]').fill(codes[0] ?? '')
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere).toHaveURL(/\/access/)

  await settings({ 'money.proof': 5 })
  await db.updateTable('token_families').set({ proven_at: 1 }).where('user_id', '=', id).execute()
  await page.goto('/operations/remote-cashout')
  await page.locator('th[scope=row] a[href]').first().click()
  await main.getByRole('link', { name: 'Reset' }).first().click()
  await main.getByLabel('Reason').fill('The player has left')
  await main.getByRole('button', { name: 'Reset cashout' }).last().click()
  await expect(main.getByText('Confirm that it is you')).toBeVisible()
  await sendUnsigned(page)
  await expect(main.getByText('A passkey needs scripts')).toBeVisible()
  await answer(page, key.use({ challenge: 'AAAA' }))
  await expect(main.getByText('The passkey was not accepted. Try again')).toBeVisible()
  await expect(main.getByText('The player has left')).toBeVisible()
  await answer(page, key.use(asked(page).options))
  await expect(main.getByText('What you typed has not been sent yet')).toBeVisible()
  await main.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('It is done when the slot confirms it').first()).toBeVisible()
})
