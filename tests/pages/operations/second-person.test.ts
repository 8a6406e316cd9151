/** What takes a second person, and a locked period, without scripts and in three languages. */
import { firstRecord } from '../../support/any-page'
import { dayPages } from '../../support/day-kinds'
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('a sealing is asked by a manager and approved by an administrator, and the month is locked', async ({
  page,
  journey,
}) => {
  const admin = journey.browser('en-GB')
  await signIn(admin, 'admin')
  await journey.signIn('manager')
  const tenant = (await firstRecord(page, '/tenants')).split('/').at(-1) ?? ''
  await admin.goto(`/config/tenant/${tenant}`)
  await admin.getByRole('link', { name: 'Fraud detector' }).click()
  await admin.getByRole('link', { name: 'Change settings' }).click()
  await admin.getByLabel('Sealing days and months needs a second person').selectOption({ label: 'Yes' })
  await admin.getByLabel('Reason', { exact: true }).fill('The owners decided so')
  await admin.getByRole('button', { name: 'Save settings' }).click()
  await expect(admin.getByText('Reason: The owners decided so').first()).toBeVisible()

  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  await dayPages(page, location, list => firstRecord(page, list))
  const month = (await firstRecord(page, '/reports/monthly-reports')).replace('monthly-report', 'month-desk')
  await page.goto(month)
  const seal = page.document.querySelector('main a[href$="/seal"]')?.getAttribute('href') ?? ''
  await page.goto(seal)
  // A request names closed days alone, so nothing but leaving the days before it out can be chosen here.
  await expect(page.getByLabel(/close and seal /i)).toHaveCount(0)
  await page.getByLabel(/^Exclude .*: /).check()
  const boxes = page.document.querySelectorAll('input[name=accepted]').length
  for (let nr = 0; nr < boxes; nr++) await page.locator('input[name=accepted]').nth(nr).check()
  if (boxes > 0) await page.locator('[name=reason]').fill('The board was being replaced')
  await page.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByText('Requested. Another person has to approve it.')).toBeVisible()
  const request = page.url()
  expect(request).toMatch(/\/approvals\/[0-9a-f]{24}$/)
  const offered = (html: string) => ['approve', 'refuse', 'withdraw'].filter(one => html.includes(`/${one}"`))
  expect(offered(await page.content())).toEqual(['withdraw'])
  expect(mainOf(page)).toContain('This is your request. Another person with the right')
  // Whoever reads it without the right sees no button, and who answers it.
  const auditor = journey.browser('en-GB')
  await signIn(auditor, 'auditor')
  await auditor.goto(request)
  expect(offered(await auditor.content())).toEqual([])
  expect(mainOf(auditor)).toMatch(/A person with the right “.+” answers this request\./)
  await expect(auditor.getByRole('link', { name: 'Whom can I ask for it?' })).toBeVisible()
  await page.goto('/approvals?part=answers&state=waiting')
  expect(mainOf(page)).not.toContain('Sealing of days,')
  await page.goto(seal)
  expect(mainOf(page)).toContain('has requested this')

  await admin.goto('/approvals?part=answers&state=waiting')
  expect(mainOf(admin)).toContain('Sealing of days')
  await admin.goto(request)
  expect(offered(await admin.content())).toEqual(['approve', 'refuse'])
  expect(mainOf(admin)).toMatch(
    /earlier days? with readings (is|are) not closed and gets? no reports? of (its|their) own/,
  )
  await admin.goto(`${request}/approve`)
  await admin.locator('main [name=reason]').fill('Looked at it together')
  await admin.getByRole('button', { name: 'Approve and do it' }).click()
  await admin.goto(request)
  expect(mainOf(admin)).toContain('Looked at it together')
  await page.goto(seal)
  expect(mainOf(page)).not.toContain('has requested this')
  for (const [language, word, locked] of [
    ['ro-RO', 'aprobată', 'Blocarea perioadei'],
    ['pt-PT', 'aprovado', 'Bloqueio do período'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'manager')
    await other.goto(request)
    expect(mainOf(other)).toContain(word)
    await other.goto(month)
    expect(mainOf(other)).toContain(locked)
  }

  await page.goto(month)
  await expect(page.getByText('No period is locked').first()).toBeVisible()
  await page.getByText('Set or move the lock').click()
  await page.locator('main [name=through]').fill('2001-01-31')
  await page.locator('#lock-reason').fill('The month was handed over')
  await page.getByRole('button', { name: 'Set the lock' }).click()
  expect(mainOf(page)).toContain('The month was handed over')
})
