/** Passkeys on their pages. The island's part, which only a browser can do, is done by a key in software: it fills the form's hidden field. */
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../support/authenticator'
import { expect, passwordOf, test, type Page } from '../support/journey'

const asked = (page: Page) =>
  JSON.parse(page.document.querySelector<HTMLElement>('[data-island="passkey"]')?.dataset.props ?? '{}') as {
    options: { challenge: string }
  }

async function answer(page: Page, response: object) {
  const form = page.document.querySelector('[data-island="passkey"]')?.closest('form')
  const field = form?.querySelector<HTMLInputElement>('input[name="response"]')
  if (!form || !field) throw new Error('no form asks for a passkey')
  field.value = JSON.stringify(response)
  const button = form.querySelector<HTMLElement>('button.btn')
  if (button) await page.press(button, 'what the island sends')
}

async function signInWith(page: Page, name: 'auditor') {
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
    await expect(main.getByText('Without them, the codes of your app')).toBeVisible()
  }
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await main.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.locator('.alert')).toContainText('the recovery codes stay')
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
  await expect(elsewhere.getByText('aici scrieți un cod din aplicație')).toBeVisible()
  await expect(elsewhere.locator('input[name="code"]')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Folosiți o cheie de acces' }).click()
  await expect(elsewhere.getByText('O cheie de acces cere scripturi')).toBeVisible()
  await signInWith(elsewhere, 'auditor')
  await answer(elsewhere, key.use({ challenge: 'AAAA' }))
  await expect(elsewhere.getByText('Cheia de acces nu a fost acceptată')).toBeVisible()
  await signInWith(elsewhere, 'auditor')
  await answer(elsewhere, key.use(asked(elsewhere).options))
  await expect(elsewhere).toHaveURL(/\/access/)

  await page.goto('/user-profile/passkeys')
  await page.locator('#remove_password').fill(passwordOf('auditor'))
  await main.getByRole('button', { name: 'Remove a passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(main.getByText('You have no passkeys.')).toBeVisible()
})
