import { setTimeout as pause } from 'node:timers/promises'
import { recordAnswers } from '../../../backend/estate/control/answers'
import { fetchCommands } from '../../../backend/estate/control/downlink'
import { systemActor } from '../../../backend/platform/request/actor'
import type { TestConsole } from '../../support/console'
import { expect, test, type Page } from '../../support/journey'

interface Slot {
  id: string
  serial: string
  mac: string
}

/** Slots that hear and are idle, with their SMIBs. The demo's SMIBs are silent here: these answer as the test says. */
async function slots({ deps: { db } }: TestConsole, count: number): Promise<Slot[]> {
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('smibs as b', 'b.slot_id', 's.id')
    .select(['s.id', 's.serial', 'b.mac'])
    .where('s.lock_state', '=', 'active')
    .where('s.archived_at', 'is', null)
    .where('s.protocol', '!=', 'pulse')
    .orderBy('s.id')
    .limit(count)
    .execute()
  await db
    .updateTable('slots')
    .set({ credits: 0, last_seen_at: Date.now() + 3_600_000 })
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .execute()
  return rows
}

async function answer({ deps: { db } }: TestConsole, { mac }: Slot, said: object): Promise<void> {
  const [command] = await fetchCommands(db, { tenantId: null }, [mac], Date.now())
  const { verdicts } = await recordAnswers(
    { db, actor: systemActor, scope: { tenantId: null }, now: Date.now() },
    [{ command_id: command?.command_id, ...said }],
  )
  expect(verdicts).toEqual([{ index: 0, verdict: 'recorded' }])
}

const status = (page: Page) => page.document.querySelector('.page-title .st')
const told = (page: Page) => ({
  word: status(page)?.textContent,
  mark: [...(status(page)?.classList ?? [])].find(name => name !== 'st'),
})

test.describe('a quick lock', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  test('is an order until the machine confirms it, on its page, its list and its controls', async ({
    page,
    site,
  }) => {
    const [slot] = (await slots(site, 1)) as [Slot]
    await page.goto(`/slots/${slot.id}/lock`)
    await page.getByLabel('Reason').fill('Jammed bill')
    await page.getByRole('main').getByRole('button', { name: 'Lock slot' }).last().click()
    await expect(page.getByText('Lock ordered.')).toBeVisible()
    expect(told(page)).toEqual({ word: 'locking…', mark: 'st-info' })
    await expect(page.getByText(/^Lock ordered by .+, .+ The slot has not confirmed it yet\.$/)).toBeVisible()

    await page.goto(`/slots?lock_state=locked&query=${slot.serial}`)
    await expect(page.getByRole('rowheader')).toHaveCount(0)
    await page.goto(`/slots?lock_state=locking&query=${slot.serial}`)
    await expect(page.getByRole('rowheader', { name: slot.serial })).toBeVisible()
    await page.goto(`/slots?status=locked&query=${slot.serial}`)
    await expect(page.getByText('Ordered state: locked').first()).toBeVisible()

    await answer(site, slot, { outcome: 'busy' })
    await page.goto(`/slots/${slot.id}`)
    await expect(page.getByText('Its answer: a game is in progress.')).toBeVisible()
    await answer(site, slot, { outcome: 'done' })
    await page.getByRole('link', { name: 'Refresh' }).click()
    expect(told(page)).toEqual({ word: 'locked', mark: 'st-locked' })
    await page.goto(`/slot/control/${slot.id}`)
    expect(told(page)).toEqual({ word: 'locked', mark: 'st-locked' })
  })

  test('that the machine refuses leaves it unlocked, and says why in words', async ({ page, site }) => {
    const [slot] = (await slots(site, 1)) as [Slot]
    await page.goto(`/slot/control/${slot.id}`)
    await page.getByRole('link', { name: 'Lock slot' }).click()
    await page.getByLabel('Reason').fill('Jammed bill')
    await page.getByRole('button', { name: 'Lock slot' }).click()
    await answer(site, slot, { outcome: 'refused', code: 'door_open' })
    for (const path of [`/slots/${slot.id}`, `/slot/control/${slot.id}`]) {
      await page.goto(path)
      expect(told(page)).toEqual({ word: 'still unlocked: lock refused', mark: 'st-bad' })
      await expect(page.getByText('Its answer: a door is open.')).toBeVisible()
      expect(page.document.body.textContent).not.toContain('door_open')
    }
  })
})

test.describe('a bulk action', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  const locked = async (page: Page, chosen: readonly Slot[]) => {
    await page.goto(`/bulk-actions/new?action=lock&${chosen.map(({ id }) => `selected=${id}`).join('&')}`)
    await page.getByLabel('Reason').fill('Night closing')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: `Lock ${chosen.length} slots` })).toBeVisible()
    await page.locator('button[name="intent"][value="confirm"]').click()
    const at = new URL(page.url()).pathname
    for (
      let tries = 0;
      tries < 100 && !page.document.querySelector('h1')?.textContent?.startsWith('Lock:');
      tries++
    ) {
      await pause(50)
      await page.goto(at)
    }
    return at
  }

  test('counts who has confirmed, and is green only when all have', async ({ page, site }) => {
    const chosen = (await slots(site, 3)) as [Slot, Slot, Slot]
    const at = await locked(page, chosen)
    await expect(page.getByRole('heading', { level: 1, name: 'Lock: 0 of 3 slots confirmed' })).toBeVisible()
    expect(told(page)).toEqual({ word: '0 of 3 confirmed', mark: 'st-warn' })
    await answer(site, chosen[0], { outcome: 'done' })
    await answer(site, chosen[1], { outcome: 'refused', code: 'door_open' })
    await answer(site, chosen[2], { outcome: 'busy' })
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lock: 1 of 3 slots confirmed' })).toBeVisible()
    await expect(page.getByText('in a game: 1 · refused: 1')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'a door is open' })).toContainText(
      'Refused by the slot',
    )

    await page.goto('/bulk-actions?outcome=awaiting')
    await expect(page.getByText('1 of 3 confirmed')).toBeVisible()
    await expect(page.getByText('in a game: 1 · refused: 1')).toBeVisible()
    const list = (await (await page.goto('/bulk-actions/export.csv'))?.text()) ?? ''
    expect(list).toContain('Confirmed,')
    expect(list).toContain('1 of 3 confirmed')
    const result = (await (await page.goto(`${at}/result.csv`))?.text()) ?? ''
    expect(result).toContain('a door is open')
    expect(result).not.toContain('door_open')

    await answer(site, chosen[2], { outcome: 'done' })
    await page.goto(at)
    expect(told(page)).toEqual({ word: '2 of 3 confirmed', mark: 'st-warn' })
    await page.goto('/bulk-actions?outcome=done')
    await expect(page.getByText('2 of 3 confirmed')).toHaveCount(0)
    await page.goto('/advanced/tasks?show=completed')
    const task = page.getByRole('row').filter({ hasText: 'Ordering locks or unlocks of many slots' }).first()
    await expect(task).toContainText('Ordered')
    await task.getByRole('link').first().click()
    await page.getByRole('link', { name: 'What the slots answered' }).click()
    await expect(page).toHaveURL(new RegExp(`${at}$`))
  })

  test('all of whose machines confirm is done', async ({ page, site }) => {
    const chosen = await slots(site, 2)
    const at = await locked(page, chosen)
    for (const slot of chosen) await answer(site, slot, { outcome: 'done' })
    await page.goto(at)
    expect(told(page)).toEqual({ word: 'done: 2 of 2 confirmed', mark: 'st-good' })
    await expect(page.getByRole('link', { name: 'Refresh' })).toHaveCount(0)
  })
})
