import { ingest } from '../../backend/rawdata/ingest.service'
import { latestMeters } from '../../backend/rawdata/latest.service'
import type { TestConsole } from '../support/console'
import { expect, test } from '../support/journey'

/** A slot's coin in falls by 500 credits; where it stood before. */
async function fallsBy500({ deps }: TestConsole) {
  const slot = await deps.db
    .selectFrom('smibs as s')
    .innerJoin('slots as m', 'm.id', 's.slot_id')
    .innerJoin('smib_feeds as f', 'f.smib_id', 's.id')
    .innerJoin('counter_latest as l', 'l.slot_id', 'm.id')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select(['s.mac', 'm.serial', 'f.max_seq', 'l.meters', 'l.server_time'])
    .where('l.game_nr', '=', 0)
    .where('l.standing', 'is', null)
    .where('t.name', '=', 'Steaua Carpaților')
    .where('m.archived_at', 'is', null)
    .orderBy('l.server_time', 'desc')
    .executeTakeFirstOrThrow()
  const before = latestMeters(slot.meters).coin_in ?? 0
  const { accepted } = await ingest(deps, { tenantId: null }, [
    {
      smib_id: slot.mac,
      message_seq_nr: slot.max_seq + 1,
      server_time_nano: `${slot.server_time + 60_000}000000`,
      counters: [{ meters: { '0000': before - 500 } }],
    },
  ])
  expect(accepted).toBe(1)
  return { serial: slot.serial, before }
}

test.describe('a meter in doubt', () => {
  test('is found from the start page, decided with its effect seen before, and taken back', async ({
    page,
    journey,
    site,
  }) => {
    const { serial, before } = await fallsBy500(site)
    await journey.signIn('manager')
    await page.goto('/access')
    await page.getByRole('link', { name: /Meters in doubt/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meter Repairs')
    await page
      .getByRole('row', { name: new RegExp(`Meter fell.*${serial}`) })
      .getByRole('link', { name: 'Meter fell' })
      .click()
    await expect(page.getByText('held, not booked')).toBeVisible()
    await page.getByRole('link', { name: 'Decide' }).click()

    await page.getByLabel(/^Insert a break/).check()
    await page.getByLabel('First value after, Coin in (cr.)').fill(String(before))
    await page.getByRole('button', { name: 'Show what would move' }).click()
    await expect(page.getByText(/Must be at most/).first()).toBeVisible()
    await page.getByLabel('First value after, Coin in (cr.)').fill(String(before - 600))
    await page.getByRole('button', { name: 'Show what would move' }).click()
    const all = page.getByRole('row', { name: /In all/ })
    await expect(all).toContainText('100')
    await page.getByLabel('Reason').fill('The board was replaced')
    await page.getByRole('button', { name: 'Book the decision' }).click()
    await expect(page.getByText('The decision has been booked.')).toBeVisible()
    await expect(page.getByText('Decided: Insert a break')).toBeVisible()

    await page.getByRole('link', { name: 'Decide' }).click()
    await expect(page.getByRole('row', { name: /In all/ })).toContainText('100')
    await page.getByLabel('Reason').fill('It was a stray frame')
    await page.getByRole('button', { name: 'Take decision back' }).click()
    await expect(page.getByText('The decision has been taken back.')).toBeVisible()
    await expect(page.getByText('held, not booked')).toBeVisible()
  })

  test('is read by an auditor, who decides nothing', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/repairs?state=open')
    await page
      .getByRole('row', { name: /Meter fell/ })
      .getByRole('link', { name: 'Meter fell' })
      .click()
    await expect(page.getByRole('heading', { name: 'Readings around it' })).toBeVisible()
    expect(await page.getByRole('link', { name: 'Decide' }).count()).toBe(0)
    expect((await page.goto(`${new URL(page.url()).pathname}/decide`)).status()).toBe(403)
  })
})
