import { expect, expectAccessible, passwordOf, test } from './browse'

test.describe('signing in', () => {
  test('a visitor is asked to sign in and comes back to the page first asked for', async ({ page }) => {
    await page.goto('/slots?query=EGT')
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(page.getByText('gambling management system')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Username').fill('manager')
    await page.getByLabel('Password', { exact: true }).fill(passwordOf('manager'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/slots\?query=EGT$/)
  })

  test('keys alone sign in, however slowly the page comes: the first field has the cursor when it is drawn', async ({
    page,
    context,
    journey,
  }) => {
    journey.leaveHtml()
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 100_000,
      uploadThroughput: 50_000,
    })
    for (const person of ['operator', 'auditor', 'inspector'] as const) {
      await context.clearCookies()
      await page.goto('/auth/login', { waitUntil: 'commit' })
      // Letters that are typed before the first frame reach no field of any page.
      await expect(page.getByLabel('Username')).toBeFocused()
      await page.keyboard.type(person)
      await page.keyboard.press('Tab')
      await page.keyboard.type(passwordOf(person))
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(/\/auth\/login/)
    }
  })

  test('wrong details say so, keep the name and never say which was wrong', async ({ page, journey }) => {
    journey.allowErrors(/401|422|400/)
    for (const name of ['manager', 'nobody-of-that-name']) {
      await page.goto('/auth/login')
      await page.getByLabel('Username').fill(name)
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('The login details are incorrect')).toBeVisible()
      await expect(page.getByLabel('Username')).toHaveValue(name)
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    }
    await expectAccessible(page)
  })

  test('no cache keeps a page, or its data alone', async ({ page, journey }) => {
    await journey.signIn('auditor')
    for (const address of ['/slots', '/slots?_data=root'])
      expect((await page.request.get(address)).headers()['cache-control']).toBe('no-store')
  })

  test('signing out ends the session', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/logout')
    await page.goto('/slots')
    await expect(page).toHaveURL(/\/auth\/login/)
    // What a page that still stands in another tab asks for: an end, not a page.
    const stream = await page.request.get('/notifications/stream')
    expect(stream.headers()['content-type']).toContain('text/event-stream')
    expect(await stream.text()).toContain('event: ended')
  })
})
