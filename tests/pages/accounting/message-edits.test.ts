/**
 * From an hour's readings to the page of a message, the form of one of its parts, the edit in its hour, and back:
 * without scripts, in three languages.
 */
import { numberOf } from '../../../backend/platform/db/short-ids'
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''
const hrefOf = (page: Page, selector: string) =>
  [...page.document.querySelectorAll(selector)].at(-1)?.getAttribute('href') ?? ''

test('an administrator corrects a reading of an hour, finds that in the hour, and takes it back', async ({
  page,
  journey,
  site,
}) => {
  const reading = await site.deps.db
    .selectFrom('counter_latest as l')
    .innerJoin('counter_readings as r', join =>
      join
        .onRef('r.slot_id', '=', 'l.slot_id')
        .onRef('r.server_time', '=', 'l.server_time')
        .onRef('r.game_nr', '=', 'l.game_nr'),
    )
    .select([
      'r.smib_id',
      'r.server_time',
      'r.message_seq_nr',
      'r.slot_id',
      'r.coin_in',
      'r.location_id',
      'r.gaming_day',
    ])
    .where('l.game_nr', '=', 0)
    .where('l.standing', 'is', null)
    .where('r.held', 'is', null)
    .where('r.coin_in', 'is not', null)
    .orderBy('l.server_time', 'desc')
    .executeTakeFirstOrThrow()
  await journey.signIn('admin')
  const message = `/message-edits/part?smib=${reading.smib_id}&at=${reading.server_time}&nr=${reading.message_seq_nr}`
  const end = reading.server_time
  const hour = Math.floor((end - 1) / 3_600_000) * 3_600_000
  const hourPage = `/locations/${reading.location_id}/days/${reading.gaming_day}/${reading.slot_id}/${hour}`
  await page.goto(hourPage)
  expect(page.document.querySelector(`a[href="${message}"]`)?.textContent).toContain('Correct')

  await page.goto(message)
  const form = hrefOf(page, 'a[href*="bucket=counters&item=0"]')
  for (const [language, submit] of [
    ['ro-RO', 'Arată ce se modifică'],
    ['pt-PT', 'Mostrar o que muda'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'admin')
    await other.goto(form)
    expect(mainOf(other)).toContain(submit)
  }
  await page.goto(form)
  await page.locator('main [name=does][value=correct]').check()
  await page.locator('main [name="values.coin_in"]').fill(String((reading.coin_in ?? 0) + 1))
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  expect(mainOf(page)).toContain('What would change')
  await page.locator('main [name=reason]').fill('One credit was not told')
  await page.getByRole('button', { name: 'Save the edit', exact: true }).click()
  await expect(page).toHaveURL(/\/message-edits\/[0-9a-f]{24}/)
  expect(mainOf(page)).toContain('One credit was not told')
  // Its history has words alone.
  expect(mainOf(page)).not.toMatch(/\bitem\b|game_nr/)
  const record = new URL(page.url(), 'http://x').pathname

  await page.goto(hourPage)
  expect(mainOf(page)).toContain('One credit was not told')
  expect(page.document.querySelectorAll(`a[href="${record}"]`).length).toBe(2)
  await page.goto(message)
  expect(page.document.querySelector(`a[href="${record}"]`)?.textContent).toBe('edited')
  await page.goto(form)
  await page.locator('main [name=does][value=leave_out]').check()
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  expect(mainOf(page)).toContain('is edited already')

  await page.goto(`${record}/take_back`)
  await page.locator('main [name=reason]').fill('It was told after all')
  await page.getByRole('button', { name: 'Take the edit back', exact: true }).click()
  await page.goto(record)
  expect(mainOf(page)).toContain('It was told after all')

  for (const path of [
    'smib=x',
    `${message.split('?')[1]}&bucket=lies`,
    `${message.split('?')[1]}&bucket=events&item=x`,
  ]) {
    await page.goto(`/message-edits/part?${path}`)
    expect(mainOf(page)).toContain('Page not found')
  }
})

test('a message with events alone leads from the list of messages to the page that edits it, for who may', async ({
  page,
  journey,
  site,
}) => {
  const { db } = site.deps
  const message = await db
    .selectFrom('messages')
    .select(['smib_id', 'slot_id', 'server_time', 'message_seq_nr'])
    .where('slot_id', 'is not', null)
    .where('counter_count', '=', 0)
    .orderBy('server_time', 'desc')
    .limit(1)
    .executeTakeFirst()
  const told =
    message ??
    (await db
      .selectFrom('messages')
      .select(['smib_id', 'slot_id', 'server_time', 'message_seq_nr'])
      .where('slot_id', 'is not', null)
      .orderBy('server_time', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow())
  const part = `/message-edits/part?smib=${told.smib_id}&at=${told.server_time}&nr=${told.message_seq_nr}`
  const list = `/messages/${told.slot_id}?type=slot&timeRange=now-60d`
  await journey.signIn('admin')
  await page.goto(list)
  expect(page.document.querySelector(`a[href="${part}"]`)).not.toBeNull()
  expect((await page.goto(part)).status()).toBe(200)
  const auditor = journey.browser('en-GB')
  await signIn(auditor, 'auditor')
  await auditor.goto(list)
  expect(auditor.document.querySelector(`a[href="${part}"]`)).toBeNull()
})

test('an event whose code was corrected says so where events are listed, and leads to who did', async ({
  page,
  journey,
  site,
}) => {
  const { db } = site.deps
  const event = await db
    .selectFrom('events')
    .select(['id', 'smib_id', 'slot_id', 'run', 'message_seq_nr'])
    .where('code', '=', '4B')
    .where('slot_id', 'is not', null)
    .where('message_seq_nr', 'is not', null)
    .orderBy('server_time', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { server_time } = await db
    .selectFrom('messages')
    .select('server_time')
    .where('smib_nr', '=', numberOf(event.smib_id ?? ''))
    .where('run', '=', event.run ?? 0)
    .where('message_seq_nr', '=', event.message_seq_nr ?? 0)
    .executeTakeFirstOrThrow()
  await journey.signIn('admin')
  await page.goto(
    `/message-edits/part?smib=${event.smib_id}&at=${server_time}&nr=${event.message_seq_nr}&bucket=events&item=${event.id}`,
  )
  await page.locator('main [name=does][value=correct]').check()
  await page.locator('main [name=code]').fill('4A')
  await page.getByRole('button', { name: 'Show what it moves', exact: true }).click()
  await page.locator('main [name=reason]').fill('It was a note of 20')
  await page.getByRole('button', { name: 'Save the edit', exact: true }).click()
  await expect(page).toHaveURL(/\/message-edits\/[0-9a-f]{24}/)
  const record = new URL(page.url(), 'http://x').pathname
  await page.goto(`/events/${event.slot_id}?type=slot&timeRange=now-60d&code=4A`)
  expect(page.document.querySelector(`main td a[href="${record}"]`)?.textContent).toBe('edited')
  // Taken back, it is an event as it came.
  await page.goto(`${record}/take_back`)
  await page.locator('main [name=reason]').fill('It was told right')
  await page.getByRole('button', { name: 'Take the edit back', exact: true }).click()
  await page.goto(`/events/${event.slot_id}?type=slot&timeRange=now-60d`)
  expect(page.document.querySelector(`main a[href="${record}"]`)).toBeNull()
})
