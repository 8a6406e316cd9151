/**
 * A move that was entered late is set back: from the slot's page to the task that books it, without scripts, in three
 * languages.
 */
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''
const HOUR = 3_600_000

test('an administrator sets a move back to when it happened, and sees first what goes from one location to the other', async ({
  page,
  journey,
  site,
}) => {
  const { db, clock } = site.deps
  const read = await db
    .selectFrom('counter_latest as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.id', 's.location_id', 's.tenant_id', 'l.name', 'l.time_zone', 'c.server_time'])
    .where('c.game_nr', '=', 0)
    .orderBy('c.server_time', 'desc')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('tenant_id', '=', read.tenant_id)
    .where('id', '<>', read.location_id)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('slots')
    .set({ location_id: other.id, updated_at: clock() })
    .where('id', '=', read.id)
    .execute()
  const path = `/held/slot/${read.id}`
  await journey.signIn('admin')
  for (const [language, word] of [
    ['ro-RO', 'Istoricul alocărilor'],
    ['pt-PT', 'Histórico de atribuições'],
  ] as const) {
    const elsewhere = journey.browser(language)
    await signIn(elsewhere, 'admin')
    await elsewhere.goto(path)
    expect(mainOf(elsewhere)).toContain(word)
  }
  await page.goto(`/slots/${read.id}`)
  await page.getByRole('link', { name: 'Configuration', exact: true }).click()
  expect(page.document.querySelector(`a[href="${path}"]`)?.textContent).toContain('Assignment history')
  await page.goto(path)
  await page
    .getByRole('link', { name: /^Backdate what is effective from/ })
    .first()
    .click()
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: read.time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const show = async (at: number) => {
    await page.locator('main [name=to]').fill(local.format(at).replace(' ', 'T'))
    await page.getByRole('button', { name: 'Show what would change', exact: true }).click()
  }
  await show(clock() + 24 * HOUR)
  expect(mainOf(page)).toContain('Must be earlier than the time from which it applies now')
  await show(read.server_time - 2 * HOUR)
  for (const { name } of [read, other]) expect(mainOf(page)).toContain(`What would change in ${name}`)
  await page.locator('main [name=reason]').fill('The transport note says so')
  await page.getByRole('button', { name: 'Backdate', exact: true }).click()
  await expect(page).toHaveURL(/\/advanced\/tasks\/[0-9a-f]{24}/)
  await expect
    .poll(
      async () => {
        await page.goto(path)
        return mainOf(page)
      },
      { timeout: 50_000 },
    )
    .toContain('Backdated by a person')
  expect(
    await db
      .selectFrom('counter_hours')
      .select('location_id')
      .where('slot_id', '=', read.id)
      .where('location_id', '=', other.id)
      .execute(),
  ).not.toEqual([])
  await page.goto('/held/player/x')
  expect(mainOf(page)).toContain('Page not found')
  await page.goto(`${path}?since=5`)
  expect(mainOf(page)).toContain('Page not found')
})

test('a SMIB that was taken off its slot is set back to when that happened, and its readings count no more', async ({
  page,
  journey,
  site,
}) => {
  const { db, clock } = site.deps
  const read = await db
    .selectFrom('counter_latest as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .innerJoin('smibs as b', 'b.slot_id', 's.id')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['b.id', 'b.mac', 's.id as slot', 's.serial', 'l.name', 'l.time_zone', 'c.server_time'])
    .where('c.game_nr', '=', 0)
    .orderBy('c.server_time', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('smibs')
    .set({ slot_id: null, updated_at: clock() })
    .where('id', '=', read.id)
    .execute()
  await journey.signIn('admin')
  await page.goto(`/advanced/smibs/${read.id}`)
  await page.getByRole('link', { name: 'Configuration', exact: true }).click()
  const path = `/held/smib/${read.id}`
  expect(page.document.querySelector(`a[href="${path}"]`)?.textContent).toContain('Assignment history')
  await page.goto(path)
  expect(mainOf(page)).toContain(read.serial)
  await page
    .getByRole('link', { name: /^Backdate what is effective from/ })
    .first()
    .click()
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: read.time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  await page.locator('main [name=to]').fill(local.format(read.server_time - 3 * HOUR).replace(' ', 'T'))
  await page.getByRole('button', { name: 'Show what would change', exact: true }).click()
  expect(mainOf(page)).toContain(`What would change for ${read.serial} in ${read.name}`)
  await page.locator('main [name=reason]').fill('The technician took it along')
  await page.getByRole('button', { name: 'Set the time', exact: true }).click()
  await expect(page).toHaveURL(/\/advanced\/tasks\/[0-9a-f]{24}/)
  await expect
    .poll(
      async () => {
        await page.goto(path)
        return mainOf(page)
      },
      { timeout: 50_000 },
    )
    .toContain('Backdated by a person')
  const { held } = await db
    .selectFrom('counter_readings')
    .select('held')
    .where('slot_id', '=', read.slot)
    .orderBy('server_time', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(held).toBe('not_placed')
})
