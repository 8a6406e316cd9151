import { expect, test, type Page } from '../support/journey'

const main = (page: Page) => page.getByRole('main')

test.describe('player exclusion', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('a player is registered, excluded, blacklisted and denied at the door, which says no more', async ({
    page,
  }) => {
    await page.goto('/player-exclusion/players/new')
    await main(page).getByLabel('Full name').fill('Zamfir Ana')
    await main(page).getByLabel('Document number').fill('3971231400012')
    await main(page).getByRole('button', { name: 'Create player' }).click()
    await expect(
      main(page).getByText('The check digit is wrong: one digit was mistyped').first(),
    ).toBeVisible()
  })

  test('the door asks for its location, answers, and tells when a number cannot be read', async ({
    page,
  }) => {
    await page.goto('/player-exclusion/door')
    await main(page).getByRole('button', { name: 'Open door' }).click()
    await main(page).getByLabel('CNP or document number').fill('1070504429315')
    await main(page).getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('alert').first()).toContainText('ALLOW')
    await main(page).getByLabel('CNP or document number').fill('12345')
    await main(page).getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('alert').first()).toContainText('ASK THE MANAGER')
    await expect(page.getByRole('alert').first()).toContainText('A CNP has 13 digits')
    expect(page.document.body.innerHTML).not.toContain('12345')
    await page.goto('/player-exclusion/player-scans')
    await expect(main(page).getByText('1********9315').first()).toBeVisible()
  })
})
