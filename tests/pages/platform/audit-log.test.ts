/** The log of everything that people did, for whoever checks it: without scripts. */
import { expect, test } from '../../support/journey'

test.describe('the audit log', () => {
  test('leads from a change to who made it, what was before and after, and to its record', async ({
    journey,
    page,
  }) => {
    await journey.signIn('manager')
    await page.goto('/locations?rowsPerPage=10')
    await page.getByRole('rowheader').first().getByRole('link').click()
    const record = new URL(page.url()).pathname
    await page.goto(`${record}/edit`)
    await page.getByLabel('Contact').fill('Zoe Marinescu')
    await page.getByRole('button', { name: /^Save/ }).click()

    await page.goto('/admin/audit?entity=location')
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText('Changed')
    await row.getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('table', { name: 'What changed' })).toContainText('Zoe Marinescu')
    await expect(page.getByRole('link', { name: 'Open the record' })).toHaveAttribute('href', record)
    await page.getByRole('link', { name: 'All about this record' }).click()
    await expect(page.getByRole('rowheader')).not.toHaveCount(0)
    await expect(page.getByRole('row').nth(1)).toContainText('Location')
  })

  test('names its fields and the system’s own doing in the reader’s language', async ({ journey, page }) => {
    await journey.signIn('inspector')
    await page.goto('/language?from=%2Faccess')
    await page.getByRole('button', { name: 'Română' }).click()
    await page.goto('/admin/audit?action=sign_in')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('rowheader', { name: 'Nr. autentificării' })).toBeVisible()
    // Of a sign-in the person is the record, and has a name.
    expect(await page.locator('.facts dd').nth(5).innerText()).toBe('Grațian Rădulescu')

    // What the demo network was made with is nobody's doing.
    await page.goto('/jackpots')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('main')).toContainText('Creat · Sistemul ·')
  })

  test('shows who was refused, and is itself refused to who may not read it', async ({ journey, page }) => {
    await journey.signIn('operator')
    const response = await page.goto('/admin/audit')
    expect(response.status()).toBe(403)
    await journey.meanwhile('auditor', async auditor => {
      await auditor.goto('/admin/audit')
      await auditor.getByRole('link', { name: 'Refused', exact: true }).click()
      expect(new URL(auditor.url()).searchParams.getAll('action')).toContain('refused')
    })
  })

  test('is checked, and its anchors say later whether it is still the same', async ({ journey, page }) => {
    await journey.signIn('admin')
    await page.goto('/admin/audit/check')
    await expect(page.getByRole('status')).toContainText('Every entry is as it was written.')
    const anchors = (await page.getByRole('row').allInnerTexts())
      .map(text => /[0-9a-f]{24}:\d+:[0-9a-f]+/.exec(text)?.[0])
      .filter(anchor => anchor !== undefined)
    expect(anchors.length).toBeGreaterThan(1)
    await page.getByRole('textbox', { name: 'Anchors from earlier' }).fill(anchors.join(', '))
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('status')).toContainText(
      `All ${anchors.length} anchors are still in the log.`,
    )

    const [tenant, nr] = (anchors[0] ?? '').split(':')
    await page
      .getByRole('textbox', { name: 'Anchors from earlier' })
      .fill(`${tenant}:${nr}:${'0'.repeat(64)}`)
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('alert')).toContainText('The log is not as it was written.')
    await expect(page.getByRole('table')).toContainText('It differs from what was recorded')

    await page.getByRole('textbox', { name: 'Anchors from earlier' }).fill('no anchor')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('alert')).toContainText('These are no anchors')
  })
})
