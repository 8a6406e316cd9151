import { expect, test, unique } from '../../support/journey'

test('a webhook is made with a secret that is shown once, refused into private networks, and rotated', async ({
  page,
  journey,
}) => {
  journey.allowErrors(/422/)
  await journey.signIn('manager')
  await page.goto('/notifications/subscriptions')
  await expect(page.locator('#push')).toContainText(
    'Push messages take a browser that knows them, with scripts',
  )
  await expect(page.getByRole('button', { name: 'Receive in this browser' })).toBeDisabled()
  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByRole('link', { name: 'New webhook' }).first().click()
  const name = unique('Service desk')
  await page.locator('input[name="name"]').fill(name)
  await page.locator('input[name="address"]').fill('https://192.168.1.20/hook')
  await page.locator('input[value="door"]').check()
  await page.getByRole('button', { name: 'Create webhook' }).last().click()
  await expect(page.locator('main')).toContainText('Is in a private network')
  await expect(page.locator('input[value="door"]')).toBeChecked()

  await page.locator('input[name="address"]').fill('https://desk.example.com/hook')
  await page.getByRole('button', { name: 'Create webhook' }).last().click()
  await expect(page.locator('main')).toContainText('whsec_')
  await page.goto(`/notifications/webhooks?query=${encodeURIComponent(name)}`)
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.locator('main')).toContainText('doors')
  await expect(page.locator('main')).toContainText('Webhook Deliveries')

  await page.getByRole('link', { name: 'Rotate' }).first().click()
  await page.locator('select[name="overlap"]').selectOption('day')
  await page.locator('textarea[name="reason"]').fill('The desk has moved')
  await page.getByRole('button', { name: 'Make new secret' }).last().click()
  await expect(page.locator('main')).toContainText('whsec_')
})

test('a channel to a chat is made, its secret is never shown again, and its test says what was answered', async ({
  page,
  journey,
}) => {
  journey.allowErrors(/422/)
  await journey.signIn('manager')
  await page.goto('/notifications/channels')
  await page.getByRole('link', { name: 'New notification channel' }).first().click()
  const name = unique('Crew on call')
  await page.locator('input[name="name"]').fill(name)
  await page.locator('select[name="kind"]').selectOption('slack')
  const secret = 'https://hooks.example.invalid/services/T000/B000/AbCdEfGhIjKlMnOp'
  await page.locator('input[name="secret"]').fill(secret)
  await page.locator('input[name="severities"][value="alarm"]').check()
  await page.locator('input[name="kinds"][value="door"]').check()
  await page.locator('textarea[name="wording"]').fill('{what} at {serial}')
  await page.getByRole('button', { name: 'Create notification channel' }).last().click()
  await expect(page.locator('main')).toContainText('No such value: what')
  expect(await page.locator('input[name="secret"]').getAttribute('value')).toBeNull()

  await page.locator('input[name="secret"]').fill(secret)
  await page.locator('textarea[name="wording"]').fill('{serial}: {text}')
  await page.getByRole('button', { name: 'Create notification channel' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.locator('main')).toContainText('hooks.example.invalid')
  await page.getByRole('link', { name: 'Send test message' }).first().click()
  await page.getByRole('button', { name: 'Send test message' }).last().click()
  await expect(page.locator('main')).toContainText('did not arrive')
  await expect(page.locator('main')).toContainText('name without an address')
  expect(await page.content()).not.toContain('AbCdEfGhIjKlMnOp')
})

test('an operator finds no webhooks', async ({ page, journey }) => {
  journey.allowErrors(/403/)
  await journey.signIn('operator')
  expect((await page.goto('/notifications/webhooks'))?.status()).toBe(403)
})
