import { expect, test } from '../../support/journey'

test.describe('the handbook', () => {
  test('a cashier asks a page for its help, and finds the way on from there', async ({ page, journey }) => {
    await journey.signIn('operator')
    await page.goto('/slots')
    await page.getByRole('main').getByRole('link', { name: 'Help' }).click()
    await expect(page).toHaveURL('/help/network')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slots, locations and SMIBs')
    expect(page.document.querySelectorAll('main ol li').length).toBeGreaterThanOrEqual(4)
    // The words of the menu are the menu's own, whatever they are called one day.
    await expect(page.getByText('open SMIBs, create it')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'All help pages' }).click()
    await expect(page).toHaveURL('/help')
  })

  test('it is searched by words, whatever their case and accents', async ({ page, journey }) => {
    await journey.signIn('operator')
    page.cookies.set('lng', 'ro')
    await page.goto('/help?query=CONTOARE+verificat')
    await expect(page.getByRole('main').getByRole('link', { name: 'Contoare de verificat' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Jackpoturi' })).toHaveCount(0)
    await page.goto('/help?query=masina+de+spalat')
    await expect(page.getByText('Nicio pagină de ajutor nu are aceste cuvinte.')).toBeVisible()
  })

  test('an inspector may read it all, but is led to no page that they may not open', async ({
    page,
    journey,
  }) => {
    await journey.signIn('inspector')
    expect((await page.goto('/help/people')).status()).toBe(200)
    expect(page.document.querySelectorAll('main a[href="/acl/users"]').length).toBe(0)
  })

  test('what is no topic is not found, and nobody reads it unknown', async ({ page, journey }) => {
    journey.allowErrors(/^404 /)
    await page.goto('/help')
    await expect(page).toHaveURL(/\/auth\/login/)
    await journey.signIn('operator')
    for (const topic of ['nothing', 'constructor', '__proto__'])
      expect((await page.goto(`/help/${topic}`)).status(), topic).toBe(404)
  })
})
