/** The tabs of a record: from each of its pages every other one is a press or two away. */
import { expect, recordOf, test, type DemoPerson, type Page } from '../../support/journey'

const lists = ['/slots?state=online', '/locations', '/advanced/smibs?assigned=1', '/tenants'] as const

const linksOf = (page: Page, selector: string) =>
  [...page.document.querySelectorAll(`main ${selector} a`)].map(link => ({
    name: link.textContent,
    href: link.getAttribute('href') ?? '',
    current: link.getAttribute('aria-current'),
  }))
const tabsOf = (page: Page) => linksOf(page, '.record-tabs .views')
const pagesOf = (page: Page) => linksOf(page, '.record-tabs .tab-pages')

async function recordIn(page: Page, list: string): Promise<string> {
  const id = await recordOf(page, list)
  return `${list.split('?')[0] ?? ''}/${id}`
}

test('from the days of a slot to its meters is one press', async ({ page, journey }) => {
  await journey.signIn('operator')
  const slot = await recordIn(page, lists[0])
  await page.goto(slot)
  expect(tabsOf(page).map(({ name }) => name)).toEqual([
    'Overview',
    'Timeline',
    'Days',
    'Meters',
    'Configuration',
    'Raw data',
  ])
  await page.goto(`${slot}/days`)
  await page
    .getByRole('navigation', { name: 'Parts of this record' })
    .getByRole('link', { name: 'Meters' })
    .click()
  await expect(page).toHaveURL(`${slot}/meters`)
})

test('the menu of a slot holds commands, and no list', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto(await recordIn(page, lists[0]))
  const menu = page.document.querySelector('.page-commands .pop')
  expect(menu?.querySelector('summary')?.textContent).toBe('Commands')
  const names = [...(menu?.querySelectorAll('a') ?? [])].map(link => link.textContent)
  expect(names).toEqual(expect.arrayContaining(['Control', 'Label', 'Enter a reading']))
  for (const list of ['Events', 'Messages', 'Meter Discrepancies', 'SAS configuration', 'Mechanical meters'])
    expect(names).not.toContain(list)
})

test('a timeline of last week is found where a bookmark of before says it is', async ({ page, journey }) => {
  await journey.signIn('manager')
  const slot = await recordIn(page, lists[0])
  await page.goto(`${slot}?days=7&kind=event`)
  await expect(page).toHaveURL(`${slot}?tab=timeline&days=7&kind=event`)
  await expect(page.getByRole('navigation', { name: 'Kinds' })).toBeVisible()
  expect(tabsOf(page).find(({ current }) => current)?.name).toBe('Timeline')
  await page.getByRole('main').getByRole('link', { name: /^All/ }).first().click()
  await expect(page).toHaveURL(`${slot}?tab=timeline&days=7`)
  // The record's own page has the newest of it, and the way to all.
  await page.goto(slot)
  expect(page.document.querySelectorAll('nav.kinds')).toHaveLength(0)
  await page.getByRole('main').getByRole('link', { name: 'All of them' }).first().click()
  await expect(page).toHaveURL(`${slot}?tab=timeline`)
})

test(
  'every tab and every page of a record opens, and stays among its tabs',
  { timeout: 120_000 },
  async ({ page, journey }) => {
    await journey.signIn('admin')
    for (const list of lists) {
      const record = await recordIn(page, list)
      await page.goto(record)
      const tabs = tabsOf(page)
      expect(tabs.length).toBeGreaterThan(4)
      for (const tab of tabs) {
        await page.goto(tab.href)
        const pages = pagesOf(page)
        for (const { href, name } of pages.length > 0 ? pages : [tab]) {
          const answer = await page.goto(href)
          expect(answer?.status(), href).toBe(200)
          expect(
            tabsOf(page).map(one => one.href),
            href,
          ).toEqual(tabs.map(one => one.href))
          expect(
            tabsOf(page)
              .filter(({ current }) => current)
              .map(one => one.name),
            href,
          ).toEqual([tab.name])
          if (pages.length > 0)
            expect(
              pagesOf(page)
                .filter(({ current }) => current)
                .map(one => one.name),
              href,
            ).toEqual([name])
        }
      }
    }
  },
)

for (const person of ['operator', 'auditor', 'inspector'] satisfies DemoPerson[])
  test(
    `no tab leads ${person} to a page that is not theirs`,
    { timeout: 120_000 },
    async ({ page, journey }) => {
      await journey.signIn(person)
      for (const list of lists) {
        const answer = await page.request.get(list)
        if (answer.status() !== 200) continue
        const record = await recordIn(page, list)
        await page.goto(record)
        for (const tab of tabsOf(page)) {
          await page.goto(tab.href)
          for (const { href } of [tab, ...pagesOf(page)])
            expect((await page.request.get(href)).status(), href).toBe(200)
        }
      }
    },
  )
