/**
 * What a file holds, in each language and for programs; downloaded at once and written in the background (ruling 39).
 */
import { expect, test, type Page } from '../support/journey'

const textOf = async (page: Page, path: string) => {
  const response = await page.request.get(path)
  expect(response.status(), path).toBe(200)
  return (await response.body()).toString('utf8')
}
const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')

test.describe('a file of slots', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  test("is in the reader's language, and for programs in one form; both are links of the list", async ({
    page,
  }) => {
    await page.goto('/slots?query=EGT&sortBy=serial&page=2')
    const people = (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? ''
    const slot = (await page.locator('a[href$="format=machine"]').getAttribute('href')) ?? ''
    // The whole list, whatever page is shown.
    expect([people, slot]).toEqual([
      '/slots/export.csv?query=EGT&sortBy=serial',
      '/slots/export.csv?query=EGT&sortBy=serial&format=machine',
    ])
    const [comma, semicolon] = [/^[^,;]+,.*,\d+\.\d\d,/, /^[^,;]+;.*;\d+,\d\d;/]
    for (const [lng, row, instant] of [
      ['en', comma, /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/],
      ['ro', semicolon, /\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/],
      ['pt', semicolon, /\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/],
    ] as const) {
      page.cookies.set('lng', lng)
      const [head = '', ...rows] = linesOf(await textOf(page, people))
      expect(head, lng).toMatch(/\(Europe\/Bucharest\)$/)
      expect(rows[0], lng).toMatch(row)
      expect(
        rows.some(one => instant.test(one)),
        lng,
      ).toBe(true)
      const written = linesOf(await textOf(page, slot)).slice(1)
      expect(written[0], lng).toMatch(/^[^,]+,.*,\d+\.\d\d,(RON|EUR),/)
      expect(
        written.some(one => /,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+\d\d:00$/.test(one)),
        lng,
      ).toBe(true)
    }
  })

  test('names the currency that its amounts share in the heading', async ({ page }) => {
    await page.goto('/tenants?sortBy=name')
    const link = page.getByRole('rowheader').first().getByRole('link')
    const tenant = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    expect(linesOf(await textOf(page, `/slots/export.csv?tenant=${tenant}`))[0]).toMatch(
      /,Denomination \((RON|EUR)\),/,
    )
    expect(linesOf(await textOf(page, `/slots/export.csv?tenant=${tenant}&format=machine`))[0]).toContain(
      ',"denomination","denomination_currency",',
    )
  })

  test('written in the background says the same as the download, for people and for programs', async ({
    page,
  }) => {
    page.cookies.set('lng', 'ro')
    await page.goto('/tenants/export?sortBy=name')
    await page.locator('main form .btn-primary').click()
    await expect(page).toHaveURL(/data-exports\/[0-9a-f]{24}$/)
    const own = new URL(page.url()).pathname
    await expect(async () => {
      await page.goto(own)
      await expect(page.locator('a[href$="file.csv"]')).toHaveCount(1)
    }).toPass()
    expect(await page.locator('a[href$="file.csv?format=machine"]').count()).toBe(1)
    // An age goes on meanwhile, an instant does not: tenants have no other.
    expect(await textOf(page, `${own}/file.csv`)).toBe(await textOf(page, '/tenants/export.csv?sortBy=name'))
    expect(await textOf(page, `${own}/file.csv?format=machine`)).toBe(
      await textOf(page, '/tenants/export.csv?sortBy=name&format=machine'),
    )
    expect((await page.request.get(`${own}/file.csv?colour=red`)).status()).toBe(422)
  })
})

test.describe('notifications', () => {
  test('are a list like every other: searched, narrowed, of a period, paged and written to a file', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    await page.goto('/notifications/list?severity=alarm')
    for (const label of ['Severity', 'Category', 'Concerns', 'Confirmed'])
      await expect(page.getByRole('main').getByLabel(label, { exact: true }), label).toBeVisible()
    await page.getByRole('main').getByLabel('Category', { exact: true }).selectOption('door')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\?severity=alarm&category=door$/)
    const [head, ...rows] = linesOf(await textOf(page, '/notifications/list/export.csv?category=door'))
    expect(head).toBe('About,Text,Severity,Category,Time (Europe/Bucharest),Dismissed,Confirmed')
    for (const row of rows) expect(row).toMatch(/,alarm,doors,/)
    await page.goto('/notifications/list?severity=fatal&timeRange=last+week')
    await expect(page.getByText('Unknown value “fatal” for severity.')).toBeVisible()
    await page.goto('/notifications/list?query=no-such-thing')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.goto('/notifications/list')
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await expect(page).toHaveURL(/\?seen=0$/)
  })
})

test.describe('a file that cannot be had', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test("is told as a page is, in the reader's language, with the way back", async ({ page }) => {
    const path = `/reports/daily-report/${'f'.repeat(24)}/pdf`
    page.cookies.set('lng', 'ro')
    const response = await page.goto(path)
    expect(response.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina nu a fost găsită')
    await expect(page.getByRole('link', { name: 'Pagina de start' })).toHaveAttribute('href', '/access')
  })
})
