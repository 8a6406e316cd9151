import { expect, recordOf, test } from '../../support/journey'

test('a manager adds a field, fills it in, filters by it, saves the view, and the view says when it is gone', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/admin/custom-fields/new')
  await page.getByLabel('Name', { exact: true }).fill('Warranty until')
  await page.getByLabel('Kind').selectOption('date')
  await page.getByRole('button', { name: 'Create custom field' }).last().click()
  await expect(page.getByText('warranty_until', { exact: true })).toBeVisible()
  const field = page.url().split('?')[0] ?? ''
  await page.goto('/admin/custom-fields/new')
  await page.getByLabel('Name', { exact: true }).fill('Price')
  await page.getByLabel('Kind').selectOption('number')
  await page.getByLabel('Decimals').fill('2')
  await page.getByRole('button', { name: 'Create custom field' }).last().click()

  const slot = `/slots/${await recordOf(page, '/slots')}`
  await page.goto(`${slot}/edit`)
  await page.getByLabel('Warranty until').fill('2029-12-31')
  await page.getByLabel('Price').fill('12.3456')
  await page.getByRole('button', { name: 'Save slot' }).last().click()
  await expect(page.getByText('Price: May have at most 2 decimals')).toBeVisible()
  await page.getByLabel('Price').fill('1250.5')
  await page.getByRole('button', { name: 'Save slot' }).last().click()
  await expect(page.getByText('31/12/2029').first()).toBeVisible()
  await page.goto(`${slot}/history`)
  await expect(page.getByRole('row', { name: 'Price – 1250.50' })).toBeVisible()

  await page.goto('/slots/columns?custom-warranty_until=2029')
  await page.getByLabel('Warranty until', { exact: true }).check()
  await page.getByLabel('Price', { exact: true }).check()
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expect(page.getByText('Warranty until: 2029').first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '1250.50' })).toHaveCount(1)
  const file = await (await page.request.get('/slots/export.csv?custom-warranty_until=2029')).text()
  expect(file).toContain('Warranty until')
  expect(file).toContain('1250.50')

  await page.goto('/slots/views?custom-warranty_until=2029')
  await page.getByLabel('Name', { exact: true }).fill('Under warranty')
  await page.getByRole('button', { name: 'Save view' }).last().click()
  const view = page.url()
  await expect(page.getByRole('cell', { name: '1250.50' })).toHaveCount(1)
  await page.goto(`${field}/archive`)
  await page
    .getByRole('button', { name: /^Archive/ })
    .last()
    .click()
  await page.goto('/slots/views')
  await expect(page.getByRole('row', { name: 'Under warranty' })).toContainText(
    'one part of it can no longer be used',
  )
  await page.goto(view)
  await expect(page.getByText('The view “Under warranty” is out of date')).toBeVisible()
  await expect(page.getByText('the field of this filter is archived').first()).toBeVisible()
  await expect(page.getByRole('cell', { name: '1250.50' })).toHaveCount(0)
})
