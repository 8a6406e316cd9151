import { expect, test, unique } from '../../support/journey'

test.describe('entity groups', () => {
  test('a manager groups machines by rule and by name, narrows the list to the group, and takes one out again', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/entity-groups')
    await expect(page).toHaveURL(/\/locations-groups$/)
    await page.getByRole('navigation', { name: 'Groups of' }).getByRole('link', { name: 'Slots' }).click()
    await page.getByRole('link', { name: 'New slot group' }).click()
    const name = unique('Night')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Manufacturer is').fill('Amatic')
    await page.getByLabel('Slots by choice').fill('NOV-')
    await page.getByRole('button', { name: 'Find' }).first().click()
    // What was typed is still there, and nothing has been saved.
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    const first = page.getByRole('group', { name: 'To choose from' }).getByRole('checkbox').first()
    const serial = (await first.getAttribute('value')) ?? ''
    await first.check()
    await page.getByLabel('Slots by choice').fill('EGT-')
    await page.getByRole('button', { name: 'Find' }).first().click()
    await expect(page.getByRole('group', { name: 'Chosen' }).getByRole('checkbox')).toHaveValue(serial)
    await expect(page.getByRole('group', { name: 'Chosen' }).getByRole('checkbox')).toBeChecked()
    await page.getByRole('button', { name: 'Create slot group' }).last().click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

    await page
      .getByRole('link', { name: /^All \d+$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/slots\?group=[0-9a-f]{24}$/)
    await expect(page.getByRole('link', { name: `Remove filter Group: ${name}` })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: /^NOV-/ })).toHaveCount(1)

    await page.goBack()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('group', { name: 'Chosen' }).getByRole('checkbox').uncheck()
    await page.getByLabel('Manufacturer is').fill('No such maker')
    await page.getByRole('button', { name: 'Save slot group' }).last().click()
    await expect(page.getByText('None yet.')).toBeVisible()
  })

  test('a group is archived, says so, and its address still names it', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/locations-groups/new')
    const name = unique('Round')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('County is').fill('Iași')
    await page.getByRole('button', { name: 'Create location group' }).last().click()
    const address = page.url()
    await page.getByLabel('More').last().click()
    await page.getByRole('link', { name: 'Archive' }).click()
    await expect(page.getByText('It leaves the lists and keeps its history.')).toBeVisible()
    await page.getByRole('button', { name: 'Archive 1 location group' }).last().click()
    await page.goto(address.replace('/locations-groups/', '/entity-groups/'))
    await expect(page).toHaveURL(address)
    await expect(page.getByText('Archived').first()).toBeVisible()
    await page.goto(`/locations-groups?query=${name}`)
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  })

  test('an operator sees groups and cannot change them', async ({ page, journey }) => {
    await journey.signIn('operator')
    await page.goto('/slots-groups')
    await expect(page.getByRole('rowheader', { name: 'EGT', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New slot group' })).toHaveCount(0)
    journey.allowErrors(/403/)
    await page.goto('/slots-groups/new')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not permitted')
  })
})
