/**
 * From an hour of a slot to the form of a reading by hand, its effect before, and back: without scripts, in three
 * languages.
 */
import { latestMeters } from '../../../backend/telemetry/judgement/latest.service'
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''
const wallTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

test('a manager enters what a slot’s meters showed, sees what that moves, finds it in its hour, and takes it back', async ({
  page,
  journey,
  site,
}) => {
  const slot = await site.deps.db
    .selectFrom('counter_latest as l')
    .innerJoin('slots as s', 's.id', 'l.slot_id')
    .innerJoin('locations as o', 'o.id', 's.location_id')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select(['s.id', 's.serial', 'l.server_time', 'l.meters', 'o.time_zone', 'o.id as location'])
    .where('l.game_nr', '=', 0)
    .where('l.standing', 'is', null)
    .where('t.name', '=', 'Steaua Carpaților')
    .where('s.archived_at', 'is', null)
    .orderBy('l.server_time', 'desc')
    .executeTakeFirstOrThrow()
  const coinIn = latestMeters(slot.meters).coin_in ?? 0
  await journey.signIn('manager')
  const form = `/slots/${slot.id}/manual-reading`
  for (const [language, submit] of [
    ['ro-RO', 'Arată ce se modifică'],
    ['pt-PT', 'Mostrar o que muda'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'manager')
    await other.goto(form)
    expect(mainOf(other)).toContain(submit)
  }
  await page.goto(`/slots/${slot.id}`)
  expect(page.document.querySelector(`a[href="${form}"]`)?.textContent).toContain('Enter a reading')
  await page.goto(form)

  // In the minute after the newest reading.
  await page.locator('main [name=at]').fill(wallTime(slot.server_time + 60_000, slot.time_zone))
  journey.allowErrors(/422/)
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Values: Required field' })).toBeVisible()
  await page.locator('main [name="values.coin_out"]').fill('12a')
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Coin out (cr.): Is not a number' })).toBeVisible()
  await page.locator('main [name="values.coin_out"]').fill('')
  // As the page itself writes it.
  await page.locator('main [name="values.coin_in"]').fill((coinIn + 50).toLocaleString('ro'))
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  expect(mainOf(page)).toContain('What would change')
  await page.locator('main [name=reason]').fill('Its SMIB is away for repair')
  await page.getByRole('button', { name: 'Enter the reading', exact: true }).click()
  await expect(page).toHaveURL(/\/manual-readings\/[0-9a-f]{24}/)
  expect(mainOf(page)).toContain('Its SMIB is away for repair')
  const record = page.url()

  await page.goto(`/manual-readings?slot=${slot.id}`)
  expect(mainOf(page)).toContain('Its SMIB is away for repair')
  await page.goto(`/counters/${slot.id}?type=slot&timeRange=now-6h`)
  expect(mainOf(page)).toContain(String((coinIn + 50) % 1_000))

  await page.goto(`${record}/take_back`)
  await page.locator('main [name=reason]').fill('It was the machine beside it')
  await page.getByRole('button', { name: 'Take the reading back', exact: true }).click()
  await page.goto(record)
  expect(mainOf(page)).toContain('It was the machine beside it')
})

test('a manager keeps the meters of a slot, and of a location, as they are now', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  for (const list of ['/slots', '/locations']) {
    await page.goto(list)
    const record = (await page.locator('th[scope=row] a[href]').first().getAttribute('href')) ?? ''
    await page.goto(record)
    const make = [...page.document.querySelectorAll('a')].find(link =>
      link.textContent?.includes('Make a checkpoint'),
    )
    await page.goto(make?.getAttribute('href') ?? '')
    await page.locator('main [name=reason]').fill(`Before the technician opens it, ${list}`)
    await page.getByRole('button', { name: 'Make the checkpoint', exact: true }).click()
    await expect(page).toHaveURL(/\/advanced\/checkpoints\/[0-9a-f]{24}\?type=/)
    expect(mainOf(page)).toContain('by hand')
  }
  await page.goto('/checkpoint/tenant/0123456789abcdef01234567/new')
  expect(mainOf(page)).toContain('Page not found')
})
