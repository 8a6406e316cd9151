import { expect, test } from '../support/journey'
import { awayFor } from '../support/lost-answers'

test.describe('the zone in which somebody reads times', () => {
  test('is theirs to choose in the settings, without a script, and every page names it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/panel/settings?from=/slots')
    const zone = page.getByLabel('Time zone')
    await zone.selectOption({ value: 'Asia/Tokyo' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
    await page.goto('/slots')
    await expect(
      page.locator('footer').getByRole('link', { name: 'Your time zone: Asia/Tokyo' }),
    ).toBeVisible()
    await page.goto('/user-profile/profile-overview')
    await expect(page.locator('.facts').getByText('Asia/Tokyo')).toBeVisible()
  })

  test('decides what "yesterday" is, on the page and in the request behind it', async ({ page, journey }) => {
    const range = async () => {
      await page.goto('/slots?timeRange=yesterday')
      const pinned = page.locator('main a[href*="dateStart="]').first()
      return {
        words: await page
          .locator('main')
          .getByText(/from \S+ to \S+ \((?:Asia\/Tokyo|Europe\/Bucharest)\)/)
          .innerText(),
        address: decodeURIComponent((await pinned.getAttribute('href')) ?? ''),
      }
    }
    await journey.signIn('auditor')
    const before = await range()
    await page.goto('/panel/settings')
    await page.getByLabel('Time zone').selectOption({ value: 'Asia/Tokyo' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    const after = await range()
    expect(before.words).toContain('Europe/Bucharest')
    expect(before.address).toMatch(/dateStart=[\d-]{10}T2[12]:00Z/)
    expect(after.words).toContain('Asia/Tokyo')
    expect(after.address).toMatch(/dateStart=[\d-]{10}T15:00Z/)
    const file = await page.request.get('/advanced/tasks/export.csv')
    expect((await file.text()).split('\n', 1)[0]).toContain('Asia/Tokyo')
  })

  test('comes along to another browser, and can be given back', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/panel/settings')
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
    await page.getByLabel('Time zone').selectOption({ value: '' })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.goto('/slots')
    await expect(page.locator('footer').getByText('Your time zone: Europe/Bucharest')).toBeVisible()
  })

  test('a made-up one is not taken', async ({ page, journey }) => {
    await journey.signIn('operator')
    await page.request.post('/preferences', { form: { timeZone: 'Mars/Olympus' } })
    await page.goto('/panel/settings')
    await expect(page.locator('footer').getByText('Your time zone: Europe/Bucharest')).toBeVisible()
  })

  test.describe('that could not be kept', () => {
    test('is told', async ({ page, site, journey }) => {
      await journey.signIn('operator')
      await page.goto('/panel/settings')
      await page.getByLabel('Time zone').selectOption({ value: 'UTC' })
      const isLost = ({ method }: Request) => method === 'PUT'
      await awayFor(site, isLost, () => page.getByRole('button', { name: 'Save settings' }).click())
      await expect(page.getByText(/The time zone could not be saved/)).toBeVisible()
    })
  })
})
