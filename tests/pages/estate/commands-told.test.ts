import { expect, testWithBoards as test, unique } from '../../support/journey'

test.describe('what a machine is told', () => {
  test('every command it was ever given is one link away, narrowed by what became of it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('operator')
    await page.goto(`/slots?query=ARI&status=active&page=1`)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
    const control = page.url().replace('/slots/', '/slot/control/')
    await page.goto(control)
    await page.getByRole('link', { name: 'Lock slot' }).click()
    await page.getByLabel('Reason').fill('Carpet to be cleaned')
    await page.getByRole('button', { name: 'Lock slot' }).click()
    await page.getByRole('link', { name: 'Unlock slot' }).click()
    await page.getByLabel('Reason').fill('Carpet is clean')
    await page.getByRole('button', { name: 'Unlock slot' }).click()
    await page.getByRole('link', { name: 'All commands' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Commands of')
    await expect(page.getByRole('row').filter({ hasText: 'Carpet to be cleaned' })).toContainText('Lock')
    await expect(page.getByRole('row').filter({ hasText: 'Carpet is clean' })).toContainText('Unlock')
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Under way' }).click()
    await expect(page).toHaveURL(/state=queued&state=sent$/)
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'No answer' }).click()
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the controls' }).click()
    await expect(page).toHaveURL(control)
  })

  test('a machine that only sends pulses is not offered what nobody could tell it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const serial = unique('PULSE')
    await page.goto('/slots/new')
    await page.getByLabel('Serial', { exact: true }).fill(serial)
    await page.getByLabel('Location', { exact: true }).selectOption({ index: 2 })
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Denomination', { exact: true }).fill('0.10')
    await page.getByLabel('Protocol', { exact: true }).selectOption('pulse')
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByRole('heading', { name: serial, level: 1 })).toBeVisible()
    const slot = page.url()
    await page.goto(`${slot}/lock`)
    await expect(page.getByText('nothing can be sent to it')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Lock/ })).toHaveCount(0)
    await page.goto(slot.replace('/slots/', '/slot/control/'))
    await expect(page.getByText('It cannot be locked, unlocked or registered from here.')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /Lock slot|Set asset number|Refresh registration/ }),
    ).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Lock slot' })).toHaveCount(0)
    await page.goto(`/bulk-actions/new?selected=${slot.split('/').at(-1)}`)
    await page.getByLabel('Reason').fill('Inspection')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('row').filter({ hasText: serial })).toContainText(
      'pulse protocol: cannot be commanded',
    )
  })
})
