/**
 * The dashboard as people use it: a role's default, a choice of one's own made without a script, and a wall that asks
 * again by itself.
 */
import { expect, test, type Page } from '../../support/journey'

const main = (page: Page) => page.getByRole('main')
const titles = (page: Page) =>
  [...page.document.querySelectorAll('main h2')].map(title => title.firstChild?.textContent?.trim())
const widgets = (page: Page) =>
  [...page.document.querySelectorAll('.widget-list h2')].map(title => title.textContent)
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).first().click()

test('a manager sees money first, and each number leads to its list', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto('/dashboard')
  expect(titles(page).slice(0, 2)).toEqual(['Net win by day', 'Slots connected'])
  await expect(page.getByRole('link', { name: 'Edit Dashboard' })).toHaveAttribute('href', '/dashboard/edit')
  // That lists take what widgets ask of them is tested beside `widget-links.ts`; a stream and a report are read here.
  const hrefs = [...page.document.querySelectorAll('main .widgets a')].map(
    link => link.getAttribute('href') ?? '',
  )
  for (const path of ['/events?', '/days?']) {
    const href = hrefs.find(one => one.includes(path)) ?? path
    expect((await page.goto(href)).status(), href).toBe(200)
    expect(page.document.querySelector('main')?.textContent, href).not.toMatch(/not used|cannot be used/i)
  }
})

test('an operator makes the dashboard their own: adds, moves, sizes, narrows, removes, and goes back to the default', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/dashboard/edit')
  await expect(main(page).getByRole('button', { name: 'Editing…' })).toBeDisabled()
  const before = widgets(page)
  expect(before[0]).toBe('Slots connected')

  await page.locator('select[name=kind]').selectOption('hold')
  await press(page, 'Add widget')
  expect(widgets(page)).toEqual([...before, 'Hold against theory'])
  await press(page, 'Move Hold against theory up')
  expect(widgets(page).at(-2)).toBe('Hold against theory')
  await press(page, 'Remove Slots connected')
  expect(widgets(page)[0]).toBe(before[1])

  const own = main(page).locator('.widget-list > li').nth(0)
  await own.locator('select[name=size]').selectOption('3')
  const location = page.document.querySelector('.widget-list select[name=location] option:nth-child(2)')
  await own.locator('select[name=location]').selectOption(location?.getAttribute('value') ?? '')
  await press(page, `Save ${before[1]}`)
  await page.goto('/dashboard')
  const first = page.document.querySelector('.widgets > section')
  expect(first?.className).toContain('span-3')
  expect(first?.querySelector('.widget-of')?.textContent).toBe(location?.textContent)

  await page.goto('/dashboard/edit')
  await press(page, 'Reset to default')
  expect(widgets(page)).toEqual(before)
})

test('on a wall the page asks again each minute without a script, and keeps nobody signed in', async ({
  page,
  journey,
}) => {
  await journey.signIn('inspector')
  await page.goto('/dashboard?kiosk=1')
  expect(page.document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe('60')
  await expect(page.getByRole('link', { name: 'Leave kiosk view' })).toHaveAttribute('href', '/dashboard')
  await page.goto('/dashboard')
  expect(page.document.querySelector('meta[http-equiv=refresh]')).toBeNull()
  // Whoever may list no tasks has no widget of them, and is told that some are not offered.
  await page.goto('/dashboard/edit')
  expect(page.document.querySelector('select[name=kind]')?.textContent).not.toContain('Running tasks')
  await expect(page.getByText('Widgets that your permissions do not include are not offered.')).toBeVisible()
})
