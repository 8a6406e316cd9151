/** A shift's sheet: drawn up and signed by who goes, taken over by who comes, and the same on paper. */
import { expect, test } from '../../support/journey'

test('an operator hands over a hall’s shift, the manager takes it over, and both names stand on paper', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/locations')
  await page.getByRole('link', { name: 'București Titan' }).first().click()
  const location = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/operations/shift-handovers/new?location=${location}`)
  // The handpay that waits in the demo's first location.
  await expect(page.getByText(/Pending handpays: \d/).first()).toBeVisible()
  await expect(page.getByText('Cashless payments in').first()).toBeVisible()
  const headOf = () => page.document.querySelector('main .facts')?.textContent ?? ''
  expect(headOf()).toMatch(/București Titan.*From.*To.*Net win of the shift(−?RON\s[\d,]+\.\d\d|no readings)/)
  // A second press of its button signs nothing twice.
  expect(page.document.querySelector('[name=idempotency_key]')?.getAttribute('value')).toMatch(
    /^[\da-f-]{36}$/,
  )
  await page.getByLabel('Remarks').fill('Bill acceptor of A-03 jams')
  await page.getByRole('button', { name: 'Sign and hand over the shift' }).click()
  await expect(page.getByText('waiting for takeover').first()).toBeVisible()
  const sheet = new URL(page.url()).pathname
  const figures = () =>
    [...page.document.querySelectorAll('main table')].map(table => table.textContent).join('\n')
  const signed = figures()
  // Nobody is the second person of their own sheet.
  await page.goto(`${sheet}/take_over`)
  await expect(page.getByText(/another person takes over/).first()).toBeVisible()

  await page.goto('/access')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.document.querySelector('main')?.textContent).not.toContain('Handovers to take over')

  await journey.meanwhile('manager', async manager => {
    // The start page of whoever comes leads to it, and what is signed can be read where it is signed.
    await manager.goto('/access')
    await manager.getByRole('link', { name: /Handovers to take over/ }).click()
    await manager.getByRole('link', { name: /\/1$/ }).click()
    expect(new URL(manager.url()).pathname).toBe(sheet)
    await manager.getByRole('link', { name: 'Take over' }).click()
    await expect(manager.getByText(/Pending handpays: \d/).first()).toBeVisible()
    await expect(manager.getByText('Bill acceptor of A-03 jams')).toBeVisible()
    await manager.getByLabel('Remarks at takeover').fill('Read and counted')
    await manager.getByRole('button', { name: 'Sign and take over' }).click()
    await expect(manager.getByText('taken over').first()).toBeVisible()
  })
  await page.goto(sheet)
  expect(figures()).toBe(signed)
  await page.getByRole('link', { name: 'Print the sheet' }).click()
  await expect(page.getByText(/Bogdan Nițu, signed on screen/)).toBeVisible()
  expect(headOf()).toMatch(/București Titan.*From.*To.*Net win of the shift/)
  await expect(page.getByText(/Mihaela Țăranu, signed on screen/)).toBeVisible()
  await expect(page.getByText('Bill acceptor of A-03 jams')).toBeVisible()
  await expect(page.getByText('Read and counted')).toBeVisible()
  await page.goto(`/operations/shift-handovers?location=${location}`)
  await expect(page.getByText('taken over').first()).toBeVisible()
})

test('the sheet speaks the reader’s language, and a beginning that cannot be is refused on its page', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/operations/shift-handovers/new')
  await page.getByRole('button', { name: 'Show the sheet' }).click()
  const address = new URL(page.url())
  await page.goto(`${address.pathname}${address.search}&began_at=2020-01-01T10:00`)
  await expect(page.getByText('Is more than 48 hours ago')).toBeVisible()
  page.cookies.set('lng', 'ro')
  await page.goto(`${address.pathname}${address.search}`)
  await expect(page.getByText('Banii turei').first()).toBeVisible()
})
