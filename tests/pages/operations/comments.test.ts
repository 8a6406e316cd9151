/** People write about a slot, mention one another, add photos, and find what is theirs. */
import { expect, test } from '../../support/journey'
import { jpeg } from '../../support/pictures'

test('an operator comments on a slot and the manager, who is mentioned, finds it', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/slots')
  await page.locator('th[scope=row] a').first().click()
  const slot = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Write a comment' }).click()
  await page
    .getByLabel('Comment', { exact: true })
    .fill('Validator jams again.\nPlease look, @manager and @nobody-here')
  await page.getByRole('button', { name: 'Write a comment' }).click()
  await expect(page).toHaveURL(new RegExp(`${slot}$`))
  await expect(page.getByText(/No notification was sent for @nobody-here/)).toBeVisible()
  await expect(page.locator('p.comment-text').filter({ hasText: 'Validator jams again.' })).toBeVisible()

  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1_200, 900) })
  await page.getByRole('button', { name: 'Add photo' }).click()
  await page.goto(slot)
  const photo = page.getByRole('img', { name: /Photo 1 by/ })
  await expect(photo).toBeVisible()
  const address = (await photo.getAttribute('src')) ?? ''
  expect((await page.goto(address)).headers()['content-type']).toBe('image/webp')

  await journey.meanwhile('manager', async manager => {
    await manager.goto('/notifications/list?view=all')
    await expect(manager.getByText(/mentioned you in a comment/).first()).toBeVisible()
    await manager.goto(slot)
    await expect(manager.locator('p.comment-text').filter({ hasText: 'Validator jams again.' })).toBeVisible()
    await expect(manager.getByRole('link', { name: 'Change', exact: true })).toHaveCount(0)
    await manager.goto(`${slot}?tab=timeline&kind=comment`)
    await expect(manager.getByText(/Validator jams again/).first()).toBeVisible()
  })

  await page.goto(slot)
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('button', { name: 'Remove comment' }).click()
  await expect(page.getByText('This comment was removed', { exact: false })).toBeVisible()
  await expect(page.getByText('Validator jams again.')).toHaveCount(0)
})

test('an anomaly is assigned to somebody who may see it, and stands in their open work', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/anomalies')
  await page.locator('th[scope=row] a').first().click()
  const anomaly = new URL(page.url()).pathname
  await page.goto(`${anomaly}/assign`)
  await page.getByLabel('Assigned to').fill('nobody-here')
  await page.getByRole('button', { name: 'Assign the anomaly' }).click()
  await expect(page.getByText('No user of this name may see it').first()).toBeVisible()
  await page.getByLabel('Assigned to').fill('manager')
  await page.getByLabel('Due').fill('2030-01-31')
  await page.getByRole('button', { name: 'Assign the anomaly' }).click()
  await journey.meanwhile('manager', async manager => {
    await manager.goto('/access')
    await manager.getByRole('link', { name: /Assigned to you/ }).click()
    await expect(manager).toHaveURL(/\/operations\/my-work/)
    const row = manager.locator('th[scope=row] a').first()
    await expect(row).toHaveAttribute('href', anomaly)
  })
})
