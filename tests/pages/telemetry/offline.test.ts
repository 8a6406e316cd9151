import { expect, test } from '../../support/journey'

test.describe('slots offline', () => {
  test('an operator sees who is silent, the longest first and the never heard last, and opens the machine', async ({
    page,
    journey,
  }) => {
    await journey.signIn('operator')
    await page.goto('/menu')
    await page.locator('summary', { hasText: 'Monitoring' }).last().click()
    await page.getByRole('link', { name: 'Slots Offline' }).first().click()
    await expect(page.getByRole('heading', { name: 'Slots Offline', level: 1 })).toBeVisible()
    const states = await page
      .getByRole('row')
      .locator('td.r3, td', { hasText: /^(offline|never seen)$/ })
      .allInnerTexts()
    expect(states.length).toBeGreaterThan(1)
    expect(states.lastIndexOf('offline')).toBeLessThan(
      states.includes('never connected') ? states.indexOf('never connected') : states.length,
    )
    await page.getByLabel('Connection').selectOption('never')
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await expect(page.getByRole('link', { name: 'Remove filter Connection: never connected' })).toBeVisible()
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
  })

  test('it goes onto paper and into a file like every list', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/slots-offline/print?state=offline')
    await expect(page.getByText('Connection: offline')).toBeVisible()
    const file = await page.request.get('/slots-offline/export.csv?state=offline')
    expect(file.headers()['content-disposition']).toContain('slots_offline')
    expect(await file.text()).toMatch(/Serial.*Not communicating for \(min\)/)
  })
})
