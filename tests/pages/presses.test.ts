/**
 * How many presses a shift's daily tasks take, from the page where each begins: a menu's opening is one, typing and its
 * Enter are none.
 */
import { sealRunTask } from '../../backend/accounting/sealing/seal-run-task'
import { startRunner } from '../../backend/platform/tasks/runner'
import { expect, recordOf, test, type Locator, type Page } from '../support/journey'

/** Counts what a hand presses. */
function hand(page: Page) {
  let presses = 0
  const main = page.getByRole('main')
  return {
    main,
    presses: () => presses,
    press: async (target: Locator) => {
      presses++
      await target.click()
    },
    /** Choosing a row of a select is two: it opens, and it closes. */
    choose: async (target: Locator, option: { index: number }) => {
      presses += 2
      await target.selectOption(option)
    },
    /** Two: the menu opens, the link is pressed. */
    inMenu: async (name: string) => {
      presses += 2
      await main.locator('.page-commands summary').last().click()
      await main.locator('.page-commands .sheet').getByRole('link', { name }).first().click()
    },
    /** One: a tab of a record, or a page of the tab that is open. */
    tab: async (name: string) => {
      presses++
      await main.locator('.record-tabs').getByRole('link', { name, exact: true }).last().click()
    },
    /** Typed into the search field of every page, with Enter: one that is called so opens. */
    find: (words: string) => page.goto(`/search?query=${encodeURIComponent(words)}`),
  }
}

test.describe('from the start page', () => {
  test.beforeEach(async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/access')
  })

  test('a slot is found and locked with three presses', async ({ page, site }) => {
    const { serial } = await site.deps.db
      .selectFrom('slots')
      .select('serial')
      .where('lock_state', '=', 'active')
      .where('archived_at', 'is', null)
      .where('protocol', '!=', 'pulse')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { find, press, main, presses } = hand(page)
    await find(serial)
    await press(main.getByRole('link', { name: 'Lock', exact: true }))
    await press(main.getByLabel('Cash count'))
    await press(main.getByRole('button', { name: 'Lock slot' }).last())
    await expect(page.getByText('Lock ordered.')).toBeVisible()
    expect(presses()).toBe(3)
  })

  test('a SMIB is found and restarted with two', async ({ page }) => {
    await recordOf(page, '/advanced/smibs?assigned=1')
    const mac = page.document.querySelector('th[scope=row]')?.textContent ?? ''
    const { find, press, main, presses } = hand(page)
    await find(mac)
    await press(main.getByRole('link', { name: 'Restart', exact: true }))
    await press(main.getByRole('button', { name: 'Restart SMIB' }).last())
    await expect(page.getByText('Restart ordered.')).toBeVisible()
    expect(presses()).toBe(2)
  })

  test('a location is locked for the night with three from its page, and its unlock has reasons of its own', async ({
    page,
    site,
  }) => {
    // An ordinary evening: everybody has gone home, and the SMIBs are heard.
    await site.deps.db
      .updateTable('slots')
      .set({ credits: 0, last_seen_at: Date.now() + 3_600_000 })
      .execute()
    const { press, main, presses } = hand(page)
    await main.getByRole('row').nth(1).getByRole('rowheader').getByRole('link').click()
    const here = page.url()
    await press(main.getByRole('link', { name: 'Lock its slots' }))
    // The page begins with what will happen, so nothing further down takes the cursor.
    expect(page.document.querySelector('main [autofocus]')).toBeNull()
    // It begins with what will happen.
    const said = Number((await main.getByText(/^Locks \d+ now/).textContent())?.match(/\d+/)?.[0])
    await press(main.getByLabel('End of the day'))
    await press(main.getByRole('button', { name: `Lock ${said} slots` }).last())
    await expect(main.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(page.getByRole('heading', { name: `Lock ${said} slots`, level: 1 })).toBeVisible()
    expect(presses()).toBe(3)

    await site.deps.db.updateTable('slots').set({ status: 'locked' }).where('status', '=', 'active').execute()
    await page.goto(`${here}/unlock`)
    await expect(main.getByLabel('Start of the day')).toBeVisible()
    await expect(main.getByLabel('End of the day')).toHaveCount(0)
    // Those of another hall were locked apart from it: all can be ticked at once, and nothing that was typed is lost.
    await page.goto('/locations')
    const halls = [...page.document.querySelectorAll('main tbody th a')].map(a => a.getAttribute('href'))
    await page.goto(`${halls.find(path => !here.endsWith(String(path)))}/unlock`)
    await press(main.getByLabel('Start of the day'))
    await press(main.getByRole('button', { name: 'Unlock the ticked slots' }).last())
    await expect(main.getByText('Tick at least one slot.')).toBeVisible()
    await expect(page.getByText('Part of the address was not used')).toHaveCount(0)
    const tickAll = main.getByRole('button', { name: /^Tick all \d+$/ })
    const all = Number((await tickAll.textContent())?.match(/\d+/)?.[0])
    await press(tickAll)
    await expect(main.getByLabel('Start of the day')).toBeChecked()
    await press(main.getByRole('button', { name: 'Unlock the ticked slots' }).last())
    await expect(page.getByRole('heading', { name: `Unlock ${all} slots`, level: 1 })).toBeVisible()
  })

  test('two locations are compared with six', async ({ page }) => {
    const { press, choose, main, tab, presses } = hand(page)
    await press(main.getByRole('row').nth(1).getByRole('rowheader').getByRole('link'))
    await tab('Configuration')
    await tab('Compare with another location')
    // Which location stands first on the start page changes with the hour; with itself there is nothing to compare.
    const left = await page.locator('select[name="left"]').inputValue()
    const offered = [...page.document.querySelectorAll('select[name="right"] option')]
    const other = offered.findIndex(option => !['', left].includes(option.getAttribute('value') ?? ''))
    await choose(page.locator('select[name="right"]'), { index: other })
    await press(main.getByRole('button', { name: 'Compare' }).last())
    await expect(main.getByRole('table').first()).toBeVisible()
    expect(presses()).toBe(6)
  })

  test('what is offline is on paper with three', async ({ page }) => {
    const { press, main, inMenu, presses } = hand(page)
    await press(main.getByRole('link', { name: /Offline/ }).first())
    await inMenu('Print view')
    await expect(page.getByText('Connection: offline')).toBeVisible()
    expect(presses()).toBe(3)
  })

  test('a file of slots is checked with four', async ({ page }) => {
    const { press, main, inMenu, presses } = hand(page)
    await press(main.getByRole('link', { name: /Offline/ }).first())
    await inMenu('Import slots')
    await page.locator('textarea[name="text"]').fill('serial;position\nNO-SUCH-SLOT;A-01')
    await press(main.getByRole('button', { name: 'Check the rows' }))
    await expect(page).toHaveURL(/\/slots-import\/[0-9a-f]{24}$/)
    expect(presses()).toBe(4)
  })

  test('what a slot did yesterday between 20 and 22 is found with five', async ({ page }) => {
    await page.goto(`/slots/${await recordOf(page, '/slots')}`)
    const { press, main, tab, presses } = hand(page)
    await tab('Timeline')
    await tab('Events')
    await press(main.locator('.period summary').first())
    await press(main.getByLabel('Date and time'))
    await page.locator('input[name="dateStart"]').fill('2026-11-21T20:00')
    await page.locator('input[name="dateEnd"]').fill('2026-11-21T22:00')
    await press(main.getByRole('button', { name: 'Show this period' }).last())
    await expect(page).toHaveURL(/dateStart=/)
    expect(presses()).toBe(5)
  })

  test(
    'the days of a month are closed, accepted and sealed with six, three of them on its desk',
    { timeout: 180_000 },
    async ({ page, site }) => {
      const location = await recordOf(page, '/locations?query=Titan')
      // A day is over some hours after midnight.
      const month = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 7)
      const desk = `/reports/month-desk/${location}-${month}`
      await page.goto(desk)
      // Accepting nothing seals nothing.
      await page.getByRole('button', { name: 'Accept and seal' }).click()
      await expect(page.getByText(/^Nothing is ticked\. Tick the gaps that you accept/).first()).toBeVisible()
      // Nor do ticks that exclude each other.
      await page.getByLabel(/^None: seal only/).check()
      await page.getByLabel('All gaps of these days').check()
      await page.getByRole('button', { name: 'Accept and seal' }).click()
      await expect(page.getByText(/^“None” and gaps are both ticked\./).first()).toBeVisible()
      await page.goto(desk)
      const { press, main, presses } = hand(page)
      await press(main.getByLabel('All gaps of these days'))
      await press(main.getByLabel('SMIB without connection'))
      await press(main.getByRole('button', { name: 'Accept and seal' }))
      expect(presses()).toBe(3)
      await expect(page.getByText('Sealing has started.')).toBeVisible()
      // Until it is over there is nothing to press, and the page asks again by itself.
      await expect(main.getByRole('button', { name: 'Accept and seal' })).toHaveCount(0)
      const waits = await page.request.get(desk)
      expect(waits.headers().refresh).toBe('3')
      const runner = startRunner(site.deps, [sealRunTask], { pollMs: 20 })
      await expect
        .poll(async () => (await page.request.get(desk)).headers().refresh, { timeout: 150_000 })
        .toBeUndefined()
      await runner.stop()
      await page.goto(desk)
      await expect(page.getByText(/^\d+ days? sealed: /)).toBeVisible()
      const sealed = await site.deps.db
        .selectFrom('daily_reports')
        .select(['accepted', 'document'])
        .where('state', '=', 'sealed')
        .execute()
      expect(sealed.length).toBeGreaterThan(0)
      const accepted = sealed.flatMap(one => JSON.parse(one.accepted) as { reason: string }[])
      expect(accepted.length).toBeGreaterThan(0)
      expect(new Set(accepted.map(({ reason }) => reason))).toEqual(new Set(['SMIB without connection']))
      // With three to the desk: a month that is not sealed says so by a link to it.
      await page.goto('/access')
      await press(page.getByRole('link', { name: 'Reports', exact: true }).first())
      await press(page.getByRole('link', { name: 'Monthly Reports', exact: true }).first())
      await press(main.locator(`a[href="${desk}"]`).first())
      await expect(page.getByRole('heading', { name: /^Month-end closing: /, level: 1 })).toBeVisible()
      expect(presses()).toBe(6)
    },
  )
})
