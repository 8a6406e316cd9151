import { ingest } from '../../../backend/telemetry/ingestion/ingest.service'
import { latestMeters } from '../../../backend/telemetry/judgement/latest.service'
import type { TestConsole } from '../../support/console'
import { notifyOfRequests } from '../../../backend/workflow/notifications/request-notifications.service'
import { callsDuring } from '../../support/calls'
import { expect, type Page, recordOf, signIn, test } from '../../support/journey'

/** A slot's coin in falls by 500 credits; where it stood before. */
async function fallsBy500({ deps }: TestConsole, after = 60_000) {
  const slot = await deps.db
    .selectFrom('smibs as s')
    .innerJoin('slots as m', 'm.id', 's.slot_id')
    .innerJoin('smib_feeds as f', 'f.smib_id', 's.id')
    .innerJoin('counter_latest as l', 'l.slot_id', 'm.id')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('locations as o', 'o.id', 'm.location_id')
    .select(['s.mac', 'm.serial', 'f.max_seq', 'l.meters', 'l.server_time', 'o.time_zone'])
    .where('l.game_nr', '=', 0)
    .where('l.standing', 'is', null)
    .where('t.name', '=', 'Steaua Carpaților')
    .where('m.archived_at', 'is', null)
    // A message from the future is taken to be of the second in which it came.
    .where('l.server_time', '<=', Date.now() - after)
    .orderBy('l.server_time', 'desc')
    .executeTakeFirstOrThrow()
  const before = latestMeters(slot.meters).coin_in ?? 0
  const at = slot.server_time + after
  const { accepted } = await ingest(deps, { tenantId: null }, [
    {
      smib_id: slot.mac,
      message_seq_nr: slot.max_seq + 1,
      server_time_nano: `${at}000000`,
      counters: [{ meters: { '0000': before - 500 } }],
    },
  ])
  expect(accepted).toBe(1)
  return { serial: slot.serial, before, at, zone: slot.time_zone }
}

/** As a browser's field for a time sends it. */
const wallTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

/** From the list to the form; `what` as the page's language says it. */
async function toDecide(page: Page, serial: string, [what, link] = ['Meter fell', 'Decide']) {
  await page.goto('/repairs?state=open')
  await page
    .getByRole('row', { name: new RegExp(`${what}.*${serial}`) })
    .getByRole('link', { name: what })
    .click()
  await page.getByRole('link', { name: link, exact: true }).click()
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
    await page.getByRole('link', { name: /Unverified meters/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meter Discrepancies')
    await page
      .getByRole('row', { name: new RegExp(`Meter fell.*${serial}`) })
      .getByRole('link', { name: 'Meter fell' })
      .click()
    await expect(page.getByText('unverified, not booked')).toBeVisible()
    await expect(page.getByText(/^A meter showed less than before/)).toBeVisible()
    // Points stand side by side, however long nothing was told between them: the first of a day says which.
    expect(page.document.querySelector('.chart-body')?.textContent).toMatch(/\d\d\/\d\d \d\d:\d\d/)
    await page.getByRole('link', { name: 'Decide' }).click()

    await page.getByLabel(/^Insert a break/).check()
    await page.getByLabel('First value after, Coin in (cr.)').fill(String(before))
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await expect(page.getByText(/Must be at most/).first()).toBeVisible()
    await page.getByLabel('First value after, Coin in (cr.)').fill(String(before - 600))
    await page.getByRole('button', { name: 'Show what would change' }).click()
    const all = page.getByRole('row', { name: /Total/ })
    await expect(all).toContainText('100')
    await page.getByLabel('Reason').fill('The board was replaced')
    await page.getByRole('button', { name: 'Book the decision' }).click()
    await expect(page.getByText('The decision has been booked.')).toBeVisible()
    await expect(page.getByText('Decided: Insert a break')).toBeVisible()
    await expect(page.getByText(/^A meter showed less than before/)).toBeVisible()
    expect(page.document.querySelector('main')?.textContent).not.toContain('Nothing has been booked')
    // Its history says it in words.
    const text = page.document.querySelector('main')?.textContent ?? ''
    expect(text).toContain('Kind: Insert a break')
    expect(text).not.toMatch(/\{"\w+":/)
    // The figure that it changed says who and why, too.
    const repair = page.url()
    await page.goto(
      (await page.getByRole('link', { name: 'Hour of the first unverified reading' }).getAttribute('href')) ??
        '',
    )
    await expect(
      page.getByRole('row', { name: /Meter fell.*Resolved.*The board was replaced/ }),
    ).toBeVisible()
    await page.goto(repair)

    expect(await page.getByRole('link', { name: 'Decide' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Void decision' }).click()
    await expect(page.getByRole('row', { name: /Total/ })).toContainText('100')
    await page.getByLabel('Reason').fill('It was a stray frame')
    await page.getByRole('button', { name: 'Void decision' }).click()
    await expect(page.getByText('The decision has been voided.')).toBeVisible()
    await expect(page.getByText('unverified, not booked')).toBeVisible()
    // What was decided and read is as wide as the page; comments and history stand beside the facts.
    const sections = [...page.document.querySelectorAll('main h2')].map(one => one.textContent)
    expect(sections).toEqual(expect.arrayContaining(['Comments', 'History']))
    expect(sections.at(-1)).toBe('Readings before and after')

    // Once the accountant has locked the period, the page says so instead of offering what would be refused.
    const { tenant_id } = await site.deps.db
      .selectFrom('slots')
      .select('tenant_id')
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow()
    const lock = { owner_id: tenant_id, tenant_id, through: '2999-01-01', reason: '', set_by: '', set_at: 0 }
    await site.deps.db.insertInto('period_locks').values(lock).execute()
    await page.goto(`${repair}/decide`)
    await expect(page.getByText(/^The period is locked by the accountant/)).toBeVisible()
    expect(await page.getByRole('button', { name: 'Show what would change' }).count()).toBe(0)
    await site.deps.db.deleteFrom('period_locks').where('owner_id', '=', tenant_id).execute()
  })

  test('is read by an auditor, who decides nothing', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/repairs?state=open')
    await page
      .getByRole('row', { name: /Meter fell/ })
      .getByRole('link', { name: 'Meter fell' })
      .click()
    await expect(page.getByRole('heading', { name: 'Readings before and after' })).toBeVisible()
    expect(await page.getByRole('link', { name: 'Decide' }).count()).toBe(0)
    expect((await page.goto(`${new URL(page.url()).pathname}/decide`)).status()).toBe(403)
  })

  test('is ignored, confirmed, or told of by a reading that a person inserts', async ({
    page,
    journey,
    site,
  }) => {
    await journey.signIn('manager')
    for (const [choice, moved] of [
      ['Ignore', 'No total would change.'],
      ['Confirm as read', '99,999,500'],
    ] as const) {
      const { serial } = await fallsBy500(site)
      await toDecide(page, serial)
      await page.getByLabel(new RegExp(`^${choice}`)).check()
      await page.getByRole('button', { name: 'Show what would change' }).click()
      await expect(page.locator('main')).toContainText(moved)
      await page.getByLabel('Reason').fill('Seen on site')
      await page.getByRole('button', { name: 'Book the decision' }).click()
      await expect(page.getByText(`Decided: ${choice}`)).toBeVisible()
    }
    const { serial, before, at, zone } = await fallsBy500(site, 600_000)
    await toDecide(page, serial)
    await page.getByLabel(/^Insert a reading/).check()
    await page.getByLabel('Time of the inserted reading').fill(wallTime(at - 300_000, zone))
    await page.getByLabel('Inserted value, Coin in (cr.)').fill(String(before + 70))
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await expect(page.getByRole('row', { name: /Total/ })).toContainText('70')
    // The reading after it has fallen all the same: nobody may take that for decided.
    await expect(page.getByText('The readings would remain unverified.')).toBeVisible()
    expect(await page.getByRole('button', { name: 'Book the decision' }).count()).toBe(0)
  })

  test('says in the reader’s language what it refuses, and who was faster', async ({ journey, site }) => {
    journey.allowErrors(/422|409|404/)
    const page = journey.browser('ro-RO')
    await signIn(page, 'manager')
    const { serial, before } = await fallsBy500(site)
    await toDecide(page, serial, ['Contor scăzut', 'Decide'])
    const statusNow = () => page.visitor.statuses.at(-1)?.status
    const show = () => page.getByRole('button', { name: 'Arată ce s-ar schimba' }).click()
    const book = () => page.getByRole('button', { name: 'Contabilizează decizia' }).click()

    await page.getByLabel(/^Se introduce o întrerupere/).check()
    await page.getByLabel('Prima valoare de după, Coin in (cr.)').fill('multe')
    await show()
    expect(statusNow()).toBe(422)
    await expect(page.getByText('Nu este un număr').first()).toBeVisible()
    await expect(page.getByLabel('Prima valoare de după, Coin in (cr.)')).toHaveValue('multe')
    await page.getByLabel('Prima valoare de după, Coin in (cr.)').fill(String(before))
    await show()
    await expect(page.getByText(/Trebuie să fie cel mult/).first()).toBeVisible()
    await page.getByLabel(/^Se introduce o citire/).check()
    await show()
    await expect(page.getByText(/Trebuie să fie între ultima citire bună/).first()).toBeVisible()

    await page.getByLabel(/^Se ignoră/).check()
    await show()
    // Nothing at all the browser refuses by itself.
    await page.getByLabel('Motiv').fill('   ')
    await book()
    expect(statusNow()).toBe(422)
    await expect(page.getByText('Lungimea minimă a câmpului: 3').first()).toBeVisible()
    await journey.meanwhile('admin', async other => {
      await toDecide(other, serial)
      await other.getByLabel(/^Ignore/).check()
      await other.getByRole('button', { name: 'Show what would change' }).click()
      await other.getByLabel('Reason').fill('Seen on site')
      await other.getByRole('button', { name: 'Book the decision' }).click()
      await expect(other.getByText('The decision has been booked.')).toBeVisible()
    })
    await page.getByLabel('Motiv').fill('Văzut la fața locului')
    await book()
    expect(statusNow()).toBe(409)
    await expect(page.getByText('S-a decis deja. Anulați întâi decizia.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Anulează decizia' })).toBeVisible()
    await page.goto('/repairs/0123456789abcdef01234567/decide')
    expect(statusNow()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina nu a fost găsită')
  })

  test('waits for a second person where the tenant asks, who approves on the same page', async ({
    page,
    journey,
    site,
  }) => {
    await journey.meanwhile('admin', async admin => {
      const tenant = await recordOf(admin, '/tenants?query=Steaua')
      await admin.goto(`/config/fraud/${tenant}/edit`)
      await admin.getByLabel('Meter discrepancies need a second person').selectOption({ label: 'Yes' })
      await admin.getByLabel('… from this amount on').fill('0')
      await admin.getByLabel('Reason', { exact: true }).fill('The owners decided so')
      await admin.getByRole('button', { name: 'Save settings' }).click()
    })
    const { serial } = await fallsBy500(site)
    await journey.signIn('manager')
    await toDecide(page, serial)
    await page.getByLabel(/^Confirm as read/).check()
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await expect(page.getByText(/a second person has to approve/)).toBeVisible()
    await page.getByLabel('Reason').fill('The meter went round')
    await page.getByRole('button', { name: 'Propose the decision' }).click()
    await expect(page.getByText('The decision has been proposed to a second person.')).toBeVisible()
    await page.getByRole('link', { name: 'Decide', exact: true }).click()
    await expect(page.getByText('Another person has to approve what you proposed.')).toBeVisible()
    expect(await page.getByRole('button', { name: 'Approve and book' }).count()).toBe(0)
    await journey.meanwhile('admin', async admin => {
      // Whoever answers has the readings, what would move and what was decided before on the page of the request as
      // well.
      await notifyOfRequests(site.deps)
      await admin.goto('/notifications/list?category=approval')
      await admin.getByRole('link', { name: new RegExp(serial) }).click()
      // All of it comes by two calls, as every record's page.
      const request = admin.url()
      expect(await callsDuring(site, () => admin.goto(request))).toHaveLength(2)
      for (const caption of ['Readings before and after', 'What would change', 'Decisions'])
        await expect(admin.getByRole('table', { name: caption })).toBeVisible()
      await expect(admin.getByText('Proposed: Confirm as read')).toBeVisible()
      await toDecide(admin, serial)
      await expect(admin.getByText(/proposed: Confirm as read/)).toBeVisible()
      await admin.locator('#answer-approve-reason').fill('Seen on the photograph')
      await admin.getByRole('button', { name: 'Approve and book' }).click()
      await expect(admin.getByText('The proposal has been approved and booked.')).toBeVisible()
      await expect(admin.getByText('Approved: Confirm as read')).toBeVisible()
    })
    // Taking it back moves as much, and takes two people as well.
    const decisionPage = page.url()
    await page.goto(decisionPage)
    await page.getByLabel('Reason').fill('It was another slot')
    await page.getByRole('button', { name: 'Propose to void it' }).click()
    await expect(page.getByText('Voiding the decision has been proposed to a second person.')).toBeVisible()
    await expect(page.getByText('Proposed: Void the decision')).toBeVisible()
    await journey.meanwhile('admin', async admin => {
      await admin.goto(decisionPage)
      await expect(admin.getByText(/proposed: Void the decision/)).toBeVisible()
      await admin.locator('#answer-approve-reason').fill('Right')
      await admin.getByRole('button', { name: 'Approve and book' }).click()
      await expect(admin.getByText('Approved: Void the decision')).toBeVisible()
    })
  })
})
