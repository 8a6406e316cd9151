import { expect, test, type Page } from '../../support/journey'

test.describe('who may do what', () => {
  test('an auditor reads and exports; no button changes anything', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('auditor')
    await page.goto('/slots')
    await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New slot' })).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0)
    await page.getByRole('rowheader').first().getByRole('link').click()
    for (const name of ['Lock', 'Edit'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    const record = page.url()
    for (const path of ['lock', 'edit', 'archive'])
      expect((await page.goto(`${record}/${path}`))?.status(), path).toBe(403)
    expect((await page.goto('/slots/new'))?.status()).toBe(403)
  })

  test('a filtered address shows the same to another person of the same tenant', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const filtered = '/slots?manufacturer=EGT&sortDirection=desc'
    await page.goto(filtered)
    const seen = await page.getByRole('rowheader').allInnerTexts()
    await journey.meanwhile('operator', async colleague => {
      await colleague.goto(filtered)
      expect(await colleague.getByRole('rowheader').allInnerTexts()).toEqual(seen)
    })
  })

  test('an id of another tenant, or of nobody, does not exist', async ({ page, journey }) => {
    journey.allowErrors(/404/)
    const linked = (at: Page) =>
      at
        .getByRole('rowheader')
        .getByRole('link')
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    let tenants: string[] = []
    await journey.meanwhile('admin', async everything => {
      await everything.goto('/tenants')
      tenants = await linked(everything)
    })
    expect(tenants.length).toBeGreaterThan(2)
    await journey.signIn('operator')
    await page.goto('/tenants')
    const own = await linked(page)
    expect(own).toHaveLength(1)
    for (const foreign of tenants.filter(path => !own.includes(path)))
      expect((await page.goto(foreign))?.status()).toBe(404)
    expect((await page.goto('/slots/0123456789abcdef01234567'))?.status()).toBe(404)
  })

  test('an unknown address leads to the error page and back', async ({ page, journey }) => {
    journey.allowErrors(/404/)
    await journey.signIn('operator')
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page).toHaveURL(/\/error\/error-v1\?from=%2Fno%2Fsuch%2Fpage$/)
    await expect(page.getByRole('main')).toContainText('GET /no/such/page')
    await page.getByRole('main').getByRole('link', { name: 'Start page' }).click()
    await expect(page).toHaveURL(/\/access$/)
  })
})
