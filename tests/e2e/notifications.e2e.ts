import { expect, expectAccessible, test } from './browse'
import { lockOne } from './lock-one'

test.describe('notifications', () => {
  test('are listed newest first, can be confirmed and dismissed, without scripts too', async ({
    page,
    journey,
    javaScriptEnabled,
  }) => {
    // Its own one, since both ways go through this at the same time: who confirms what another has confirmed is told
    // so.
    let serial = ''
    await journey.meanwhile('operator', async colleague => {
      serial = await lockOne(colleague, javaScriptEnabled ? 6 : 9, 'To be confirmed')
    })
    await journey.signIn('manager')
    await page.goto('/notifications/list?view=all')
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await expectAccessible(page)
    const told = page.getByRole('main').getByRole('row').filter({ hasText: serial })
    const confirm = told.first().locator('form[action*="/confirm?"]')
    const [, id = ''] = /selected=([0-9a-f]{24})/.exec((await confirm.getAttribute('action')) ?? '') ?? []
    expect(id).not.toBe('')
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.locator(`form[action*="selected=${id}"][action*="/confirm?"]`)).toHaveCount(0)
    await expect(told.first()).toBeVisible()
  })

  test('a lock by one person is told live to another', { tag: '@scripts' }, async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/access')
    await page.locator('header [data-island=notifications]').waitFor({ state: 'attached' })
    await page.waitForTimeout(2500)

    let serial = ''
    await journey.meanwhile('operator', async colleague => {
      serial = await lockOne(colleague, 5, 'Told live')
    })

    await page.locator('header [data-island=notifications] .bar-item').click()
    await expect(page.locator('header').getByText(serial).first()).toBeVisible({ timeout: 15_000 })
  })
})
