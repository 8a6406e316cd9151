/** A rule is tried before it is saved, and what it finds is a list that opens with what is open. */
import { lookAtRules } from '../../../backend/accounting/alarms/alarms-watch.service'
import { bumpRules } from '../../../backend/identity/auth/rules-of.service'
import { newId } from '../../../backend/platform/db/new-id'
import { expect, test } from '../../support/journey'

test('a manager sees what a rule would have found, saves it, and finds what it found', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('manager')
  await page.goto('/alarm-rules/new')
  await page.getByLabel('Name', { exact: true }).fill('Bill jams')
  await page.getByLabel('Watches').selectOption('event')
  await page.getByLabel('Event code').fill('28')
  await page.getByLabel('Counted over (minutes)').fill('60')
  // What cannot be saved is not tried either.
  await page.getByRole('button', { name: 'Show what it would have found' }).click()
  await expect(page.getByRole('main')).toContainText('Limit is required')
  await page.getByLabel(/^Limit(?! \()/).fill('1')
  await page.getByRole('button', { name: 'Show what it would have found' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText(/It would have fired (once|\d+ times)/)
  await expect(main).toContainText('slots were looked at')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bill jams')
  await page.getByRole('button', { name: 'Create alarm rule' }).last().click()
  await expect(page).toHaveURL(/\/alarm-rules\/[0-9a-f]{24}$/)
  await expect(main).toContainText('≥ 1 in 1 h')

  await page.goto('/alarm-rules/new')
  await page.getByLabel('Name', { exact: true }).fill('Nobody plays')
  await page.getByLabel('Watches').selectOption('measure')
  await page.getByLabel(/^Measure/).selectOption('games_played')
  await page.getByLabel('Fires when the value is').selectOption('at_most')
  await page.getByLabel(/^Limit(?! \()/).fill('1000000')
  await page.getByLabel('Summed over (hours)').fill('1')
  await page.getByRole('button', { name: 'Create alarm rule' }).last().click()
  await expect(page).toHaveURL(/\/alarm-rules\/[0-9a-f]{24}$/)
  const rule = new URL(page.url()).pathname
  expect(await lookAtRules(site.deps)).toBeGreaterThan(1)
  await page.goto('/alarms')
  await expect(page).toHaveURL(/\?state=open&sortDirection=asc$/)
  await expect(main.locator('p').filter({ hasText: 'Open alarms, oldest first' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Nobody plays/ }).first()).toContainText('open')
  // Two are ticked: who sees to them stands with them, and they leave the list of those that wait.
  const waiting = '/alarms?state=open&acknowledged=0'
  await page.goto(waiting)
  for (const box of (await page.getByRole('checkbox', { name: /^Select (?!this page)/ }).all()).slice(0, 2))
    await box.check()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await expect(main).toContainText('it is escalated no further')
  await page.getByLabel('Note').fill('A technician is on the way')
  await page.getByRole('button', { name: 'Acknowledge 2 alarms' }).click()
  await expect(page.getByText('2 alarms are acknowledged.').first()).toBeVisible()
  await page.goto('/alarms?state=open&acknowledged=1')
  await expect(main.locator('th[scope=row] a')).toHaveCount(2)
  await main.locator('th[scope=row] a').first().click()
  await expect(main).toContainText('A technician is on the way')
  await expect(page.getByRole('link', { name: 'Acknowledge', exact: true })).toHaveCount(0)
  await page.goto('/notifications/list?view=all')
  await expect(main).toContainText(/Nobody plays: [^,]+, slots: \d+/)

  await page.goto('/on-call-orders/new')
  await page.getByLabel('Name', { exact: true }).fill('Nights')
  await page.getByLabel('People').fill('operator\nnobody-here')
  await page.getByLabel('First turn begins on').fill('2026-01-05')
  await page.getByRole('button', { name: 'Create on-call order' }).last().click()
  await expect(main).toContainText('There is no active user of this name: nobody-here')
  await page.getByLabel('People').fill('operator\nmanager')
  await page.getByRole('button', { name: 'Create on-call order' }).last().click()
  await expect(page).toHaveURL(/\/on-call-orders\/[0-9a-f]{24}$/)
  await expect(page.getByRole('definition').filter({ hasText: /^(operator|manager)$/ })).toBeVisible()

  await page.goto(rule)
  await expect(main).toContainText('It has no steps')
  await page.getByRole('link', { name: 'New escalation step' }).first().click()
  await page.getByLabel('After (minutes)').fill('15')
  await page.getByRole('button', { name: 'Create escalation step' }).last().click()
  await expect(main).toContainText('Choose at least one')
  await page.getByLabel('On call by').selectOption('Nights')
  await page.getByRole('checkbox', { name: 'auditor' }).first().check()
  await page.getByRole('button', { name: 'Create escalation step' }).last().click()
  await expect(page).toHaveURL(/\/alarm-steps\/[0-9a-f]{24}$/)
  await page.goto(rule)
  await expect(page.getByRole('table', { name: 'Whom its steps reach now' })).toContainText('15 min')
})

test('an operator reads rules, and is offered none to make; nor is a manager whom rules narrow', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('operator')
  await page.goto('/alarm-rules')
  await expect(page.getByRole('link', { name: 'New alarm rule' })).toHaveCount(0)
  await page.goto('/alarm-rules/new')
  await expect(page.getByRole('main')).toContainText(/permi/i)

  const { db, clock } = site.deps
  const { id, tenant_id } = await db
    .selectFrom('users')
    .select(['id', 'tenant_id'])
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  const now = clock()
  await db
    .insertInto('acl_rules')
    .values({
      id: newId(now),
      tenant_id,
      name: 'One town',
      search: 'one town',
      note: null,
      model: 'location',
      user_id: id,
      group_id: null,
      role_id: null,
      conditions: JSON.stringify([{ field: 'city', values: ['Cluj-Napoca'] }]),
      created_at: now,
      updated_at: now,
      archived_at: null,
      version: 1,
    })
    .execute()
  await bumpRules(db)
  await journey.meanwhile('manager', async narrowed => {
    for (const [list, add] of [
      ['/alarm-rules', 'New alarm rule'],
      ['/notifications/webhooks', 'New webhook'],
    ] as const) {
      await narrowed.goto(list)
      await expect(narrowed.getByRole('link', { name: add })).toHaveCount(0)
      await narrowed.goto(`${list}/new`)
      await expect(narrowed.getByRole('main')).toContainText('Rules narrow what you see')
    }
    // So do pages about a whole location or tenant, before anything is typed.
    const hall = await db
      .selectFrom('locations')
      .select('id')
      .where('city', '=', 'Cluj-Napoca')
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    for (const address of [`/reaggregate/location/${hall.id}`, `/tenants/${tenant_id}/fiscal-layout`]) {
      await narrowed.goto(address)
      await expect(narrowed.getByRole('main')).toContainText('Rules narrow what you see')
      await expect(narrowed.getByRole('main').getByLabel('Reason')).toHaveCount(0)
    }
    const month = new Date(now - 48 * 3_600_000).toISOString().slice(0, 7)
    await narrowed.goto(`/reports/month-desk/${hall.id}-${month}`)
    await expect(narrowed.locator('select[name="of"] option')).toHaveCount(1)
  })
})
