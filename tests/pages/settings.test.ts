/**
 * Settings of the console itself, without scripts: its look, what one is told, what notifications say, columns, general
 * settings.
 */
import { expect, recordOf, test, type Page } from '../support/journey'

test('a tenant’s name and colour stand on its people’s pages and at its own address, and nowhere else', async ({
  page,
  journey,
  site,
}) => {
  const { db } = site.deps
  const { id: other } = await db
    .selectFrom('tenants')
    .select('id')
    .where('login_host', '=', 'dunarea.localhost')
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ tenant_id: other }).where('username', '=', 'inspector').execute()
  await journey.signIn('admin')
  await page.goto('/admin/general-settings')
  await page
    .getByRole('region', { name: 'Where settings are stored' })
    .getByRole('link', { name: 'Steaua Carpaților' })
    .first()
    .click()
  await page.getByRole('link', { name: 'Change settings' }).click()
  await page.locator('input[name="appearance.name"]').fill('Carpați Nights')
  await page.locator('input[name="appearance.colour"]').fill('#7A0019')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('row', { name: /Accent colour .*#7a0019.* Set here/i })).toBeVisible()

  const sheet = 'link[rel="stylesheet"][href^="/appearance/"]'
  await journey.meanwhile('manager', async one => {
    await one.goto('/slots')
    expect(await one.title()).toMatch(/ · Carpați Nights$/)
    await expect(one.locator('header.top .house-name')).toHaveText('Carpați Nights')
    await expect(one.locator(sheet)).toHaveAttribute('href', '/appearance/7a0019.css')
    const { status, headers } = await one.request.get('/appearance/7a0019.css')
    expect([status(), headers()['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
  const product = / · Gambling management system$/
  const without = async (one: Page) => {
    await one.goto('/slots')
    expect(await one.title()).toMatch(product)
    await expect(one.locator(`${sheet}, .house-name`)).toHaveCount(0)
  }
  await without(page)
  await journey.meanwhile('inspector', without)

  const signInAt = async (host: string) => (await site.fetch(`http://${host}/auth/login`)).text()
  const [own, ...others] = await Promise.all(
    ['carpati.localhost', 'dunarea.localhost', 'console.test', 'x.carpati.localhost'].map(signInAt),
  )
  expect(own).toContain(' · Carpați Nights</title>')
  expect(own).toContain('href="/appearance/7a0019.css"')
  for (const html of others) {
    expect(html).toContain(' · Gambling management system</title>')
    expect(html).not.toMatch(/Carpați Nights|\/appearance\//)
  }
})

test('somebody chooses what comes by e-mail, when not, and otherwise for one location', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/notifications/subscriptions')
  await page.getByLabel('By e-mail: Door opened').check()
  await page.getByLabel('On the bell: SMIB online again').uncheck()
  await page.getByLabel('From').fill('22:00')
  await page.getByLabel('Send unconfirmed alarms at once').check()
  // One time alone is no quiet hours: that is told, and all that was chosen stays.
  journey.allowErrors(/422/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: /^To: needs a time/ })).toBeVisible()
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  await expect(page.getByLabel('By e-mail: Door opened')).toBeChecked()
  await expect(page.getByLabel('On the bell: SMIB online again')).not.toBeChecked()
  await page.getByLabel('To', { exact: true }).fill('07:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your subscriptions are saved.')).toBeVisible()
  await expect(page.getByLabel('By e-mail: Door opened')).toBeChecked()
  await expect(page.getByLabel('On the bell: SMIB online again')).not.toBeChecked()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('07:30')

  const location = await recordOf(page, '/locations')
  await page.goto(`/notifications/subscriptions?location=${location}`)
  const door = page.getByLabel('By e-mail: Door opened')
  await expect(door).toHaveValue('')
  await door.selectOption('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('By e-mail: Door opened')).toHaveValue('0')
  await page.goto('/notifications/subscriptions')
  await expect(page.getByLabel('By e-mail: Door opened')).toBeChecked()
  await expect(page.getByText(/With choices of their own:/)).toBeVisible()
})

test('a manager words a notification: a value that does not come is refused, what was typed stays', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/notifications/subscriptions')
  await page.getByRole('link', { name: 'Change the words: Counterfeit bill' }).click()
  await page.locator('textarea[name="en"]').fill('Look for {serial} and {amount}')
  journey.allowErrors(/422/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'English: No such value: amount' })).toBeVisible()
  await expect(page.locator('textarea[name="en"]')).toHaveValue('Look for {serial} and {amount}')
  await expect(page.getByText(/Look for EGT-00412 and/)).toBeVisible()
  await page.locator('textarea[name="en"]').fill('False money in {serial}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The words are saved.')).toBeVisible()
  await expect(page.getByText('False money in {serial}')).toBeVisible()
})

test('an administrator sets a list’s columns for a role, and who has it sees them', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/admin/columns-configurations')
  await page.getByRole('link', { name: 'Protocols', exact: true }).click()
  await page.getByLabel('For whom').selectOption({ label: 'auditor' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(/the list’s own columns count/)).toBeVisible()
  for (const box of await page.locator('input[name="columns"]').all()) await box.uncheck()
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expect(page.getByText('These columns are set here.')).toBeVisible()
  await journey.meanwhile('auditor', async other => {
    await other.goto('/games-registry/protocols')
    expect(await other.locator('.data-table thead th').all()).toHaveLength(1)
  })
})

test('a tenant’s general settings come from the system until it has its own', async ({ page, journey }) => {
  await journey.signIn('admin')
  await page.goto('/admin/general-settings')
  await expect(page.getByText('15 min, as the installation was started')).toBeVisible()
  await expect(page.getByText('12 h, as the installation was started')).toBeVisible()
  await page.getByRole('link', { name: 'Change settings' }).click()
  await page.getByLabel('Alarm escalated when unconfirmed for').fill('20')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('row', { name: /Alarm escalated .* 20 min Set here/ })).toBeVisible()
  await page.getByRole('link', { name: 'All general settings' }).click()
  await page
    .getByRole('region', { name: 'Where settings are stored' })
    .getByRole('rowheader')
    .nth(1)
    .getByRole('link')
    .click()
  await expect(
    page.getByRole('row', { name: /Alarm escalated .* 20 min Inherited from System/ }),
  ).toBeVisible()
})

test('whoever wants no key that acts alone switches off the one of the search field', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  const field = page.locator('#find')
  await page.goto('/panel/settings')
  await expect(field).toHaveAttribute('data-hint', 'Search: press /')
  await page.getByLabel('No key').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.locator('[data-hint]')).toHaveCount(0)
  // It is the person's: another browser has it from the next sign-in on.
  await journey.meanwhile('operator', async other => {
    await other.goto('/slots')
    await expect(other.getByLabel('Search').first()).toBeVisible()
    await expect(other.locator('[data-hint]')).toHaveCount(0)
  })
  await page.goto('/panel/settings')
  await page.getByLabel('/ goes to the search field').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(field).toHaveAttribute('data-hint', 'Search: press /')
})

test('a tenant’s own usual reasons are one press where its people lock a slot and seal a month', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('admin')
  await page.goto('/admin/general-settings')
  await page
    .getByRole('region', { name: 'Where settings are stored' })
    .getByRole('link', { name: 'Steaua Carpaților' })
    .first()
    .click()
  await page.getByRole('link', { name: 'Change settings' }).click()
  await page.getByLabel('Of locking slots').fill('Police check; Water: from the ceiling')
  await page.getByLabel('Of accepting what a day lacks').fill('Verified with the technician')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('row', { name: /Of locking slots .*Set here/ })).toBeVisible()

  const slot = await site.deps.db
    .selectFrom('slots')
    .innerJoin('tenants', 'tenants.id', 'slots.tenant_id')
    .select(['slots.id', 'slots.location_id'])
    .where('tenants.name', '=', 'Steaua Carpaților')
    .where('slots.lock_state', '=', 'active')
    .where('slots.archived_at', 'is', null)
    .where('slots.protocol', '!=', 'pulse')
    .orderBy('slots.id')
    .executeTakeFirstOrThrow()
  await journey.meanwhile('manager', async other => {
    const main = other.getByRole('main')
    await other.goto(`/slots/${slot.id}/lock`)
    await expect(main.getByLabel('Cash count')).toHaveCount(0)
    await expect(main.getByLabel('Police check')).toBeVisible()
    await main.getByLabel('Water: from the ceiling').check()
    await main.getByRole('button', { name: 'Lock slot' }).last().click()
    await expect(other.getByText('Lock ordered.')).toBeVisible()
    const { lock_reason } = await site.deps.db
      .selectFrom('slots')
      .select('lock_reason')
      .where('id', '=', slot.id)
      .executeTakeFirstOrThrow()
    expect(lock_reason).toBe('Water: from the ceiling')
    // Those that the tenant has not set are the console's own.
    await other.goto(`/slots/${slot.id}/unlock`)
    await expect(main.getByLabel('Start of the day')).toBeVisible()
    const month = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 7)
    await other.goto(`/reports/month-desk/${slot.location_id}-${month}`)
    await expect(main.getByLabel('Verified with the technician')).toBeVisible()
    await expect(main.getByLabel('SMIB without connection')).toHaveCount(0)
  })
})
