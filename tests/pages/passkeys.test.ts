/** Passkeys on their pages. The island's part, which only a browser can do, is done by a key in software: it fills the form's hidden field. */
import { Authenticator } from '../support/authenticator'
import { expect, passwordOf, test, type Page } from '../support/journey'
import { answer, asked } from '../support/passkey-page'
import { writeSetForTest } from '../support/kept-settings'

async function signInWith(page: Page, name: 'auditor' | 'operator') {
  await page.goto('/auth/login')
  await page.locator('input[name="username"]').fill(name)
  await page.locator('input[name="password"]').fill(passwordOf(name))
  await page.locator('.sign-in form .btn-primary').first().click()
}

test('a person adds a passkey, signs in with it, and removes it', async ({ page, journey, site }) => {
  journey.allowErrors(/40\d|422/)
  await journey.signIn('auditor')
  await page.goto('/user-profile/passkeys')
  const main = page.getByRole('main')
  const key = new Authenticator(site.deps.env.consoleOrigin)
  await expect(main.getByText('You have no passkeys.')).toBeVisible()
  await main.getByRole('button', { name: 'Add passkey' }).click()
  await expect(main.getByText('Current password is required')).toBeVisible()
  const begin = async () => {
    await page.locator('#start_password').fill(passwordOf('auditor'))
    await main.getByRole('button', { name: 'Add passkey' }).click()
    await expect(main.getByText('This one cannot: set up the codes')).toBeVisible()
  }
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await main.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.locator('.alert')).toContainText('set up the codes of an app instead')
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, { nonsense: true })
  await expect(main.getByText('The passkey was not accepted. Begin again.')).toBeVisible()
  await begin()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, key.make(asked(page).options))
  await expect(main.getByText('Keep these recovery codes where your telephone is not')).toBeVisible()
  await main.getByRole('link', { name: 'I have stored them' }).click()
  await page.goto('/user-profile/passkeys')
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
  await expect(main.getByText('This is your last passkey, and you have no app')).toBeVisible()
  await page.locator('#remove_password').fill(passwordOf('auditor'))
  await main.getByRole('button', { name: 'Remove a passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await expect(main.getByText('You have no passkeys.')).toBeVisible()
})

test('whose tenant asks for a second factor may set up a passkey instead of an app', async ({
  journey,
  site,
}) => {
  journey.allowErrors(/40\d|422/)
  const { db, clock } = site.deps
  const { tenant_id: tenant } = await db
    .selectFrom('users')
    .select('tenant_id')
    .where('username', '=', 'operator')
    .executeTakeFirstOrThrow()
  await writeSetForTest({ db, clock: clock as never }, 'general-tenant', tenant, {
    'session.second_factor': true,
  })
  const page = journey.browser('pt-PT')
  await signInWith(page, 'operator')
  await expect(page).toHaveURL(/\/user-profile\/second-factor/)
  await page.getByRole('main').getByRole('link', { name: 'Chaves de acesso' }).last().click()
  await expect(page.getByText('O seu operador exige um segundo fator')).toBeVisible()
  await page.locator('#start_password').fill(passwordOf('operator'))
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await page.locator('main input[name="name"]').fill('Telemóvel')
  await answer(page, new Authenticator(site.deps.env.consoleOrigin).make(asked(page).options))
  await expect(page.getByText('Códigos de recuperação').first()).toBeVisible()
  await page.goto('/slots')
  await expect(page).toHaveURL(/\/slots/)
})
