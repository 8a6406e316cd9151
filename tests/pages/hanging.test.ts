/** A backend that has been stopped in its tracks: connections are accepted, nothing is answered. */
import type { TestConsole } from '../support/console'
import { expect, test, unique, type Page } from '../support/journey'
import { slowness } from '../support/slowness'

/** From now on no request is answered; `alsoDoes` ones are done all the same, as when the process goes on later. */
function hang(site: TestConsole, alsoDoes: (request: Request) => boolean = () => false): () => void {
  const real = site.app.fetch
  const done: Promise<unknown>[] = []
  site.app.fetch = ((request: Request, ...rest: []) => {
    if (alsoDoes(request)) done.push(Promise.resolve(real(request, ...rest)))
    return new Promise<Response>(() => undefined)
  }) as typeof real
  return () => {
    site.app.fetch = real
  }
}
const isWrite = ({ method }: Request) => method === 'PUT'

async function openForm(page: Page): Promise<string> {
  await page.goto('/slots')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const position = unique('P').slice(0, 12)
  await page.getByLabel(/^Position/).fill(position)
  return position
}
const save = (page: Page) => page.locator('main .form-actions').getByRole('button').click()
const versionsOf = (site: TestConsole, url: string) =>
  site.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'slot')
    .where('action', '=', 'update')
    .where('entity_id', '=', /[0-9a-f]{24}/.exec(url)?.[0] ?? '')
    .execute()

test.describe('a backend that hangs while something is saved', () => {
  test('what was typed comes back within five seconds, told as unknown, and sent again it is done once', async ({
    page,
    site,
    journey,
  }) => {
    journey.allowErrors(/504/)
    await journey.signIn('manager')
    const position = await openForm(page)
    const address = page.url()
    // The program goes on after a while, and does what it had been sent.
    const goOn = hang(site, isWrite)
    const started = performance.now()
    try {
      await save(page)
    } finally {
      goOn()
    }
    expect(performance.now() - started).toBeLessThan(5_000 * slowness())
    await expect(page.getByText(/We don’t know whether it was saved/)).toBeVisible()
    await expect(page.getByRole('main').getByText('Position')).toBeVisible()
    await expect(page.getByRole('main').getByText(position)).toBeVisible()
    const check = page.getByRole('link', { name: 'Look at what is saved' })
    expect(await check.getAttribute('href')).toBe(new URL(address).pathname.replace('/edit', ''))
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
    await expect(page.getByText(position).first()).toBeVisible()
    expect(await versionsOf(site, address)).toHaveLength(1)
  })

  test('a new one comes back in its own form, with its values, and is not made twice', async ({
    page,
    site,
    journey,
  }) => {
    journey.allowErrors(/504/)
    await journey.signIn('manager')
    await page.goto('/slots/new')
    const serial = unique('HANG')
    await page.getByLabel('Serial', { exact: true }).fill(serial)
    await page.getByLabel('Location', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ label: 'EGT' })
    await page.getByLabel('Denomination', { exact: true }).fill('0.01')
    const goOn = hang(site, request => request.method === 'POST' && request.url.endsWith('/slot'))
    const started = performance.now()
    await page.getByRole('button', { name: 'Create slot' }).click()
    goOn()
    expect(performance.now() - started).toBeLessThan(5_000 * slowness())
    await expect(page.getByText(/unknown whether the change was made/)).toBeVisible()
    await expect(page.getByLabel('Serial', { exact: true })).toHaveValue(serial)
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByRole('heading', { name: serial, level: 1 })).toBeVisible()
    expect(
      await site.deps.db.selectFrom('slots').select('id').where('serial', '=', serial).execute(),
    ).toHaveLength(1)
  })

  test("a form that is no entity's is listed with its words", async ({ page, site, journey }) => {
    journey.allowErrors(/504/)
    await journey.signIn('manager')
    await page.goto('/tenants')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.goto(new URL(page.url()).pathname.replace('/tenants/', '/config/tenant/') + '/edit')
    await page.getByLabel(/^Reason/).fill('the location asked for it')
    const goOn = hang(site)
    const started = performance.now()
    await save(page)
    goOn()
    expect(performance.now() - started).toBeLessThan(5_000 * slowness())
    await expect(page.getByText('the location asked for it')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  })

  test('a page that only reads answers within five seconds too, and asks again automatically', async ({
    page,
    site,
    journey,
  }) => {
    journey.allowErrors(/504/)
    await journey.signIn('manager')
    const goOn = hang(site)
    const started = performance.now()
    const answers = []
    for (const path of ['/slots', '/access', '/advanced/smib/control']) answers.push(await page.goto(path))
    goOn()
    expect(performance.now() - started).toBeLessThan(15_000 * slowness())
    for (const answer of answers) {
      expect(answer.status(), answer.url()).toBe(504)
      expect(answer.headers().refresh, answer.url()).toBe('5')
    }
    await page.goto('/access')
    await expect(page.getByRole('heading', { name: 'Locations', exact: true })).toBeVisible()
  })
})

test.describe('a form that was sent after its session had ended', () => {
  test('is shown filled in after the sign-in, in its own page, and saves nothing by itself', async ({
    page,
    site,
    journey,
  }) => {
    await journey.signIn('manager')
    const position = await openForm(page)
    const address = page.url()
    const before = (await versionsOf(site, address)).length
    page.cookies.clear()
    await save(page)
    await page.locator('input[name="username"]').fill('manager')
    await page.locator('input[name="password"]').fill('demo-manager-2026')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Signed in again')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)
    await expect(page.getByLabel(/^Position/)).toHaveValue(position)
    expect(await versionsOf(site, address)).toHaveLength(before)
    await save(page)
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
    await expect(page.getByText(position).first()).toBeVisible()
    await page.goto(`${address}?kept=1`)
    await expect(page.getByText('Signed in again')).toHaveCount(0)
  })

  test('that no page can show filled in is listed, field by field', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/tenants')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.goto(new URL(page.url()).pathname.replace('/tenants/', '/config/tenant/') + '/edit')
    await page.getByLabel(/^Reason/).fill('the location asked for it')
    page.cookies.clear()
    await save(page)
    await page.locator('input[name="username"]').fill('manager')
    await page.locator('input[name="password"]').fill('demo-manager-2026')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Signed in again' })).toBeVisible()
    await expect(page.getByText('the location asked for it')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  })
})
