import jsQR from 'jsqr'
import { expect, recordOf, test, type Page } from '../../support/journey'
import { slowness } from '../../support/slowness'

const main = (page: Page) => page.getByRole('main')

test('a page is found by what it is called and by what it is for, by whoever may open it', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/search?query=missing')
  await main(page).getByRole('link', { name: 'Missing Messages' }).click()
  await expect(page).toHaveURL(/\/gaps/)
  // A number is no word of a page.
  await page.goto('/search?query=1')
  expect(headings(page)).not.toContain('Pages')
  await page.goto('/search?query=audit')
  await expect(page.getByText('No results.')).toBeVisible()
  // What was typed is there to be put right, on a phone, too.
  const field = main(page).getByRole('searchbox')
  await expect(field).toHaveValue('audit')
  await field.fill('monitoring')
  await main(page).getByRole('button', { name: 'Search' }).click()
  await expect(main(page).getByRole('link', { name: 'Slots Offline' })).toBeVisible()
})

const links = (page: Page) =>
  [...page.document.querySelectorAll('main .pages a')].map(link => link.getAttribute('href'))
const headings = (page: Page) => [...page.document.querySelectorAll('main h2')].map(one => one.textContent)

test('what the product calls by a name is found by words of any language, on a page of each', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const wanted = [
    ['en', 'aparate', 'Pages', '/slots', 'Slots'],
    ['ro', 'máquinas', 'Pagini', '/slots', 'Aparate'],
    ['pt', 'slots', 'Páginas', '/slots', 'Máquinas'],
    ['en', 'imprimanta fara hartie', 'Events', '/events?code=61', 'Printer out of paper'],
    ['ro', 'handpay pending', 'Evenimente', '/events?code=51', ''],
    ['pt', 'counterfeit', 'Eventos', '/events?code=2C', ''],
    // A list is called in the plural, and one looks for one.
    ['ro', 'predare', 'Pagini', '/operations/shift-handovers', 'Predări de tură'],
    ['en', 'passagem de turno', 'Pages', '/operations/shift-handovers', 'Shift Handovers'],
    ['pt', 'ajutor', 'Ajuda', '/help', 'Ajuda'],
  ] as const
  for (const [language, query, heading, href, name] of wanted) {
    page.cookies.set('lng', language)
    expect((await page.goto(`/search?query=${encodeURIComponent(query)}`)).status()).toBe(200)
    expect(headings(page), query).toContain(heading)
    expect(links(page), query).toContain(href)
    expect(page.document.querySelector(`main .pages a[href="${href}"]`)?.textContent, query).toContain(name)
  }
  page.cookies.set('lng', 'en')
  // The page that is called so comes before all that only mention it.
  await page.goto('/search?query=aparate')
  expect([headings(page)[0], links(page)[0]]).toEqual(['Pages', '/slots'])
  await page.goto('/events?code=61')
  await expect(page.getByText('61 Printer out of paper').first()).toBeVisible()
})

test('a setting leads to its page, for those who may see it; help is there for all', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/search?query=largest+hand-paid')
  expect(headings(page)).toContain('Settings')
  await main(page)
    .getByRole('link', { name: /Largest hand-paid amount/ })
    .click()
  await expect(page).toHaveURL(/\/config\/fraud\//)
  await expect(page.getByText('Largest hand-paid amount').first()).toBeVisible()
  await page.goto('/search?query=unverified+meters')
  expect(links(page)).toContain('/help/repairs')
})

test('an inspector finds no setting, since they may open none', async ({ page, journey }) => {
  await journey.signIn('inspector')
  await page.goto('/search?query=largest+hand-paid')
  expect(headings(page)).not.toContain('Settings')
  await page.goto('/search?query=unverified+meters')
  expect(headings(page)).toContain('Help')
})

test.describe('finding a slot', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('operator'))

  test('a whole serial opens its slot, part of it lists what there is, and nothing is said to be nothing', async ({
    page,
  }) => {
    const id = await recordOf(page, '/slots')
    const serial = page.document.querySelector('th[scope=row]')?.textContent ?? ''
    await page.goto(`/search?query=${encodeURIComponent(serial)}`)
    await expect(page).toHaveURL(`/slots/${id}`)
    await page.goto('/search?query=Bucure%C8%99ti')
    await expect(page.getByRole('heading', { name: 'Locations' })).toBeVisible()
    await main(page)
      .getByRole('link', { name: /București/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('București')
    await page.goto('/search?query=no-such-thing-anywhere')
    await expect(page.getByText('No results.')).toBeVisible()
    await page.goto('/search')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  })

  test('the label on a slot holds a code that a reader turns into the address of its page', async ({
    page,
    journey,
  }) => {
    const id = await recordOf(page, '/slots')
    await page.goto(`/slots/${id}/label`)
    const from = performance.now()
    expect(decoded(page)).toBe(`${journey.origin}/slots/${id}`)
    // A hand holds a phone still for about so long.
    expect(performance.now() - from).toBeLessThan(1_000 * slowness())
  })
})

/**
 * What a camera sees of the paper: dark squares on white, some pixels each, in grey light. Read by another program than
 * the one that drew them.
 */
function decoded(page: Page): string | undefined {
  const svg = page.document.querySelector('.label-qr svg')
  const size = Number(svg?.getAttribute('viewBox')?.split(' ')[2])
  const path = svg?.querySelector('path')?.getAttribute('d') ?? ''
  const pixels = 6
  const width = size * pixels
  const image = new Uint8ClampedArray(width * width * 4).fill(230)
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixels; row++) {
      const from = ((Number(y) * pixels + row) * width + Number(x) * pixels) * 4
      image.fill(40, from, from + pixels * 4)
    }
  return jsQR(image, width, width)?.data
}
