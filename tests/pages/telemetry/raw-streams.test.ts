/**
 * Raw data beside events and messages: each stream of a slot, its file, and what is said of a period that no page
 * shows.
 */
import { expect, recordOf, test } from '../../support/journey'

test("a slot's raw data is a link away, with worth beside each value, and in its file", async ({
  page,
  journey,
}) => {
  await journey.signIn('auditor')
  await page.goto('/slots?query=EGT')
  const slot = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(slot)
  const id = slot.split('/').at(-1) ?? ''
  for (const [tab, names] of Object.entries({
    Meters: ['counters', 'counters/virtual', 'counters/logic', 'message-meters'],
    'Raw data': ['slotdata', 'gaps'],
    Timeline: ['advanced/timelog'],
  })) {
    await page.getByRole('link', { name: tab, exact: true }).first().click()
    for (const name of names)
      expect(await page.locator(`a[href="/${name}/${id}?type=slot"]`).count(), name).toBe(1)
  }

  await page.goto(`/counters/${id}?type=slot&timeRange=last+week`)
  await expect(page.getByRole('heading', { name: /^Counters of /, level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Coin in (cr.)' })).toBeVisible()
  expect(await page.locator('td small').first().innerText()).toMatch(/^(?:RON|€)/)
  // A reading leads to the hour whose figures it stands in, and the period is told in words.
  await page.goto(`/counters/${id}?type=slot&timeRange=now-60d`)
  expect(page.document.querySelector('main')?.textContent).toContain('Last 60 days')
  await page.goto((await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? '')
  expect(new URL(page.url()).pathname).toMatch(
    /^\/locations\/[0-9a-f]{24}\/days\/[\d-]{10}\/[0-9a-f]{24}\/\d+$/,
  )
  await expect(page.getByRole('heading', { name: 'Readings of the hour, and the one before' })).toBeVisible()
  const file = await page.request.get(`/counters/${id}/export.csv?type=slot&timeRange=last+week`)
  const [head = '', row = ''] = (await file.text()).split('\r\n')
  expect(head).toMatch(/Coin in \(cr\.\),"?Coin in, money \((?:RON|EUR)\)/)
  expect(row).toMatch(/,\d+,\d+\.\d\d,/)
})

test("a tenant's raw data is narrowed to one of its own locations, a location's to none", async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  const tenant = await recordOf(page, '/tenants?query=Steaua')
  const offered = () =>
    [...page.document.querySelectorAll('select[name="location"] option')].map(option => option.textContent)
  await page.goto(`/counters/${tenant}?type=tenant`)
  expect(await offered()).toContain('Cluj Mărăști')
  expect(await offered()).not.toContain('Mangalia Port')
  await expect(page.getByLabel('Tenant', { exact: true })).toHaveCount(0)
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Cluj Mărăști' })
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(page.url()).toMatch(/location=[0-9a-f]{24}/)
  await page.goto(`/counters/${await recordOf(page, '/locations?query=Mangalia')}?type=location`)
  await expect(page.getByLabel('Location', { exact: true })).toHaveCount(0)
})

test('missing messages lead to asking for them again', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto('/gaps?timeRange=last+month&state=open')
  const ask = page.getByRole('link', { name: 'Ask again' })
  if ((await ask.count()) === 0) await page.goto('/gaps?timeRange=this+month&state=open')
  await page.goto((await ask.first().getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Ask for missing messages' }).click()
  await expect(
    page.getByText('The missing messages have been requested from the SMIB.').first(),
  ).toBeVisible()
})

test('a period too wide for a page says so, and leads to a file', async ({ page, journey }) => {
  await journey.signIn('auditor')
  const response = await page.goto('/logs?dateStart=2024-01-01&dateEnd=2026-01-01')
  expect(response?.status()).toBe(422)
  await expect(page.getByText(/at most 400 days/)).toBeVisible()
})

test('the specified addresses of the time log lead to the stream', async ({ page, journey }) => {
  await journey.signIn('auditor')
  await page.goto('/advanced/timelog/smib?timeRange=last+week')
  expect(page.url()).toContain('/advanced/timelog?timeRange=last+week&type=smib')
})

test('an address of a type keeps it as a filter, and its crumbs ask for an id', async ({ page, journey }) => {
  await journey.signIn('auditor')
  const crumbs = () =>
    [...page.document.querySelectorAll('nav[aria-label="You are here"] li')].map(one =>
      one.textContent.trim(),
    )
  for (const [path, list] of [
    ['/advanced/timelog', 'Timelog'],
    ['/advanced/checkpoints', 'Checkpoints'],
    ['/advanced/raw-aggregations', 'Raw Aggregations'],
    ['/advanced/computed-aggregations', 'Computed Aggregations'],
  ] as const) {
    await page.goto(`${path}/slot`)
    expect(page.url()).toContain(`${path}?type=slot`)
    expect(crumbs().slice(-3)).toEqual([list, 'Slot', 'Id'])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Type: Slot/ })).toHaveCount(1)
    // A file has the same filter, and what is no type is said.
    const file = await page.request.get(`${path}/export.csv?type=slot`)
    expect([200, 409, 413], `${path} ${String(file.status())}`).toContain(file.status())
    await page.goto(`${path}?type=door`)
    await expect(page.getByText('door', { exact: false }).first()).toBeVisible()
  }
  await page.goto('/jackpot-history/level')
  expect(page.url()).toContain('/jackpot-history?type=level')
  expect(crumbs().slice(-2)).toEqual(['Jackpot History', 'Level'])
  const slot = await recordOf(page, '/slots?query=EGT')
  await page.goto(`/jackpot-history/slot/${slot}`)
  expect(page.url()).toContain(`/jackpot-history?type=slot&slot=${slot}`)
  expect(crumbs()).toContain('Slot')
  await page.goto(`/advanced/checkpoints/slot/${slot}`)
  expect(page.url()).toContain(`/advanced/checkpoints/${slot}?type=slot`)
  expect(crumbs().slice(-3, -1)).toEqual(['Checkpoints', 'Slot'])
  // The address of one names its type once, wherever its page leads.
  const links = [...page.document.querySelectorAll(`main a[href^="/advanced/checkpoints/${slot}"]`)]
  const types = links.map(link => [...(link.getAttribute('href') ?? '').matchAll(/[?&]type=slot/g)].length)
  expect(types).toContain(1)
  expect(Math.max(...types)).toBe(1)
})

test('logs open on today, SMIB by SMIB, and are narrowed to several of them', async ({ page, journey }) => {
  await journey.signIn('admin')
  for (const path of ['/slotdata', '/advanced/checkpoints', '/advanced/raw-aggregations', '/error-logs']) {
    await page.goto(path)
    expect(page.document.querySelector('main')?.textContent, path).toContain('Today')
  }
  await page.goto('/logs?timeRange=now-90d')
  const smibs = () => page.getByRole('columnheader', { name: 'SMIB', exact: true })
  await expect(smibs()).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('link', { name: 'Time', exact: true }).click()
  expect(page.url()).toContain('sortBy=server_time')
  await page.goto('/logs?timeRange=now-90d')
  const offered = [...page.document.querySelectorAll('select[name="smib"] option')]
    .map(option => option.getAttribute('value') ?? '')
    .filter(value => value !== '')
  const [first = '', second = ''] = offered
  await page.goto(`/logs?timeRange=now-90d&smib=${first}`)
  expect(page.document.querySelector(`select[name="smib"] option[value="${first}"]`)).toBeNull()
  await page.getByLabel('SMIB', { exact: true }).selectOption(second)
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(new URL(page.url()).searchParams.getAll('smib')).toEqual([first, second])
})
