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

  test('a person’s own data is one page for a reason, and a file; without a reason there is none', async ({
    page,
  }) => {
    await page.goto('/player-exclusion/players/new')
    await main(page).getByLabel('Full name').fill('Marin Eva')
    await main(page).getByLabel('Document number').fill('3980527400021')
    await main(page).getByRole('button', { name: 'Create player' }).click()
    const file = [...page.document.querySelectorAll('a')].find(link =>
      link.textContent?.includes('Personal data as a file'),
    )
    await page.goto(file?.getAttribute('href') ?? '')
    await main(page).getByRole('button', { name: 'Show all data' }).click()
    await expect(main(page).getByRole('alert').first()).toContainText('Reason')
    await main(page).getByLabel('Reason').fill('Request of 3 May')
    await main(page).getByRole('button', { name: 'Show all data' }).click()
    await expect(main(page).getByText('Marin Eva').first()).toBeVisible()
    await expect(main(page).getByText('Request of 3 May').first()).toBeVisible()
    await expect(main(page).getByText('Personal data handed out').first()).toBeVisible()
    await main(page).getByRole('button', { name: 'Save as JSON' }).click()
    expect(page.document.documentElement.textContent).toContain('"name": "Marin Eva"')
  })
})
