/** A tenant asks for a second factor: whoever has none sets one up before anything else, without scripts. */
import { Secret, TOTP } from 'otpauth'
import { expect, passwordOf, test } from '../../support/journey'

test('an operator whose tenant asks for a second factor sets one up, and then goes on', async ({
  journey,
  site,
}) => {
  const admin = journey.browser('en-GB')
  await admin.goto('/auth/login')
  await admin.locator('input[name="username"]').fill('admin')
  await admin.locator('input[name="password"]').fill(passwordOf('admin'))
  await admin.locator('.sign-in form .btn-primary').first().click()
  const tenant = await site.deps.db
    .selectFrom('users')
    .select('tenant_id')
    .where('username', '=', 'operator')
    .executeTakeFirstOrThrow()
  await admin.goto(`/config/general-tenant/${tenant.tenant_id}/edit`)
  await admin.locator('select[name="session.second_factor"]').selectOption('1')
  await admin.locator('main form .btn-primary').first().click()

  const kiosk = journey.browser('ro-RO')
  await kiosk.goto('/auth/login')
  await kiosk.locator('input[name="username"]').fill('operator')
  await kiosk.locator('input[name="password"]').fill(passwordOf('operator'))
  await kiosk.locator('.sign-in form .btn-primary').first().click()
  await expect(kiosk).toHaveURL(/\/user-profile\/second-factor/)
  await kiosk.goto('/slots')
  await expect(kiosk).toHaveURL(/\/user-profile\/second-factor/)
  await expect(kiosk.getByText('Operatorul dumneavoastră cere un al doilea factor')).toBeVisible()

  await kiosk.locator('main input[name="current_password"]').fill(passwordOf('operator'))
  await kiosk.locator('main form .btn-primary').first().click()
  const key = kiosk.document.querySelector('main .select-all')?.textContent ?? ''
  await kiosk.locator('main input[name="code"]').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
  await kiosk.locator('main form .btn-primary').first().click()
  await expect(kiosk.getByText('Le-am păstrat')).toBeVisible()
  await kiosk.goto('/slots')
  await expect(kiosk).toHaveURL(/\/slots/)
})
