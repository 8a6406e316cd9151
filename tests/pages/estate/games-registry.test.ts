import { expect, recordOf, signIn, test, unique } from '../../support/journey'

test.describe('the games registry', () => {
  test('an administrator adds a manufacturer, corrects it, and deletes it', async ({ page, journey }) => {
    await journey.signIn('admin')
    await page.goto('/games-registry')
    await page.getByRole('main').getByRole('link', { name: 'Manufacturers' }).click()
    await expect(page.getByRole('rowheader', { name: 'Alfastreet' })).toBeVisible()
    await page.getByRole('link', { name: 'New manufacturer' }).click()
    const name = unique('Works')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Country').fill('Romania')
    await page.getByRole('button', { name: 'Create manufacturer' }).last().click()
    await expect(page.getByRole('alert')).toContainText('Is not a country’s two letters')
    await page.getByLabel('Country').fill('RO')
    await page.getByRole('button', { name: 'Create manufacturer' }).last().click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await page.locator('.page-commands summary').click()
    await page.getByRole('link', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await expect(page).toHaveURL(/\/games-registry\/manufacturers$/)
    await expect(page.getByText(`${name} deleted.`)).toBeVisible()
  })

  test('what was typed for an entry that is deleted meanwhile goes into a new one', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/404/)
    await journey.signIn('admin')
    const [name, better] = [unique('Works'), unique('Better works')]
    await page.goto('/games-registry/manufacturers/new')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create manufacturer' }).last().click()
    const record = new URL(page.url()).pathname
    await page.goto(`${record}/edit`)

    const other = journey.browser()
    await signIn(other, 'admin')
    await other.goto(`${record}/delete`)
    await other.getByRole('button', { name: 'Delete' }).last().click()
    await expect(other.getByText(`${name} deleted.`)).toBeVisible()
    // Back, after the deletion.
    for (const at of ['', '/edit', '/history', '/delete']) {
      await other.goto(record + at)
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('This is no longer here')
      await expect(other.getByRole('main')).toContainText(`“${name}” was deleted on `)
    }
    await other.getByRole('link', { name: 'To the list: Manufacturers' }).click()
    await expect(other).toHaveURL(/\/games-registry\/manufacturers$/)

    await page.getByLabel('Name', { exact: true }).fill(better)
    await page.getByLabel('Note').fill('First line\nSecond line')
    await page.getByRole('button', { name: /^Save/ }).last().click()
    await expect(page.getByRole('main')).toContainText(`“${name}” was deleted on `)
    await expect(page.getByRole('main')).toContainText('Nothing was saved.')
    await expect(page.getByRole('main')).toContainText(better)
    await page.getByRole('button', { name: 'Put it into a new form' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(better)
    await expect(page.getByLabel('Note')).toHaveValue('First line\nSecond line')
    await page.getByRole('button', { name: 'Create manufacturer' }).last().click()
    await expect(page.getByRole('heading', { name: better, level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('First line\nSecond line')
  })

  test('what is in use says where before anything is pressed, and leads there', async ({ page, journey }) => {
    await journey.signIn('admin')
    const egt = await recordOf(page, '/games-registry/manufacturers?query=euro')
    await page.goto(`/games-registry/manufacturers/${egt}`)
    await page
      .getByRole('navigation', { name: 'Parts of this record' })
      .getByRole('link', { name: 'Games' })
      .click()
    await expect(page.getByRole('rowheader', { name: 'Danube Bells' })).toBeVisible()
    await page.goto(`/games-registry/manufacturers/${egt}/delete`)
    await expect(page.getByText('It is in use, so it cannot be deleted.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^\d+ slots$/ })
      .click()
    await expect(page.getByRole('link', { name: 'Remove filter Manufacturer: EGT' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: /^EGT-/ }).first()).toBeVisible()
  })

  test('a slot leads to its manufacturer, mix and protocol, and its form offers those that there are', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const slot = await recordOf(page, '/slots?query=EGT')
    await page.goto(`/slots/${slot}/edit`)
    await page.locator('select[name="machine_type"]').selectOption({ label: 'G 50-50' })
    await page.getByRole('button', { name: /^Save/ }).last().click()
    await page.getByRole('link', { name: 'G 50-50' }).first().click()
    await expect(page.getByRole('heading', { name: 'G 50-50', level: 1 })).toBeVisible()
    // All tenants share it: whoever works for one of them only reads.
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    journey.allowErrors(/403/)
    await page.goto('/games-registry/machine-types/new')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not permitted')
  })

  test('stands in the other languages too', async ({ journey }) => {
    const page = journey.browser('ro-RO')
    await signIn(page, 'admin')
    for (const list of [
      'machine-types',
      'games',
      'game-mixes',
      'game-profiles',
      'protocols',
      'game-settings',
    ]) {
      const id = await recordOf(page, `/games-registry/${list}`)
      for (const at of ['/new', `/${id}`]) {
        await page.goto(`/games-registry/${list}${at}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    }
    const sas = await recordOf(page, '/games-registry/protocols?query=SAS+6.01')
    await page.goto(`/games-registry/protocols/${sas}/delete`)
    await expect(page.getByText('Plăcile SMIB ale acestui sistem vorbesc acest protocol')).toBeVisible()
  })
})
