import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from '../../support/journey'

test.describe('exports in the background', () => {
  test('an auditor orders a file of the filtered list, sees it finished, and fetches what the screen shows', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?query=EGT&status=active')
    const total = Number(
      (
        await page
          .getByText(/^1–\d+ of [\d,]+$/)
          .first()
          .innerText()
      )
        .split(' ')
        .at(-1)
        ?.replaceAll(',', ''),
    )
    await page.locator('summary[aria-label="More"]').first().click()
    await page.getByRole('link', { name: 'Export in the background' }).click()
    await expect(page.getByRole('heading', { name: 'Export: Slots', level: 1 })).toBeVisible()
    await expect(page.getByText('“EGT” · Ordered state: active')).toBeVisible()
    await page.getByRole('button', { name: 'Write the file' }).click()
    await expect(page).toHaveURL(/\/data-exports\/[0-9a-f]{24}$/)
    const fetchIt = page.getByRole('link', { name: 'Download CSV' })
    await expect(async () => {
      if (!(await fetchIt.isVisible())) await page.goto(page.url())
      await expect(fetchIt).toBeVisible()
    }).toPass({ timeout: 20_000 })

    const [stored, direct] = await Promise.all([
      page.request.get(`${page.url()}/file.csv`),
      page.request.get('/slots/export.csv?query=EGT&status=active'),
    ])
    expect(stored.headers()['content-disposition']).toMatch(/attachment; filename="slots\d{14}\.csv"/)
    const [kept, now] = [(await stored.body()).toString('utf8'), (await direct.body()).toString('utf8')]
    expect(kept.charCodeAt(0)).toBe(0xfeff)
    expect(kept.trim().split('\r\n')).toHaveLength(total + 1)
    // The same rows as a workbook, and as a table for programs with the contract's names and types.
    const workbook = await page.request.get(`${page.url()}/file.xlsx`)
    expect(workbook.headers()['content-disposition']).toMatch(/filename="slots\d{14}\.xlsx"/)
    const [sheet] = (await readXlsx(await workbook.body())).sheets
    expect(sheet?.rows.length).toBe(total + 1)
    expect(sheet?.rows[1]?.[0]).toBe(kept.split('\r\n')[1]?.split(',')[0])
    const parquet = await page.request.get(`${page.url()}/file.parquet`)
    expect(parquet.headers()['content-disposition']).toMatch(/filename="slots\d{14}\.parquet"/)
    const rows = await parquetReadObjects({ file: new Uint8Array(await parquet.body()).buffer })
    expect(rows.map(row => row.serial)).toEqual(
      kept
        .trim()
        .split('\r\n')
        .slice(1)
        .map(line => line.split(',')[0]),
    )
    expect(String(rows[0]?.location_id)).toMatch(/^[0-9a-f]{24}$/)
    expect((await page.request.get(`${page.url()}/file.parquet?colour=red`)).status()).toBe(422)
    // Slots go on playing: what does not change by itself is the same, cell by cell, in the same order.
    const still = (file: string) =>
      file
        .trim()
        .split('\r\n')
        .map(line => line.split(',').slice(0, 3))
    expect(still(kept)).toEqual(still(now))
  })

  test('the list of exports says who, when, how much and until when; a file is found again there', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/locations/export')
    await page.getByRole('button', { name: 'Write the file' }).click()
    const address = page.url()
    await page.goto('/data-exports')
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${new URL(address).pathname}"]`) })
    await expect(row).toBeVisible()
    await expect(async () => {
      await page.goto('/data-exports')
      await expect(row.getByRole('link', { name: 'Download CSV' })).toBeVisible()
    }).toPass({ timeout: 20_000 })
    await expect(row.getByText('ready')).toBeVisible()
  })

  test('the file is in the language in which it was ordered, whoever fetches it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    page.cookies.set('lng', 'ro')
    await page.goto('/slots/export?query=EGT')
    await page.getByRole('button', { name: 'Scrie fișierul' }).click()
    const path = new URL(page.url()).pathname
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Descarcă CSV' })).toBeVisible()
    }).toPass({ timeout: 20_000 })
    page.cookies.set('lng', 'en')
    const file = await page.request.get(`${path}/file.csv`)
    expect((await file.body()).toString('utf8')).toContain('Serie;Locație')
    expect(file.headers()['content-disposition']).toMatch(/filename="aparate\d{14}\.csv"/)
  })

  test('the events of a machine’s last week are a file with as many rows as the list counts, in the language of the order', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?query=EGT&state=online')
    await page.getByRole('rowheader').first().getByRole('link').click()
    const slot = await page.getByRole('heading', { level: 1 }).innerText()
    await page.goto(
      `/events/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}?type=slot&timeRange=last+week`,
    )
    const total = Number((await page.locator('.page-total').innerText()).replace(/\D/g, ''))
    expect(total).toBeGreaterThan(0)
    await page.locator('summary[aria-label="More"]').first().click()
    await page.getByRole('link', { name: 'Export in the background' }).click()
    await expect(page.getByRole('heading', { name: 'Export: Events', level: 1 })).toBeVisible()
    await expect(page.getByText(`Slot: ${slot}`)).toBeVisible()
    await expect(page.getByText(/ to .+\(Europe\/Bucharest\)/)).toBeVisible()
    await page.getByRole('button', { name: 'Write the file' }).click()
    await expect(page).toHaveURL(/\/data-exports\/[0-9a-f]{24}$/)
    const path = new URL(page.url()).pathname
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Download CSV' })).toBeVisible()
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText(`Slot: ${slot}`)).toBeVisible()
    await expect(page.getByText(/has what was stored at “Rows as of”/)).toBeVisible()
    const list =
      (await page.getByRole('link', { name: 'Events', exact: true }).last().getAttribute('href')) ?? ''
    expect(list).toMatch(/^\/events\/[0-9a-f]{24}\?type=slot&dateStart=[^&]+&dateEnd=[^&]+$/)

    // Whoever fetches it: the words are those of the order.
    page.cookies.set('lng', 'pt')
    const [stored, direct] = await Promise.all([
      page.request.get(`${path}/file.csv`),
      page.request.get(list.replace('?', '/export.csv?'), { headers: { 'Accept-Language': 'en' } }),
    ])
    const kept = (await stored.body()).toString('utf8')
    expect(kept).toContain('Time,Time zone of the location,Code,Event')
    expect(kept.trim().split('\r\n')).toHaveLength(total + 1)
    expect((await direct.body()).toString('utf8').trim().split('\r\n')).toHaveLength(total + 1)
    expect(stored.headers()['content-disposition']).toMatch(/attachment; filename="events\d{14}\.csv"/)
  })

  test('an operator is not offered an export, and is refused one', async ({ page, journey }) => {
    journey.allowErrors(/403|404/)
    await journey.signIn('operator')
    expect((await page.goto('/slots/export'))?.status()).toBe(403)
    expect((await page.goto('/data-exports/0123456789abcdef01234567'))?.status()).toBe(404)
    await page.goto('/data-exports')
    await expect(page.getByText('No exports yet.')).toBeVisible()
  })
})
