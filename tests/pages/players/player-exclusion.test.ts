import { expect, test, type Page } from '../../support/journey'

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
    // What the sound is told: the answer, and nothing else of it.
    const sound = page.document.querySelector('[data-island=door-sound]')?.getAttribute('data-props')
    expect(JSON.parse(sound ?? '{}')).toMatchObject({ answer: 'allow' })
    await main(page).getByLabel('CNP or document number').fill('12345')
    await main(page).getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('alert').first()).toContainText('ASK THE MANAGER')
    await expect(page.getByRole('alert').first()).toContainText('A CNP has 13 digits')
    expect(page.document.body.innerHTML).not.toContain('12345')
    await page.goto('/player-exclusion/player-scans')
    await expect(main(page).getByText('1********9315').first()).toBeVisible()
  })

  test('the chosen kind of document is the visitor’s alone, and lets nobody in who is excluded', async ({
    page,
  }) => {
    await page.goto('/player-exclusion/door')
    await main(page).getByRole('button', { name: 'Open door' }).click()
    const kind = () =>
      page.document.querySelector('select[name=kind] option[selected]')?.getAttribute('value')
    for (const [number, chosen, words] of [
      ['385 0214 400018', 'passport', 'DENY'],
      ['3850214400018', 'residence permit', 'DENY'],
      ['3920708400031', 'foreign identity card', 'ALLOW'],
      ['7100101400012', 'CNP', 'Check the date of birth on the document'],
      ['XB998877', 'passport', 'ASK THE MANAGER'],
      ['12', 'passport', 'Is not a passport number'],
      ['3850214400018'.padEnd(90, '1'), 'passport', 'ASK THE MANAGER'],
    ] as const) {
      await main(page).getByLabel('CNP or document number').fill(number)
      await main(page).getByLabel('Document', { exact: true }).selectOption({ label: chosen })
      await main(page).getByRole('button', { name: 'Check' }).click()
      await expect(page.getByRole('alert').first()).toContainText(words)
      expect([number, kind()]).toEqual([number, 'cnp'])
    }
  })

  test('a list leads with how many people it does not keep out, before and after it is imported', async ({
    page,
  }) => {
    const address = '/player-exclusion/self-exclusions-onjn-cnp-encrypted-import'
    const text = `cnp_hash;added_on\nabc;\n${'a'.repeat(64)};01.11.2026\n${'b'.repeat(64)};ieri\n`
    for (const [button, words] of [
      ['Check only', '1 person in this file would NOT be kept out.'],
      ['Import file', '1 person in this file is NOT kept out.'],
    ] as const) {
      await page.goto(address)
      await main(page)
        .getByLabel('File')
        .setInputFiles({
          name: 'list.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(text),
        })
      await main(page).getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert').first()).toContainText(words)
      await expect(main(page).getByText('Line 2: the hash does not have 64 characters')).toBeVisible()
      await expect(main(page).getByText('Line 4: added_on is no day up to today')).toBeVisible()
    }
  })

  test('a person’s own data is one page for a reason, and a file', async ({ page }) => {
    await page.goto('/player-exclusion/players/new')
    await main(page).getByLabel('Full name').fill('Marin Eva')
    await main(page).getByLabel('Document number').fill('3980527400021')
    await main(page).getByRole('button', { name: 'Create player' }).click()
    const file = [...page.document.querySelectorAll('a')].find(link =>
      link.textContent?.includes('Personal data as a file'),
    )
    await page.goto(file?.getAttribute('href') ?? '')
    await main(page).getByLabel('Reason').fill('Request of 3 May')
    await main(page).getByRole('button', { name: 'Show all data' }).click()
    await expect(main(page).getByText('Marin Eva').first()).toBeVisible()
    await expect(main(page).getByText('Request of 3 May').first()).toBeVisible()
    await expect(main(page).getByText('Personal data handed out').first()).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Save as JSON' })).toBeVisible()
    const json = await page.send({
      method: 'POST',
      url: new URL(`${new URL(page.url()).pathname}.json`, page.url()),
      body: new URLSearchParams({ reason: 'Request of 3 May' }),
    })
    expect(json.status).toBe(200)
    expect(await json.text()).toContain('"name": "Marin Eva"')
  })
})
