import { expect, test, unique } from '../../support/journey'

test.describe('saved views', () => {
  test('an operator saves what they look at, the list opens with it, and the whole list is one press away', async ({
    page,
    journey,
  }) => {
    await journey.signIn('operator')
    const name = unique('Locked')
    await page.goto('/slots?lock_state=locked&sortBy=credits')
    await page.getByRole('link', { name: 'Save this view' }).click()
    await expect(page.getByText('What is saved: Status: locked · by Credits, ascending.')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Use as default view').check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await expect(page).toHaveURL(/\/slots\?lock_state=locked&sortBy=credits&view=[0-9a-f]{24}$/)
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')

    await page.goto('/slots')
    await expect(page).toHaveURL(/lock_state=locked/)
    await page.getByRole('link', { name: 'Remove filter Status: locked' }).click()
    await page.getByRole('link', { name: /^All/ }).click()
    await expect(page).toHaveURL(/\/slots\?view=all$/)
    await expect(views.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
    // A search that asks nothing is the whole list too, not the default again.
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await expect(page).toHaveURL(/\/slots\?view=all$/)

    await page.goto('/slots/views')
    await page.getByRole('row', { name }).getByRole('button', { name: 'Open without a view' }).click()
    await page.goto('/slots')
    await expect(page).toHaveURL(/\/slots$/)
    await page.goto('/slots/views')
    await page.getByRole('row', { name }).getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`${name} again`)
    await page.getByRole('button', { name: 'Save view changes' }).last().click()
    await page.goto('/slots/views')
    await page
      .getByRole('row', { name: `${name} again` })
      .getByRole('link', { name: 'Delete view' })
      .click()
    await expect(page.getByText('The view is gone for good.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('row', { name })).toHaveCount(0)
  })

  test('a shared view reaches colleagues; deleted, it explains itself to who opened the list with it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const name = unique('Silent')
    await page.goto('/locations/views?query=Cluj')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Share it with everyone in the tenant').check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await expect(page).toHaveURL(/view=/)
    const address = page.url()
    await journey.meanwhile('auditor', async auditor => {
      await auditor.goto('/locations/views')
      await auditor.getByRole('row', { name }).getByRole('button', { name: 'Open list with it' }).click()
      await auditor.goto('/locations')
      await expect(auditor).toHaveURL(/query=Cluj/)
      await expect(auditor.getByRole('row', { name: 'Cluj' }).first()).toBeVisible()
    })
    await page.goto('/locations/views')
    await page.getByRole('row', { name }).getByRole('link', { name: 'Delete view' }).click()
    await expect(page.getByText('for everyone it is shared with')).toBeVisible()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await journey.meanwhile('auditor', async auditor => {
      await auditor.goto('/locations')
      await expect(
        auditor.getByText(`“${name}”, this list’s default view, was deleted or is no longer shared.`),
      ).toBeVisible()
      await auditor.goto(address)
      await expect(
        auditor.getByText('The view that this address names was deleted or is not shared with you.'),
      ).toBeVisible()
      await expect(auditor.getByRole('row', { name: 'Cluj' }).first()).toBeVisible()
      await auditor.goto('/locations/views')
      await auditor.getByRole('button', { name: 'Open without a view' }).click()
      await auditor.goto('/locations')
      await expect(auditor.getByText(name)).toHaveCount(0)
    })
  })

  test('a view whose group is archived since says what is wrong with it', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/slots-groups/new')
    const name = unique('Passing')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create slot group' }).last().click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    const group = page.url().split('/').at(-1) ?? ''
    await page.goto(`/slots/views?group=${group}`)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save view' }).last().click()
    const address = page.url()
    await page.goto(`/slots-groups/${group}/archive`)
    await page
      .getByRole('button', { name: /^Archive/ })
      .last()
      .click()
    await expect(page.getByText('Archived: 1 slot group.')).toBeVisible()
    await page.goto('/slots/views')
    await expect(page.getByRole('row', { name })).toContainText('one part of it can no longer be used')
    await page.goto(address)
    await expect(page.getByText(`The view “${name}” is out of date`)).toBeVisible()
  })

  test('a name that is taken is refused and nothing typed is lost', async ({ page, journey }) => {
    await journey.signIn('operator')
    const name = unique('Twice')
    for (const attempt of [1, 2]) {
      await page.goto('/slots/views?query=EGT')
      await page.getByLabel('Name', { exact: true }).fill(name)
      if (attempt === 2) journey.allowErrors(/422/)
      await page.getByRole('button', { name: 'Save view' }).last().click()
    }
    await expect(page.getByText('Name: Already in use')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  })
})
