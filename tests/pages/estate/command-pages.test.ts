import type { TestConsole } from '../../support/console'
import { expect, test, type Page } from '../../support/journey'

/** Three unlocked slots of one location, the first of them with 600 credits. */
async function threeSlots({ deps: { db } }: TestConsole) {
  const first = await db
    .selectFrom('slots')
    .select(['location_id'])
    .where('lock_state', '=', 'active')
    .where('protocol', '!=', 'pulse')
    .where('archived_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('slots')
    .select(['id', 'serial', 'location_id'])
    .where('location_id', '=', first.location_id)
    .where('lock_state', '=', 'active')
    .where('protocol', '!=', 'pulse')
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(3)
    .execute()
  const ids = rows.map(row => row.id)
  await db
    .updateTable('slots')
    .set({ credits: 0, position: 'A-1', denomination_minor: 1, last_seen_at: Date.now() + 3_600_000 })
    .where('id', 'in', ids)
    .execute()
  await db
    .updateTable('slots')
    .set({ credits: 600, position: 'B-04' })
    .where('id', '=', ids[0] ?? '')
    .execute()
  return rows
}

const main = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test.describe('the page of a command', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  test('says of a slot where it stands and what its credits are worth, before it is archived', async ({
    page,
    site,
  }) => {
    const [slot] = await threeSlots(site)
    await page.goto(`/slots/${slot?.id}/archive`)
    const row = page.getByRole('row').filter({ hasText: slot?.serial ?? '' })
    await expect(row).toContainText('B-04')
    await expect(row).toContainText('600')
    await expect(row).toContainText('6.00')
  })

  test('says what several come to, and leaves those with credits out by one press', async ({
    page,
    site,
  }) => {
    const slots = await threeSlots(site)
    await page.goto(`/slots/do/lock?status=active&${slots.map(({ id }) => `selected=${id}`).join('&')}`)
    await expect(page.getByText('3 slots in 1 location, 600 credits, RON 6.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Lock 3 slots' }).last()).toBeVisible()
    // What each was and becomes; the currency stands in the head.
    await expect(page.getByRole('columnheader', { name: 'Worth of credits RON' })).toBeVisible()
    const first = page.getByRole('row').filter({ hasText: slots[0]?.serial ?? '' })
    await expect(first).toContainText('active → locked')
    await expect(first).not.toContainText('RON')
    await page.getByLabel('Reason').fill('Carpet is cleaned')
    await page.getByRole('button', { name: 'Exclude those with credits' }).click()
    await expect(page.getByRole('button', { name: 'Lock 2 slots' }).last()).toBeVisible()
    await expect(page.getByLabel('Reason')).toHaveValue('Carpet is cleaned')
    await expect(page.getByRole('row').filter({ hasText: slots[0]?.serial ?? '' })).toContainText(
      'There are credits on it.',
    )
    await page.getByRole('button', { name: 'Include those with credits, too (1)' }).click()
    await expect(page.getByRole('button', { name: 'Lock 3 slots' }).last()).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Reason')).toHaveValue('Carpet is cleaned')
    await page.getByRole('button', { name: 'Lock 2 slots' }).last().click()
    await expect(page.getByText(/Lock of 2 slots ordered\./)).toBeVisible()
    // What became of each stands at an address of its own, with what it was and who was left out.
    await expect(page).toHaveURL(/\/bulk-actions\/[0-9a-f]{24}\?back=status%3Dactive$/)
    await page.goto(page.url())
    const row = (nr: number) => page.getByRole('row').filter({ hasText: slots[nr]?.serial ?? '' })
    await expect(row(1)).toContainText('active → locked')
    await expect(row(2)).toContainText('active → locked')
    await expect(row(0)).toContainText('not chosen')
    await expect(page.getByRole('button', { name: 'Unlock these 2 slots' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list: Slots' }).click()
    await expect(page).toHaveURL('/slots?status=active')
    await page.goto(`/slots/${slots[0]?.id}`)
    expect(page.document.querySelector('.page-title .st')?.textContent).toBe('active')
  })

  test('refuses before there is a form, says what stands in the way and leads there', async ({
    page,
    site,
  }) => {
    const [slot] = await threeSlots(site)
    const location = slot?.location_id ?? ''
    await page.goto(`/locations/${location}/archive`)
    await expect(page.getByText('It still has slots. Archive or move them first.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^\d+ slots$/ })
      .click()
    await expect(page).toHaveURL(`/slots?location=${location}`)
    await page.goto('/tenants')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.goto(`${page.url()}/archive`)
    expect(main(page)).toMatch(/In it now: \d+ locations?, \d+ slots/)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
})
