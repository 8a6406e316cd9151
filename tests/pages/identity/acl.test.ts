import { describe } from 'vitest'
import { expect, passwordOf, test, unique } from '../../support/journey'

describe('access control', () => {
  test('a role of one’s own, a group that has it, and a user in the group', async ({ page, journey }) => {
    await journey.signIn('admin')
    const role = unique('Cashier')
    await page.goto('/acl/roles/new')
    await page.locator('input[name="name"]').fill(role)
    await page.locator('input[value="slot::list"]').check()
    await page.locator('input[value="slot::get"]').check()
    await page.getByRole('button', { name: 'Create role' }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(role)
    await expect(page.locator('main')).toContainText('Slots: open, see the list')

    const group = unique('Evening shift')
    await page.goto('/acl/user-groups/new')
    await page.locator('input[name="name"]').fill(group)
    await page.getByLabel(role).check()
    await page.getByRole('button', { name: 'Create user group' }).last().click()
    await expect(page.locator('main')).toContainText(role)

    const name = unique('maria').toLowerCase()
    await page.goto('/acl/users/new')
    await page.locator('input[name="username"]').fill(name)
    await page.locator('input[name="full_name"]').fill('Maria Ionescu')
    await page.locator('input[name="all_tenants"]').check()
    await page.getByLabel(group).check()
    await page.getByRole('button', { name: 'Create user' }).last().click()
    await page.goto(`/acl/users?query=${name}`)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(group)
    await page.getByRole('link', { name }).first().click()
    await expect(page.locator('main')).toContainText('Maria Ionescu')

    await page.goto('/acl/permissions?query=slot::lock')
    await page.locator('tbody a').first().click()
    await expect(page.locator('main')).toContainText('Slots: lock')
    await expect(page.locator('main')).toContainText('operator')
  })

  test('a built-in role is read, not changed', async ({ page, journey }) => {
    journey.allowErrors(/40\d/)
    await journey.signIn('admin')
    await page.goto('/acl/roles?query=auditor')
    await page.getByRole('link', { name: 'auditor' }).first().click()
    await expect(page.locator('main')).toContainText('built-in')
    expect(await page.locator('main a[href$="/edit"]').count()).toBe(0)
  })
})

test('a rule that is written in the console leaves an operator one town of the network', async ({
  page,
  journey,
  site,
}) => {
  const { id, tenant_id } = await site.deps.db
    .selectFrom('users')
    .select(['id', 'tenant_id'])
    .where('username', '=', 'operator')
    .executeTakeFirstOrThrow()
  const towns = await site.deps.db
    .selectFrom('locations')
    .select(['name', 'city'])
    .where('tenant_id', '=', tenant_id)
    .where('archived_at', 'is', null)
    .orderBy('city', 'desc')
    .execute()
  const [shown, ...others] = towns
  const hidden = others.filter(one => one.city !== shown?.city)
  await journey.signIn('admin')
  await page.goto('/acl/rules/new')
  await page.locator('input[name="name"]').fill(unique('One town'))
  await page.locator('select[name="tenant"]').selectOption(tenant_id)
  await page.locator('select[name="user"]').selectOption(id)
  await page.locator('select[name="model"]').selectOption('location')
  // A town may have blanks and commas in its name, and each line is one condition.
  await page
    .locator('textarea[name="conditions"]')
    .fill(`city: ${shown?.city} | Râmnicu Vâlcea, Nord\nname: ${shown?.name}`)
  await page.getByRole('button', { name: 'Create rule' }).last().click()
  await expect(page.locator('main')).toContainText(
    `city: ${shown?.city} | Râmnicu Vâlcea, Nord; name: ${shown?.name}`,
  )

  const operator = journey.browser('en-GB')
  await operator.goto('/auth/login')
  await operator.locator('input[name="username"]').fill('operator')
  await operator.locator('input[name="password"]').fill(passwordOf('operator'))
  await operator.locator('.sign-in form .btn-primary').first().click()
  await operator.goto('/locations')
  await expect(operator.locator('main')).toContainText(shown?.name ?? '')
  expect(hidden.length).toBeGreaterThan(0)
  for (const { name } of hidden) await expect(operator.locator('main')).not.toContainText(name)

  await page.goto(`${page.url()}/delete`)
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click()
  await operator.goto('/locations')
  for (const { name } of hidden) await expect(operator.locator('main')).toContainText(name)
})

test('who is refused a page is told which right it takes, which roles hold it, and whom to ask', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  const answer = await page.goto('/acl/users')
  expect(answer?.status()).toBe(403)
  await page.getByRole('link', { name: 'Whom can I ask for it?' }).click()
  expect(page.url()).toContain('/user-profile/rights?lacks=acl_user')
  await expect(page.getByText(/^Roles that have it: /)).toBeVisible()
  await expect(
    page.getByText(/^(These people can give you a role|No user of your tenant can give roles)/),
  ).toBeVisible()
})

test('users and their rights stand side by side, narrowed as the list of users is, and in a file', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/acl')
  await page.getByRole('link', { name: 'User Rights' }).first().click()
  const sheets = page.getByRole('region', { name: /^Who may do what/ })
  expect(await sheets.count()).toBeGreaterThan(2)
  const row = page.getByRole('row').filter({ hasText: 'operator' }).first()
  await expect(row).toContainText('granted')
  await expect(page.locator('main')).not.toContainText(' · system')

  const total = await page.locator('.page-total').textContent()
  await page.goto('/acl/matrix?query=operator&nonsense=1')
  await expect(page.locator('main')).toContainText('nonsense')
  await expect(page.locator('.page-total')).not.toHaveText(total ?? '')
  const file = await page.request.get('/acl/matrix/export.csv?query=operator&format=machine')
  const [head = '', first = ''] = (await file.text()).split('\r\n')
  expect(head).toContain('slot::lock')
  const at = head.split(',').indexOf('"slot::lock"')
  expect(first.split(',')[at]).toBe('granted')
  expect((await page.request.get('/acl/matrix/export.csv?nonsense=1')).status()).toBe(422)
  // As many users as a list may have would be a hundred thousand cells.
  await page.goto('/acl/matrix?rowsPerPage=500')
  await expect(page.getByText('“500” is more than one page can hold')).toBeVisible()
})

test('a tenant’s own administrator is asked for no tenant and told nothing of the system’s roles', async ({
  page,
  journey,
}) => {
  await journey.meanwhile('admin', async admin => {
    await admin.goto('/acl/users?query=manager')
    await admin.getByRole('rowheader').first().getByRole('link').click()
    await admin.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(admin.getByRole('checkbox', { name: 'All tenants' })).toBeVisible()
    await admin.getByRole('checkbox', { name: 'administrator', exact: true }).check()
    await admin.getByRole('button', { name: /^Save/ }).click()
  })
  await journey.signIn('manager')
  for (const path of ['users', 'roles', 'user-groups', 'rules', 'entity-groups', 'api-tokens']) {
    await page.goto(`/acl/${path}/new`)
    await expect(page.getByLabel('Tenant', { exact: true }), path).toHaveCount(0)
    await expect(page.locator('main'), path).not.toContainText(/All tenants|the system's/)
  }
  await page.goto('/admin/general-settings')
  await expect(page.locator('main')).not.toContainText('every tenant')

  await page.goto('/acl/roles/new')
  await page.getByLabel('Name', { exact: true }).fill('Night shift')
  await page
    .getByRole('checkbox', { name: /see the list/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Steaua Carpaților' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Night and morning shift')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { name: 'Night and morning shift', level: 1 })).toBeVisible()
})
