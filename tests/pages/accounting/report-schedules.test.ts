/**
 * Scheduled reports without scripts: set up by a manager, waiting for the seal, sent with the files that their pages
 * hand out.
 */
import { vi } from 'vitest'
import { closeDay } from '../../../backend/accounting/closing/closing.service'
import { dayOf, placeOf } from '../../../backend/telemetry/gaming-days/place.service'
import { unclosedBeforeBooks } from '../../../backend/accounting/sealing/earlier-days.queries'
import { sealDay } from '../../../backend/accounting/sealing/sealing.service'
import { keepFiles } from '../../../backend/identity/mail/mail-files.service'
import { deliverNext } from '../../../backend/identity/mail/mail-worker'
import type { Message } from '../../../backend/identity/mail/transport'
import { rendererKey } from '../../../backend/accounting/report-schedules/report-renderer.contract'
import { sendWhatIsDue } from '../../../backend/accounting/report-schedules/schedule-watch.service'
import { mailComposers } from '../../../backend/work'
import { createApi } from '../../../app/api/client.server'
import { renderNext } from '../../../app/accounting/fiscal-reports/report-renderer.server'
import { SNAPSHOT_SECRET } from '../../support/demo-snapshot'
import { expect, recordOf, test } from '../../support/journey'
import { readPdf } from '../../support/pdf-text'
import { ana } from '../../support/seals'

test('a manager schedules the daily report, it waits for its seal, and goes out with the files of its page', async ({
  page,
  journey,
  site,
}) => {
  const { deps } = site
  await journey.signIn('manager')
  const location = await recordOf(page, '/locations?query=Titan')
  await page.goto('/reports/report-schedules')
  await page.getByRole('link', { name: 'New scheduled report' }).first().click()
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('To the accountant')
  await main.getByLabel('Location').selectOption(location)
  await main.getByLabel('Hour').fill('0')
  await main.getByRole('button', { name: 'Schedule report' }).click()
  // Refused, and what was typed is kept.
  await expect(main.getByLabel('Name')).toHaveValue('To the accountant')
  await main.getByLabel('PDF').check()
  await main.getByLabel('XLSX').check()
  await main.getByRole('button', { name: 'Schedule report' }).click()
  await expect(page.getByRole('heading', { name: 'To the accountant', level: 1 })).toBeVisible()
  const schedule = page.url()

  // The newest day that is due by now, whatever the hour; the schedule was made before.
  await deps.db.updateTable('report_schedules').set({ since: 0 }).execute()
  await deps.db
    .updateTable('users')
    .set({ email_verified: 1, email: 'manager@example.com' })
    .where('username', '=', 'manager')
    .execute()
  const place = await placeOf(deps.db, { tenantId: null }, location)
  await sendWhatIsDue(deps)
  const { day } = await deps.db
    .selectFrom('report_sendings')
    .select(({ fn }) => fn.max<string>('period').as('day'))
    .where('location_id', '=', location)
    .executeTakeFirstOrThrow()
  await deps.db
    .transaction()
    .execute(tx =>
      closeDay(tx, dayOf(place, day), { by: 'Ana Popescu', reason: 'The collector is here' }, deps.clock()),
    )
  await sendWhatIsDue(deps)
  await page.goto(schedule)
  await expect(main).toContainText('waits for the seal')

  const slots = await deps.db.selectFrom('slots').select('id').where('location_id', '=', location).execute()
  const accepted = {
    accepted: slots.map(({ id }) => id),
    reason: 'The board was being replaced',
    reports: null,
    leave_out: await unclosedBeforeBooks(deps.db, place, day),
  }
  await deps.db.transaction().execute(tx => sealDay(tx, ana, dayOf(place, day), accepted, deps.clock()))
  await deps.db.updateTable('report_sendings').set({ next_at: 0 }).where('period', '=', day).execute()
  await sendWhatIsDue(deps)
  const renderer = {
    call: createApi({ session: null, requestId: 'f'.repeat(24) }).call,
    key: rendererKey(SNAPSHOT_SECRET),
  }
  // The journey's own console looks for work four times a minute: one of the two makes the files, and one only.
  await renderNext(renderer)
  await vi.waitFor(
    async () =>
      expect(
        await deps.db
          .selectFrom('report_sendings')
          .select('state')
          .where('location_id', '=', location)
          .where('period', '=', day)
          .execute(),
      ).toEqual([{ state: 'sent' }]),
    { timeout: 30_000, interval: 50 },
  )
  expect(await renderNext(renderer)).toBe(false)
  const sent: Message[] = []
  const send = (message: Message) => Promise.resolve(void sent.push(message))
  while (await deliverNext(deps, mailComposers, send));
  const [mail] = sent.filter(({ attachments = [] }) => attachments.length > 0)
  expect(mail).toMatchObject({ to: 'manager@example.com' })
  const names = mail?.attachments?.map(({ name }) => name.replace(/^[A-Z0-9-]*?(?=\d{4}-)/, ''))
  expect(names).toEqual([`${day}-RON.pdf`, `${day}-RON.xlsx`])
  const bytesOf = (at: number) => Buffer.from(mail?.attachments?.[at]?.bytes ?? [])
  expect((await readPdf(bytesOf(0))).texts.join(' ')).toContain('Titan')

  await page.goto(schedule)
  await expect(main).toContainText('handed to e-mail')
  await expect(main).toContainText(day)
  await page.goto('/reports/report-sendings?state=sent')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(main).toContainText('Files attached')
  await page.getByRole('link', { name: 'Send again' }).click()
  await expect(main).toContainText('each recipient of the schedule')
  await page.getByRole('button', { name: 'Send the report again' }).click()
  await expect(page.getByText('The report will be sent again.')).toBeVisible()
  await expect(main).toContainText('waits for the seal')

  // The workbook is, byte for byte, the one that the report's page hands out; both are known to whoever verifies them.
  const { id } = await deps.db
    .selectFrom('daily_reports')
    .select('id')
    .where('location_id', '=', location)
    .where('day', '=', day)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  const own = await (await page.request.get(`/reports/daily-report/${id}/xlsx`)).body()
  expect(own.equals(bytesOf(1))).toBe(true)
  for (const nr of [0, 1]) {
    await page.goto('/verify')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'day', mimeType: 'application/octet-stream', buffer: bytesOf(nr) })
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByText('Genuine', { exact: true }).first()).toBeVisible()
  }
  // Where no mail server is set up the files stay with the e-mail: an administrator takes them.
  const { id: kept } = await deps.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'fiscal_report')
    .executeTakeFirstOrThrow()
  await keepFiles(deps.db, kept, mail?.attachments ?? [], deps.clock())
  await journey.meanwhile('admin', async admin => {
    await admin.goto(`/admin/outbox/${kept}`)
    await expect(admin.getByRole('main')).toContainText(`${day}-RON.xlsx`)
    await expect(admin.getByRole('button', { name: 'Download' }).first()).toBeVisible()
    const taken = await admin.request.post(`/admin/outbox/${kept}/file`, { form: { nr: '1' } })
    expect((await taken.body()).equals(bytesOf(1))).toBe(true)
    for (const nr of ['60', 'x'])
      expect((await admin.request.post(`/admin/outbox/${kept}/file`, { form: { nr } })).status()).toBe(404)
  })
  expect((await page.request.post(`/admin/outbox/${kept}/file`, { form: { nr: '1' } })).status()).toBe(403)
  await journey.meanwhile('operator', async other => {
    expect((await other.goto('/reports/report-schedules')).status()).toBe(403)
    expect((await other.goto(schedule)).status()).toBe(403)
  })
})
