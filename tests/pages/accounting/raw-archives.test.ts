import { createHash } from 'node:crypto'
import { parquetReadObjects } from 'hyparquet'
import { closeDay } from '../../../backend/accounting/closing/closing.service'
import { dayOf, placeOf } from '../../../backend/telemetry/gaming-days/place.service'
import { dateAfter } from '../../../backend/estate/locations/gaming-day.service'
import type { Deps } from '../../../backend/platform/deps'
import { archiveDay } from '../../../backend/accounting/retention/archiving.service'
import { expect, test } from '../../support/journey'

/** The first whole gaming day of a location with the part before it, sealed and archived as if they were old enough. */
async function archived({ deps }: { deps: Deps }) {
  const { db, clock } = deps
  const told = await db
    .selectFrom('counter_days')
    .innerJoin('slots as s', 's.id', 'counter_days.slot_id')
    .select(['counter_days.location_id', 'counter_days.gaming_day', 'counter_days.slot_id', 's.serial'])
    .where('game_nr', '=', 0)
    .where('coin_in', '>', 0)
    .orderBy('gaming_day')
    .orderBy('slot_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const of = await placeOf(db, { tenantId: null }, told.location_id)
  const place = dayOf(of, dateAfter(told.gaming_day, 1))
  for (const one of [dayOf(of, told.gaming_day), place]) {
    await db.transaction().execute(tx => closeDay(tx, one, { by: null, reason: null }, clock()))
    await db
      .updateTable('location_days')
      .set({ state: 'sealed' })
      .where('location_id', '=', one.locationId)
      .where('day', '=', one.day)
      .execute()
    await archiveDay(deps, one, () => Promise.resolve(true))
  }
  return { ...place, slotId: told.slot_id, serial: told.serial }
}

test('whoever follows a figure of an old day is led to the archive that its readings are in', async ({
  page,
  journey,
  site,
}) => {
  const { locationId, day, slotId, from, to } = await archived(site)
  await journey.signIn('auditor')
  await page.goto(`/locations/${locationId}/days/${day}/${slotId}`)
  await expect(page.getByText(/the readings of this day are in archives/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Opening and closing reading' }).first()).toBeVisible()
  await page.goto(
    `/locations/${locationId}/days/${day}/${slotId}/${Math.ceil(from / 3_600_000 + 5) * 3_600_000}`,
  )
  await expect(page.getByText('No reading of this hour is stored')).toHaveCount(0)
  const files = page.getByRole('link', { name: /archive file/ })
  await expect(files).toBeVisible()
  await files.click()
  await expect(page).toHaveURL(/\/advanced\/raw-archives\?location=/)
  await expect(page.getByRole('heading', { level: 1, name: /Raw Archives/ })).toBeVisible()

  const period = new URLSearchParams({
    type: 'slot',
    dateStart: new Date(from).toISOString(),
    dateEnd: new Date(to).toISOString(),
  })
  await page.goto(`/counters/${slotId}?${period.toString()}`)
  await expect(page.getByText(/that belong to this period are in archives/)).toBeVisible()
})

test('an archive says that it is as it was written, and its file can be taken', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('auditor')
  const one = await site.deps.db
    .selectFrom('raw_archives')
    .select(['id', 'sha256', 'rows'])
    .where('stream', '=', 'readings')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await page.goto(`/advanced/raw-archives/${one.id}`)
  await expect(page.getByText('as it was written')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d\d\/\d\d\/\d{4}, file 1$/)
  const address = (await page.getByRole('link', { name: 'Download Parquet' }).getAttribute('href')) ?? ''
  const answer = await page.request.get(address)
  expect(answer.headers()['content-disposition']).toMatch(/readings-\d{4}-\d\d-\d\d-\d+\.parquet/)
  const file = await answer.body()
  expect(createHash('sha256').update(file).digest('hex')).toBe(one.sha256)
  const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer })
  expect(rows).toHaveLength(one.rows)
  expect((await page.request.get(`${address}?colour=red`)).status()).toBe(422)

  await site.deps.db
    .updateTable('raw_archive_pieces')
    .set({ content: Buffer.from('another').toString('base64') })
    .where('archive_id', '=', one.id)
    .execute()
  await page.goto(`/advanced/raw-archives/${one.id}`)
  await expect(page.getByText('not as it was written')).toBeVisible()
})

test('who may not order files sees the archives without them', async ({ page, journey, site }) => {
  const one = await site.deps.db
    .selectFrom('raw_archives')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await journey.signIn('inspector')
  const status = (await page.request.get(`/advanced/raw-archives/${one.id}/file.parquet`)).status()
  expect([403, 404]).toContain(status)
})
