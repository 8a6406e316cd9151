import { expect, test, type Page } from '../../support/journey'

/** The first record of a list. */
async function openFirst(page: Page, list: string): Promise<void> {
  await page.goto(list)
  await page.getByRole('rowheader').first().getByRole('link').click()
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('what happened', () => {
  for (const [list, titles] of [
    ['/slots', ['Timeline', 'Last 14 gaming days']],
    ['/locations', ['Last 14 gaming days']],
    ['/tenants', ['Last 14 gaming days']],
    ['/advanced/smibs', ['Last messages']],
  ] as const) {
    test(`stands beside the facts of a record of ${list}`, async ({ page, journey }) => {
      await journey.signIn('manager')
      await openFirst(page, list)
      for (const title of titles)
        await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    })
  }

  test('names the zone of its times', async ({ page, journey }) => {
    await journey.signIn('operator')
    await openFirst(page, '/advanced/smibs')
    await expect(section(page, 'Last messages').or(page.getByText('No messages yet.'))).toBeVisible()
    if (await section(page, 'Last messages').isVisible())
      await expect(page.getByText('Times in Europe/Bucharest')).toBeVisible()
  })
})

test.describe('the figures of a SMIB', () => {
  test('lead to its messages', async ({ page, journey }) => {
    await journey.signIn('operator')
    await openFirst(page, '/advanced/smibs')
    await page
      .getByRole('list', { name: 'Figures' })
      .getByRole('link', { name: /Messages/ })
      .click()
    await expect(page.getByRole('heading', { name: /^Messages of /, level: 1 })).toBeVisible()
  })
})

test('each number of the shift leads to a list of exactly so many, and what waits says how old its oldest is', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/access')
  const tiles = Array.from(page.document.querySelectorAll('main .tiles a'), tile => ({
    name: tile.querySelector('.tile-k')?.textContent ?? '',
    value: tile.querySelector('.tile-v')?.textContent ?? '',
    note: tile.querySelector('.tile-n')?.textContent ?? '',
    href: tile.getAttribute('href') ?? '',
  }))
  // Tasks, messages and alarms go on while this runs: of them only where they lead is certain.
  expect(tiles.find(tile => tile.name === 'Tasks running')?.href).toBe('/advanced/tasks?show=current')
  const standing = tiles.filter(tile => ['Unverified meters', 'Anomalies to judge'].includes(tile.name))
  expect(standing).toHaveLength(2)
  for (const { value, note, href } of standing) {
    expect(note).toMatch(/^oldest: /)
    await page.goto(href)
    expect(page.document.querySelector('.page-total')?.textContent).toBe(value)
  }
})

test('on paper, where no link leads on, the start page says how many locations it left out', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/access')
  const left = [...page.document.querySelectorAll('main .section')].find(section =>
    section.querySelector('a[href="/locations"]'),
  )
  const all = left?.querySelector('a[href="/locations"]')?.textContent ?? ''
  const shown = left?.querySelectorAll('tbody tr').length ?? 0
  expect(shown).toBeGreaterThan(0)
  expect(left?.querySelector('.only-print')?.textContent).toBe(
    `The ${shown} locations with most trouble, of ${all.replace('All ', '')}`,
  )
})

test.describe('tasks', () => {
  test('are in the menu, current and completed, and each has its page', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/menu')
    const main = page.getByRole('main')
    // In a narrow window an accordion, in a wide one all sections with their pages.
    await page.locator('summary', { hasText: 'Advanced' }).last().click()
    await expect(main.getByRole('heading', { name: 'Advanced', level: 2 })).toBeVisible()
    await main.getByRole('link', { name: 'Tasks', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible()

    // The demo network's history is in one of the two lists, whenever this runs.
    const task = page
      .getByRole('rowheader')
      .getByRole('link', { name: 'History of the demo network' })
      .first()
    if (!(await task.isVisible())) await page.getByRole('link', { name: 'Completed' }).click()
    // Other journeys' imports and exports have ended since.
    if (!(await task.isVisible())) await page.goto('/advanced/tasks?show=completed&rowsPerPage=200')
    await task.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
  })

  test('of others are not shown to who may not see them', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('inspector')
    await page.goto('/menu')
    await page.locator('summary', { hasText: 'Advanced' }).last().click()
    const isInMenu = await page
      .getByRole('main')
      .getByRole('link', { name: 'Tasks', exact: true })
      .first()
      .isVisible()
    const answer = await page.goto('/advanced/tasks')
    expect(answer?.status()).toBe(isInMenu ? 200 : 403)
  })
})

test('a filter that nobody chose leaves the address', async ({ page, journey }) => {
  await journey.signIn('operator')
  await page.goto('/slots')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/slots$/)
  await expect(page.getByRole('navigation', { name: 'You are here' })).not.toContainText('Location')
})
