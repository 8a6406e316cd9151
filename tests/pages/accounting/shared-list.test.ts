/** A list by a share link: what a stranger reads, prints and downloads are the rows of its maker's file. */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '../../support/journey'

test('a stranger reads a shared list, what it was narrowed to and of when, in three languages, and is led nowhere', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/locations?query=Titan')
  const name = await page.getByRole('rowheader').first().innerText()
  const address = await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')
  const location = address?.split('/').at(-1) ?? ''
  await page.goto(`/slots?query=EGT&location=${location}`)
  await page.locator('.page-commands summary').last().click()
  await page.locator('.page-commands .sheet').getByRole('link', { name: 'Share these rows' }).click()
  await page.getByRole('button', { name: 'Write the file' }).click()
  const share = page.getByRole('link', { name: 'Share' })
  await expect(async () => {
    if (!(await share.isVisible())) await page.goto(page.url())
    await expect(share).toBeVisible()
  }).toPass({ timeout: 20_000 })
  const file = page.url()
  const fileOf = async (type: string) => (await page.request.get(`${file}/file.${type}`)).body()
  await share.click()
  const main = page.getByRole('main')
  await main.getByLabel('For whom').fill('Landlord of Titan')
  await main.getByRole('button', { name: 'Create link' }).click()
  const [link = '', search = ''] = /\/shared\?(link=[\w-]{43})/.exec(await page.content()) ?? []

  // A list of links says what each shows; a file's page opens for whoever ordered it alone, so nothing leads there.
  await page.goto('/share-links')
  expect(page.document.querySelector('main tbody')?.textContent).toContain(
    `list ${new URL(file).pathname.slice(-6)}`,
  )
  expect(page.document.querySelectorAll('main a[href^="/data-exports/"]')).toHaveLength(0)
  const stranger = journey.browser('en-GB')
  const answer = await stranger.goto(link)
  expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
  const theirs = stranger.getByRole('main')
  await expect(theirs).toContainText(/The list as it was at .*\(Europe\/Bucharest\)/)
  await expect(theirs).toContainText(`“EGT” · Location: ${name}`)
  const lines = (await fileOf('csv')).toString('utf8').slice(1).trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(2)
  const serials = () =>
    [...stranger.document.querySelectorAll('main tbody tr > th')].map(one => one.textContent)
  expect(serials()).toEqual(lines.slice(1).map(line => line.split(',')[0]))
  const cells = stranger.document.querySelectorAll('main thead th').length
  // No page of a row is open to them: a phone shows each cell below its column's name.
  expect(stranger.document.querySelectorAll('main tbody td[data-label]')).toHaveLength(
    (lines.length - 1) * (cells - 1),
  )
  const hrefs = [...stranger.document.querySelectorAll('main a')].map(one => one.getAttribute('href') ?? '')
  expect(hrefs.map(href => /^\/shared\/(xlsx|csv|print)\?link=/.exec(href)?.[1])).toEqual([
    'xlsx',
    'csv',
    'print',
  ])

  const csv = await stranger.request.get(`/shared/csv?${search}`)
  expect(csv.headers()['content-disposition']).toMatch(/attachment; filename="slots\d{14}\.csv"/)
  expect((await csv.body()).equals(await fileOf('csv'))).toBe(true)
  const xlsx = await stranger.request.get(`/shared/xlsx?${search}`)
  const rowsOf = async (bytes: Buffer) => (await readXlsx(bytes)).sheets.map(({ rows }) => rows)
  expect(await rowsOf(await xlsx.body())).toEqual(await rowsOf(await fileOf('xlsx')))
  for (const [type, status] of [
    ['pdf', 404],
    ['json', 404],
    ['csv?colour=red', 422],
  ] as const)
    expect(
      (await stranger.request.get(`/shared/${type}${type.includes('?') ? '&' : '?'}${search}`)).status(),
      type,
    ).toBe(status)

  await stranger.goto(`/shared/print?${search}`)
  expect(serials()).toHaveLength(lines.length - 1)
  await stranger.goto(`${link}&lng=ro`)
  await expect(theirs).toContainText('Lista așa cum era la')
  await stranger.goto(`${link}&lng=pt`)
  await expect(theirs).toContainText('A lista tal como estava em')

  await stranger.goto(new URL(file).pathname)
  expect(stranger.url()).toContain('/auth/login')
  // Whoever is no tenant's can share no list, and is not told that they could.
  await journey.meanwhile('admin', async other => {
    await other.goto('/slots/export?query=EGT')
    await expect(other.getByRole('main')).toContainText('A share link belongs to one tenant')
  })
})

test('a stranger reads shared counters of a slot: whose they are, from when to when, and the rows', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/slots')
  const slot = page.getByRole('rowheader').first()
  const serial = await slot.innerText()
  const id = (await slot.getByRole('link').getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.goto(`/counters/${id}/export?type=slot&timeRange=now-1d`)
  await page.getByRole('button', { name: 'Write the file' }).click()
  const share = page.getByRole('link', { name: 'Share' })
  await expect(async () => {
    if (!(await share.isVisible())) await page.goto(page.url())
    await expect(share).toBeVisible()
  }).toPass({ timeout: 20_000 })
  const file = `${page.url()}/file.csv`
  await share.click()
  const main = page.getByRole('main')
  await main.getByLabel('For whom').fill(`Maker of ${serial}`)
  await main.getByRole('button', { name: 'Create link' }).click()
  const [, search = ''] = /\/shared\?(link=[\w-]{43})/.exec(await page.content()) ?? []
  const stranger = journey.browser('en-GB')
  await stranger.goto(`/shared?${search}`)
  const theirs = stranger.getByRole('main')
  await expect(theirs).toContainText(`Slot: ${serial}`)
  await expect(theirs).toContainText('(Europe/Bucharest)')
  const stored = await (await page.request.get(file)).body()
  const lines = stored.toString('utf8').trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(stranger.document.querySelectorAll('main tbody tr')).toHaveLength(lines.length - 1)
  expect((await (await stranger.request.get(`/shared/csv?${search}`)).body()).equals(stored)).toBe(true)
})

test('a file of the people who are not let in has no way to share it, and its address is refused with a sentence', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/player-exclusion/self-exclusions')
  await page.locator('.page-commands summary').last().click()
  await expect(page.getByRole('link', { name: 'Export in the background' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Share these rows' })).not.toBeVisible()
  await page.goto('/player-exclusion/self-exclusions/export')
  await page.getByRole('button', { name: 'Write the file' }).click()
  const done = page.getByRole('link', { name: 'Download CSV' })
  await expect(async () => {
    if (!(await done.isVisible())) await page.goto(page.url())
    await expect(done).toBeVisible()
  }).toPass({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Share' })).not.toBeVisible()
  const document = new URL(page.url()).pathname
  await page.goto(`/share-links/new?${new URLSearchParams({ kind: 'list', document }).toString()}`)
  const main = page.getByRole('main')
  await main.getByLabel('For whom').fill('A friend')
  await main.getByRole('button', { name: 'Create link' }).click()
  await expect(main).toContainText('This list has personal data or secrets, which no link shows')
})
