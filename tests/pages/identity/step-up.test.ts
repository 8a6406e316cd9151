/** Money moves after the second factor was shown again: what was typed is kept through it, without scripts. */
import { Secret, TOTP } from 'otpauth'
import { writeSetForTest } from '../../support/kept-settings'
import { expect, passwordOf, test } from '../../support/journey'

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

  const { db } = site.deps
  const { id, tenant_id: tenant } = await db
    .selectFrom('users')
    .select(['id', 'tenant_id'])
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  await writeSetForTest({ db, clock: site.deps.clock as never }, 'general-tenant', tenant, {
    'money.proof': 5,
  })
  await db.updateTable('token_families').set({ proven_at: 1 }).where('user_id', '=', id).execute()

  await page.goto('/operations/remote-cashout')
  await page.locator('th[scope=row] a[href]').first().click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Reset' }).first().click()
  await main.getByLabel('Reason').fill('The player has left')
  await main.getByRole('button', { name: 'Reset cashout' }).last().click()
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
