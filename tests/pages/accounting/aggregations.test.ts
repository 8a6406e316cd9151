/**
 * Aggregation rules and what they compute: saved in a form, shown by interval, in a file, and reached by the
 * specification's addresses.
 */
import { expect, test } from '../../support/journey'

test('a rule is saved, and its computed aggregations show its measures alone', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto('/advanced/aggregation-rules/new')
  await page.getByLabel('Name').fill('Win by location')
  await page.getByLabel('Net win', { exact: true }).check()
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByRole('heading', { name: 'Win by location', level: 1 })).toBeVisible()
  const rule = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  await page.goto(`/advanced/computed-aggregations?rule=${rule}&timeRange=last+week`)
  await expect(page.getByRole('columnheader', { name: /^Net win/ })).toBeVisible()
  expect(await page.getByRole('rowheader').count()).toBeGreaterThan(3)
})

test("a location's days stand raw and computed, in their files too", async ({ page, journey }) => {
  await journey.signIn('auditor')
  await page.goto('/locations?query=Titan')
  const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  const id = location.split('/').at(-1) ?? ''
  for (const [stream, heading] of [
    ['raw-aggregations', /^Raw aggregations of /],
    ['computed-aggregations', /^Computed aggregations of /],
  ] as const) {
    await page.goto(`/advanced/${stream}/location/${id}?timeRange=last+week`)
    expect(page.url()).toContain(`/advanced/${stream}/${id}?timeRange=last+week&type=location`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(3)
    const file = await page.request.get(
      `/advanced/${stream}/${id}/export.csv?type=location&timeRange=last+week`,
    )
    const [head = '', row = ''] = (await file.text()).split('\r\n')
    expect(head).toContain('Coin in')
    // The day that it sums up, as the screen has it.
    expect(row).toMatch(/,\d\d\/\d\d\/\d{4},/)
  }
})

test('of a row for each game of a slot, the table says of which game, on a phone too', async ({
  page,
  journey,
}) => {
  await journey.signIn('auditor')
  await page.goto('/advanced/computed-aggregations?by=game&timeRange=last+week')
  const heads = [...page.document.querySelectorAll('main thead th')]
  const at = heads.findIndex(head => head.textContent?.startsWith('Game no.'))
  const cells = [...page.document.querySelectorAll('main tbody tr')].map(
    row => row.querySelectorAll('th, td')[at],
  )
  expect(cells.length).toBeGreaterThan(3)
  for (const cell of cells) expect(cell?.textContent).toMatch(/^\d+$/)
  // The rank of what a phone shows in a row's second line.
  expect(heads[at]?.className).toMatch(/\br3\b/)
})
