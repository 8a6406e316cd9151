import { describe } from 'vitest'
import { expect, recordOf, test, unique, type Page } from '../support/journey'

const fill = async (page: Page, name: string) => {
  await page.locator('input[name="name"]').fill(name)
  await page.locator('input[name="login_host"]').fill('no host at all')
  await page.getByRole('button', { name: 'Create tenant' }).last().click()
}

describe('two people save one record', () => {
  const saves = async (page: Page, record: string, fields: Record<string, string>) => {
    await page.goto(`${record}/edit`)
    for (const [name, text] of Object.entries(fields)) await page.locator(`input[name="${name}"]`).fill(text)
    await page.getByRole('button', { name: 'Save slot' }).last().click()
  }

  test('what each changed alone goes on without a question, and who saved is named to whoever sees users', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/409/)
    await journey.signIn('manager')
    const record = `/slots/${await recordOf(page, '/slots?query=MRK-&sortDirection=desc')}`
    const [position, asset] = [unique('P'), unique('A')]
    await page.goto(`${record}/edit`)
    await page.locator('input[name="position"]').fill(position)
    await journey.meanwhile('admin', own => saves(own, record, { authorisation_no: asset }))
    await page.getByRole('button', { name: 'Save slot' }).last().click()
    await expect(page.getByText(/^Saved by another person, .+\d.*\.$/)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByText('Changed by the other save only, and in the form now:')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: asset })).toHaveCount(1)
    await expect(page.getByRole('listitem').filter({ hasText: `Position: ${position}` })).toHaveCount(1)
    await expect(page.locator('input[name="authorisation_no"]')).toHaveValue(asset)
    // The same the other way round, and one field that both have changed.
    const [theirs, mine] = [unique('T'), unique('M')]
    await page.getByRole('button', { name: 'Save slot' }).last().click()
    await expect(page.getByRole('definition').filter({ hasText: asset })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: position })).toBeVisible()
    await journey.meanwhile('admin', async own => {
      await own.goto(`${record}/edit`)
      await own.locator('input[name="position"]').fill(mine)
      await saves(page, record, { position: theirs })
      await own.getByRole('button', { name: 'Save slot' }).last().click()
      await expect(own.getByText(/^Saved by (?!another person).+, .+\.$/)).toBeVisible()
      await expect(own.getByRole('radio', { name: mine })).toBeChecked()
      await own.getByRole('radio', { name: theirs }).check()
      await own.getByRole('button', { name: 'Save slot' }).last().click()
      await expect(own.getByRole('definition').filter({ hasText: theirs })).toBeVisible()
    })
  })
})

describe('a refused form', () => {
  test('is a page of its own: it can be loaded again, and Back leads to the form', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('admin')
    await page.goto('/tenants/new')
    const name = unique('Aurora')
    await fill(page, name)
    const refused = page.url()
    expect(new URL(refused).searchParams.get('answer')).toMatch(/^[\w-]{12}$/)
    expect(page.visitor.statuses.at(-1)?.status).toBe(422)
    for (let load = 0; load < 2; load++) {
      await page.goto(refused)
      await expect(page.locator('input[name="name"]')).toHaveValue(name)
      await expect(page.getByRole('alert')).toContainText('Is not a host name')
    }
    await page.locator('input[name="login_host"]').fill(`${name.toLowerCase()}.example.com`)
    await page.getByRole('button', { name: 'Create tenant' }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    // Sent, it is no longer kept.
    await page.goto(refused)
    await expect(page.locator('input[name="name"]')).toHaveValue('')
  })

  test('keeps two tabs apart, shows nothing at another address and nothing to anybody else', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('admin')
    const [first, second] = [unique('First'), unique('Second')]
    const addresses: string[] = []
    for (const name of [first, second]) {
      await page.goto('/tenants/new')
      await fill(page, name)
      addresses.push(page.url())
    }
    for (const [index, name] of [first, second].entries()) {
      await page.goto(addresses[index] ?? '')
      await expect(page.locator('input[name="name"]')).toHaveValue(name)
    }
    const { pathname, search } = new URL(addresses[0] ?? '')
    await page.goto(`/locations/new${search}`)
    await expect(page.locator('input[name="name"]')).toHaveValue('')
    await journey.meanwhile('manager', async own => {
      await own.goto(pathname.replace('tenants', 'locations') + search)
      expect(await own.content()).not.toContain(first)
    })
  })

  test('is not shown again once what it was about has been sent, from whichever address', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('manager')
    const location = await recordOf(page, '/locations?query=Brașov')
    const edit = `/config/location/${location}/edit`
    const send = async (delay: string, reason: string) => {
      await page.getByLabel('Pulse off-time').fill(delay)
      await page.getByLabel('Reason').fill(reason)
      await page.getByRole('button', { name: 'Save settings' }).click()
      return page.url()
    }
    await page.goto(edit)
    const first = await send('120', '')
    // Back, and a second mistake; then everything is mended where it is shown.
    await page.goto(edit)
    const second = await send('999999', 'Slow counters')
    await send('130', 'Slow counters')
    await expect(page.getByRole('row', { name: /Pulse off-time 130 ms/ })).toBeVisible()
    for (const address of [first, second]) {
      expect(new URL(address).searchParams.has('answer')).toBe(true)
      expect((await page.goto(address)).status()).toBe(200)
      await expect(page.getByLabel('Pulse off-time')).toHaveValue('130')
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })

  /** Sent as it stands: each lacks something. */
  const lacking = [
    ['a command over several', (slot: string) => `/slots/do/lock?selected=${slot}`],
    ['an edit of many', (slot: string) => `/slots/edit-many?selected=${slot}`],
    ['a bulk action', (slot: string) => `/bulk-actions/new?selected=${slot}`],
    ['an import', () => '/slots-import'],
  ] as const
  for (const [name, at] of lacking)
    test(`is one wherever there is a form: ${name}`, async ({ page, journey }) => {
      journey.allowErrors(/422/)
      await journey.signIn('admin')
      const path = at(await recordOf(page, '/slots?status=active'))
      await page.goto(path)
      await page.locator('main form[method="post"] button[class*="btn-"]').last().click()
      const { pathname, searchParams, search } = new URL(page.url())
      expect(searchParams.get('answer')).toMatch(/^[\w-]{12}$/)
      expect(`${pathname}${search.replace(/[?&]answer=[^&]*/, '')}`).toBe(path)
      expect(page.visitor.statuses.at(-1)?.status).toBe(422)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(page.getByText('Part of the address was not used')).toHaveCount(0)
      await page.goto(page.url())
      await expect(page.getByRole('alert').first()).toBeVisible()
    })
})
