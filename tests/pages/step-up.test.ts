/** Money moves after the second factor was shown again: what was typed is kept through it, without scripts. */
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../support/authenticator'
import type { TestConsole } from '../support/console'
import { answer, asked } from '../support/passkey-page'
import { writeSetForTest } from '../support/kept-settings'
import { expect, passwordOf, test, type Page } from '../support/journey'

/** The manager's tenant asks for the second factor before money moves, and the last proof is long ago. */
async function askAgain({ db, clock }: TestConsole['deps']) {
  const { id, tenant_id: tenant } = await db
    .selectFrom('users')
    .select(['id', 'tenant_id'])
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  await writeSetForTest({ db, clock: clock as never }, 'general-tenant', tenant, { 'money.proof': 5 })
  await db.updateTable('token_families').set({ proven_at: 1 }).where('user_id', '=', id).execute()
}

async function resetCashout(page: Page, nr = 0) {
  await page.goto('/operations/remote-cashout')
  await page.locator('th[scope=row] a[href]').nth(nr).click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Reset' }).first().click()
  await main.getByLabel('Reason').fill('The player has left')
  await main.getByRole('button', { name: 'Reset cashout' }).last().click()
}

test('a cashout is reset once a code was typed again, with what had been typed before', async ({
  page,
  journey,
  site,
}) => {
  journey.allowErrors(/40\d|422/)
  await journey.signIn('manager')
  await page.goto('/user-profile/second-factor')
  await page.locator('main input[name="current_password"]').fill(passwordOf('manager'))
  await page.locator('main form .btn-primary').first().click()
  const key = page.document.querySelector('main .select-all')?.textContent ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await page.locator('main input[name="code"]').fill(app.generate())
  await page.locator('main form .btn-primary').first().click()

  await askAgain(site.deps)
  const main = page.getByRole('main')
  await resetCashout(page)
  await expect(main.getByText('Confirm that it is you')).toBeVisible()
  await expect(main.getByText('The player has left')).toBeVisible()

  await page.locator('main input[name="code"]').fill('000000')
  await main.getByRole('button', { name: 'Confirm' }).click()
  await expect(main.getByText('The code is not right')).toBeVisible()
  await expect(main.getByText('The player has left')).toBeVisible()
  const next = app.generate({ timestamp: Date.now() + 30_000 })
  await page.locator('main input[name="code"]').fill(next)
  await main.getByRole('button', { name: 'Confirm' }).click()
  await expect(main.getByText('What you typed has not been sent yet')).toBeVisible()
  await main.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('It is done when the slot confirms it').first()).toBeVisible()
})

test('a passkey shows it too, and takes what was typed along', async ({ page, journey, site }) => {
  journey.allowErrors(/40\d|422/)
  await site.deps.db.deleteFrom('second_factors').execute()
  await journey.signIn('manager')
  const key = new Authenticator(site.deps.env.consoleOrigin)
  await page.goto('/user-profile/passkeys')
  await page.locator('#start_password').fill(passwordOf('manager'))
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.locator('main input[name="name"]').fill('Key on the ring')
  await answer(page, key.make(asked(page).options))
  await askAgain(site.deps)

  const main = page.getByRole('main')
  await resetCashout(page, 1)
  await expect(main.getByText('You have a passkey too')).toBeVisible()
  await answer(page, key.use({ challenge: 'AAAA' }))
  await expect(main.getByText('The passkey was not accepted')).toBeVisible()
  await expect(main.getByText('The player has left')).toBeVisible()
  await resetCashout(page, 1)
  await answer(page, key.use(asked(page).options))
  await expect(main.getByText('What you typed has not been sent yet')).toBeVisible()
  await main.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('It is done when the slot confirms it').first()).toBeVisible()
})
