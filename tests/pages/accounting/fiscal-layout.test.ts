/**
 * A tenant's own layout without scripts: wrong ones are told, a good one is looked at, saved, shown on every form, and
 * taken away.
 */
import sharp from 'sharp'
import { firstRecord } from '../../support/any-page'
import { dayPages } from '../../support/day-kinds'
import { expect, test } from '../../support/journey'

test('an accountant gives the forms of a tenant other columns and words, and sees them before they hold', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  await dayPages(page, location, list => firstRecord(page, list))
  const report = await firstRecord(page, '/reports/daily-reports')
  await page.goto('/tenants')
  const tenant = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(`${tenant}/fiscal-layout`)
  const main = page.getByRole('main')
  const heads = () => page.document.querySelectorAll('main .fiscal-table thead th').length
  const before = heads()
  const typed = page.document.querySelector('textarea[name=layout]')?.textContent ?? ''
  const layout = JSON.parse(typed) as { columns: string[]; texts: object }
  const fill = (value: string) => page.locator('[name=layout]').fill(value)

  await fill('{ "columns": [')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(main).toContainText('This is not valid JSON')
  await fill(JSON.stringify({ ...layout, columns: layout.columns.filter(one => one !== 'takings') }))
  await page.locator('[name=reason]').first().fill('As the accountant wants it')
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(main).toContainText('Column takings is missing')

  const own = {
    ...layout,
    columns: layout.columns.filter(one => !one.startsWith('f_')),
    texts: { day: 'Situația proprie <b>', columns: { serial: 'Seria aparatului' }, notes: ['Sediul: Cluj'] },
  }
  await fill(JSON.stringify(own))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(main).toContainText('Situația proprie <b>')
  await expect(main).toContainText('Seria aparatului')
  expect(heads()).toBeLessThan(before)
  // Only looked at so far; what was typed as the reason is kept.
  await expect(page.locator('[name=reason]').first()).toHaveValue('As the accountant wants it')
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(main).toContainText('Set by')
  await page.goto(report)
  await expect(main).toContainText('Situația proprie <b>')
  await expect(main).toContainText('Sediul: Cluj')
  const csv = await (await page.request.get(`${report}/csv`)).text()
  expect(csv.split('\r\n')[0]).toContain('Seria aparatului')

  // Its logo: what is no picture is told, what was typed kept; then it is in the form and in its files, the same bytes
  // each time.
  await page.goto(`${tenant}/fiscal-layout`)
  const send = async (buffer: Buffer) => {
    await page.locator('#logo-logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.locator('#logo-reason').fill('The new mark')
    await page.getByRole('button', { name: 'Save logo' }).click()
  }
  await send(Buffer.from('<svg onload="alert(1)"/>'))
  await expect(page.locator('#logo-reason')).toHaveValue('The new mark')
  expect(page.document.querySelector('main .fiscal-logo')).toBeNull()
  const plain = await (await page.request.get(`${report}/pdf`)).body()
  const blue = { width: 300, height: 100, channels: 3, background: '#00c' } as const
  await send(await sharp({ create: blue }).jpeg().toBuffer())
  await expect(page.getByText('The logo is saved.')).toBeVisible()
  expect(page.document.querySelector('main .fiscal-logo')?.getAttribute('src')).toContain('data:image/png')
  for (const type of ['pdf', 'xlsx']) {
    const [one, two] = [
      await page.request.get(`${report}/${type}`),
      await page.request.get(`${report}/${type}`),
    ]
    expect((await one.body()).equals(await two.body()), type).toBe(true)
  }
  const marked = await (await page.request.get(`${report}/pdf`)).body()
  expect(marked.toString('latin1').split('/Subtype /Image').length).toBe(2)
  expect(plain.toString('latin1')).not.toContain('/Subtype /Image')
  await page.locator('main details summary').last().click()
  await page.locator('#no-logo-reason').fill('No mark any more')
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(main).toContainText('The forms have no logo.')

  await page.locator('main details summary').click()
  await page.locator('#reset-reason').fill('Back to the usual one')
  await page.getByRole('button', { name: 'Use the currency’s layout' }).click()
  await expect(main).toContainText('use the default layout of their currency')
  await journey.meanwhile('operator', async other => {
    expect((await other.goto(`${tenant}/fiscal-layout`)).status()).toBe(403)
  })
})
