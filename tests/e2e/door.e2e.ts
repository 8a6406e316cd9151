/** The door in a browser: on a phone as on a kiosk, by keyboard alone, in three languages. */
import { expect, expectAccessible, test, whole } from './browse'

/** Of the demo: excluded; nobody that anything is known of; not a number. */
const answers = {
  '3850214400018': { en: 'DENY', ro: 'NU POATE INTRA', pt: 'NÃO PODE ENTRAR' },
  '3920708400031': { en: 'ALLOW', ro: 'POATE INTRA', pt: 'PODE ENTRAR' },
  '38502144': { en: 'ASK THE MANAGER', ro: 'ÎNTREABĂ MANAGERUL', pt: 'PERGUNTE AO GERENTE' },
}

test('an excluded person is denied at the door, in words that stand whole on a phone', async ({
  page,
  journey,
  context,
}) => {
  await journey.signIn('manager')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/player-exclusion/door')
  await page.locator('.door-check').click()
  for (const lng of ['en', 'ro', 'pt'] as const) {
    await context.addCookies([{ name: 'lng', value: lng, url: journey.origin }])
    await page.goto(page.url())
    for (const [number, words] of Object.entries(answers)) {
      // As a reader types: nothing is clicked, and the field is ready for the next person.
      await page.locator('input[name=secret_number]').fill(number)
      await page.keyboard.press('Enter')
      await expect(page.locator('.door-word')).toHaveText(words[lng])
      await whole(page)
      await expect(page.locator('input[name=secret_number]')).toBeFocused()
      await expect(page.locator('input[name=secret_number]')).toHaveValue('')
    }
  }
  await expectAccessible(page)
})

test('the kind that was chosen for one visitor is not the next one’s, and hides no exclusion', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/player-exclusion/door')
  await page.locator('.door-check').click()
  const kinds = await page
    .locator('select[name=kind] option')
    .evaluateAll(all => all.map(one => one.getAttribute('value')))
  for (const kind of kinds) {
    await page.locator('select[name=kind]').selectOption(kind)
    await page.locator('input[name=secret_number]').fill('3850214400018')
    await page.keyboard.press('Enter')
    await expect(page.locator('.door-word')).toHaveText('DENY')
    await expect(page.locator('select[name=kind]')).toHaveValue('cnp')
  }
  await page.locator('select[name=kind]').selectOption('passport')
  await page.locator('input[name=secret_number]').fill('XB998877')
  await page.keyboard.press('Enter')
  await expect(page.locator('.door-word')).toHaveText('ASK THE MANAGER')
  await expect(page.locator('select[name=kind]')).toHaveValue('cnp')
  await page.reload()
  await expect(page.locator('select[name=kind]')).toHaveValue('cnp')
})
