import { csv, until, upload } from '../../support/import-pages'
import { expect, test, unique } from '../../support/journey'

test.describe('the rows of an import', () => {
  test('the table shows the columns that this person chose', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/advanced/smibs-import')
    await page.getByLabel('Or paste rows').fill('smib_id;location_code;firmware\nnot a SMIB;NOWHERE;4.2')
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await until(page, 'checked')
    const here = page.url()
    await expect(page.getByRole('columnheader', { name: 'Firmware' })).toBeHidden()
    await page.goto(`${here}/columns`)
    await page.getByRole('checkbox', { name: 'Firmware', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Action', exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save columns' }).click()
    await expect(page).toHaveURL(here)
    await expect(page.getByRole('columnheader', { name: 'Firmware' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Action' })).toBeHidden()
    await page.goto(`${here}/columns`)
    await page.getByRole('button', { name: 'Restore the standard columns' }).click()
  })

  test('its rows are a list: searched, filtered by one mistake, printed, and a file that is imported again as it is', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const prefix = unique('ROWS')
    await page.goto('/slots-import')
    await page
      .getByLabel('Or paste rows')
      .fill(
        `serial;location_code;manufacturer;accounting_denom\n${prefix}-1;NOWHERE;EGT;0,01\n${prefix}-2;NOWHERE;;0,01`,
      )
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await until(page, 'checked')
    const here = page.url()
    const rows = page.getByRole('main').getByRole('table')
    await page.goto(`${here}?query=${prefix}-2`)
    await expect(rows.getByText(`${prefix}-2`).first()).toBeVisible()
    await expect(rows.getByText(`${prefix}-1`)).toHaveCount(0)
    await page.goto(`${here}?column=manufacturer&problem=required`)
    await expect(rows.getByText(`${prefix}-1`)).toHaveCount(0)
    await expect(page.getByText('Column with the mistake: Manufacturer').first()).toBeVisible()
    // Each kind of mistake leads to its rows: both have no such location, one has no manufacturer.
    await page.goto(here)
    await page.getByRole('link', { name: 'Manufacturer: needs a value' }).click()
    await expect(rows.getByText(`${prefix}-2`).first()).toBeVisible()
    await expect(rows.getByText(`${prefix}-1`)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Location code: is not known here' })).toBeVisible()
    // A mistake of another column is not this one.
    await page.goto(`${here}?column=manufacturer&problem=unknown`)
    await expect(rows.getByText(prefix)).toHaveCount(0)
    await page.goto(`${here}?colour=red`)
    await expect(page.getByText(/colour/).first()).toBeVisible()
    await page.goto(`${here}/print?state=error`)
    await expect(page.getByText(`${prefix}-1`).first()).toBeVisible()
    const file = (await (await page.request.get(`${here}/export.csv`)).body()).toString('utf8')
    await upload(page, csv('again.csv', file))
    await until(page, 'checked')
    await expect(page.getByText('Location code “NOWHERE”: is not known here').first()).toBeVisible()
    await expect(
      page.getByText(/The column “(?:Serial|Location code|Denomination)” is not known/),
    ).toHaveCount(0)
  })
})
