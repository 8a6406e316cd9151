import type { TestConsole } from '../../support/console'
import { expect, testWithBoards as test, type Page } from '../../support/journey'

/** A slot or SMIB that no other journey uses: each project has its own. */
const own = (page: number) => page * 2

/**
 * One that answers: what other journeys import has nobody at the other end, and its order would wait until it expires.
 */
async function open(page: Page, list: string, at: number) {
  await page.goto(`${list}?state=online&rowsPerPage=10&page=${at}`)
  await page.getByRole('rowheader').first().getByRole('link').click()
}

/** A SMIB of that page whose slot is not locked: some are in the demo network, wherever they stand just then. */
async function openUnlocked(page: Page, { deps }: TestConsole, at: number) {
  await page.goto(`/advanced/smibs?state=online&rowsPerPage=10&page=${at}`)
  const links = await page.getByRole('rowheader').getByRole('link').all()
  const ids = await Promise.all(
    links.map(async link => (await link.getAttribute('href'))?.split('/').at(-1) ?? ''),
  )
  const { id } = await deps.db
    .selectFrom('smibs as b')
    .innerJoin('slots as s', 's.id', 'b.slot_id')
    .select('b.id')
    .where('b.id', 'in', ids)
    .where('s.lock_state', '=', 'active')
    .orderBy('b.id')
    .executeTakeFirstOrThrow()
  await page.goto(`/advanced/smibs/${id}`)
}

/** As a person would: the page shows the answer by itself, and without scripts when it is asked again. */
async function answered(page: Page, command: RegExp) {
  await expect(async () => {
    await page.getByRole('link', { name: 'Check again' }).click()
    const row = page.getByRole('row').filter({ hasText: command }).first()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText(/waiting for|game in progress/)
  }).toPass({ timeout: 20_000, intervals: [500] })
}

test.describe('slot control', () => {
  test('a machine is locked from its control page, and its answer is shown', async ({ page, journey }) => {
    await journey.signIn('operator')
    await open(page, '/slots', own(3))
    await page.locator('.page-commands summary').click()
    await page.getByRole('link', { name: 'Control', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Control of')
    await page.getByRole('link', { name: 'Lock slot' }).click()
    await page.getByLabel('Reason').fill('Bill acceptor to be cleaned')
    await page.getByRole('button', { name: 'Lock slot' }).click()
    await expect(page.getByText('Lock ordered.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Control of')
    await expect(page.getByRole('row').filter({ hasText: 'Bill acceptor to be cleaned' })).toContainText(
      'Bogdan Nițu',
    )
    await answered(page, /Bill acceptor to be cleaned/)
    await page.getByRole('link', { name: 'Unlock slot' }).click()
    await page.getByLabel('Inspection').click()
    await page.getByRole('button', { name: 'Unlock slot' }).click()
    await answered(page, /Inspection/)
  })

  test("an asset number is refused when it is none or another's, with everything that was typed", async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('operator')
    await open(page, '/slots', own(5))
    const taken = await page
      .getByRole('definition')
      .filter({ hasText: /^4\d{5}$/ })
      .first()
      .innerText()
    await open(page, '/slots', own(4))
    await page.goto(page.url().replace('/slots/', '/slot/control/'))
    const fill = async (number: string) => {
      if (!(await page.getByLabel('New asset number').isVisible()))
        await page.locator('summary').filter({ hasText: 'Set asset number' }).click()
      await page.getByLabel('New asset number').fill(number)
      await page.locator('#aft_number-reason').fill('New label on the cabinet')
      await page.getByRole('button', { name: 'Set asset number' }).click()
    }
    await fill('0')
    await expect(page.getByRole('alert')).toContainText('New asset number: Must be at least 1')
    await expect(page.locator('#aft_number-reason')).toHaveValue('New label on the cabinet')
    await fill(taken)
    await expect(page.getByRole('alert')).toContainText('New asset number: Already in use')
    await fill(String(700_000_000 + (Math.floor(Date.now() / 1000) % 100_000_000)))
    await expect(page.getByText('Asset number ordered.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'New label on the cabinet' })).toContainText(
      'Set asset number',
    )
  })

  test('who only reads sees how the machine stands, and nothing to press', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await open(page, '/slots', own(3))
    await page.goto(page.url().replace('/slots/', '/slot/control/'))
    await expect(page.getByRole('heading', { name: 'Electronic transfers (AFT)' })).toBeVisible()
    await expect(
      page.getByRole('button', {
        name: /Lock slot|Unlock slot|Set asset number|Save rule|Refresh registration/,
      }),
    ).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Lock slot|Unlock slot/ })).toHaveCount(0)
  })
})

test.describe('SMIB control', () => {
  test('a board is found by its address, asked for its meters, and restarted after a page that says what happens', async ({
    page,
    journey,
  }) => {
    await journey.signIn('operator')
    await page.goto('/advanced/smib')
    await expect(page).toHaveURL(/\/advanced\/smibs$/)
    await open(page, '/advanced/smibs', own(3))
    const mac = await page.getByRole('heading', { level: 1 }).innerText()
    await page.goto('/advanced/smib/control')
    await page.getByLabel('Part of the address, serial or firmware').fill(mac)
    await page.getByRole('button', { name: 'Search' }).last().click()
    await page.getByRole('rowheader').getByRole('link', { name: mac }).click()
    await page.getByRole('button', { name: 'Read meters now' }).click()
    await expect(page.getByText('The SMIB’s meters have been requested.')).toBeVisible()
    await answered(page, /Read meters now/)
    await page.getByRole('link', { name: 'Restart', exact: true }).click()
    await expect(page.getByText('For some seconds the SMIB hears and reads nothing.')).toBeVisible()
    await page.getByLabel('With Bluetooth').check()
    await page.getByRole('button', { name: 'Restart SMIB' }).click()
    await answered(page, /Restart with Bluetooth/)
    await page.getByRole('button', { name: 'Turn test mode on' }).click()
    await expect(page.getByText('Test mode is on.')).toBeVisible()
    await page.getByRole('button', { name: 'Turn test mode off' }).click()
    await expect(page.getByText('Test mode is off.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Replace by another SMIB' })).toHaveCount(0)
    journey.allowErrors(/403/)
    await page.goto(`${page.url()}/replace`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Not permitted')
  })

  test("a board is replaced by a free one, and the slot's rule holds it", async ({ site, page, journey }) => {
    // A long way on a busy machine: there, held, released, and back.
    journey.allowErrors(/409/)
    await journey.signIn('manager')
    await openUnlocked(page, site, own(4))
    const mac = await page.getByRole('heading', { level: 1 }).innerText()
    await page.goto(page.url().replace('/smibs/', '/smib/control/'))
    const smib = page.url()
    await page
      .getByRole('definition')
      .getByRole('link', { name: /^[A-Z]{3}-/ })
      .click()
    const ruled = async (rule: string) => {
      await page.locator('summary').filter({ hasText: 'When the SMIB may be taken' }).click()
      await page.getByLabel('The SMIB may be taken').selectOption(rule)
      await page.locator('#unassign_rule-reason').fill('House rule')
      await page.getByRole('button', { name: 'Save rule' }).click()
      await expect(page.getByText('Rule saved.')).toBeVisible()
    }
    const slot = page.url()
    await ruled('only_when_locked')
    await page.goto(`${smib}/unassign`)
    await expect(page.getByText('only while the slot is locked')).toBeVisible()
    await page.getByLabel('Reason').fill('Defective')
    await page.getByRole('button', { name: 'Unassign SMIB' }).click()
    await expect(page.getByRole('alert')).toContainText('its SMIB may be taken only while the slot is locked')
    await expect(page.getByLabel('Reason')).toHaveValue('Defective')
    await page.goto(slot)
    await ruled('allowed')

    await page.goto(`${smib}/replace`)
    await page.getByRole('radio').nth(0).check()
    await page.getByLabel('Reason').fill('Defective')
    await page.getByRole('button', { name: 'Replace SMIB' }).click()
    await expect(page.getByText('The SMIB serves no slot.')).toBeVisible()
    await page.goto(slot)
    await expect(page.getByRole('definition').getByRole('link', { name: mac })).toHaveCount(0)
    await page
      .getByRole('definition')
      .getByRole('link', { name: /^[0-9a-f]{12}$/ })
      .click()
    await page.getByRole('link', { name: 'Replace by another SMIB' }).click()
    await page.getByLabel('Find a free SMIB').fill(mac)
    await page.getByRole('button', { name: 'Search' }).last().click()
    await page.getByRole('radio').check()
    await page.getByLabel('Reason').fill('Repaired')
    await page.getByRole('button', { name: 'Replace SMIB' }).click()
    await page.goto(slot)
    await expect(page.getByRole('definition').getByRole('link', { name: mac })).toBeVisible()
  })

  test('a new password is shown once', async ({ page, journey }) => {
    await journey.signIn('manager')
    await open(page, '/advanced/smibs', own(5))
    await page.goto(page.url().replace('/smibs/', '/smib/control/'))
    const smib = page.url()
    await page.getByRole('link', { name: 'Refresh password' }).click()
    await page.getByLabel('Reason').fill('Technician left')
    await page.getByRole('button', { name: 'Make new password' }).click()
    const password = await page.getByRole('status', { name: 'New password' }).innerText()
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    await page.getByRole('link', { name: 'Saved it' }).click()
    await expect(page).toHaveURL(smib)
    expect(await page.content()).not.toContain(password)
    await expect(page.getByRole('row').filter({ hasText: 'New password' }).first()).toContainText(
      'Technician left',
    )
  })
})
