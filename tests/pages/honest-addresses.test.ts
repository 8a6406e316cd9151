/**
 * An address that says what a list cannot use is told, on every list; a file is then not written at all (rulings 2, 33,
 * 35, 36, 42).
 */
import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '../support/journey'

/** A slot, a SMIB, a bulk action and an import to stand behind the lists that need one. */
async function idIn(page: Page, list: string): Promise<string> {
  await page.goto(list)
  return (
    (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href'))?.split('/').at(-1) ??
    ''
  )
}

const lists = [
  '/tenants',
  '/locations',
  '/slots',
  '/slots-offline',
  '/slots-meters',
  '/advanced/smibs',
  '/tenants-groups',
  '/locations-groups',
  '/slots-groups',
  '/events',
  '/bulk-actions',
  '/slots/changes',
  '/data-exports',
  '/advanced/tasks',
  '/slots-import',
  '/notifications/list',
  '/slots/print',
  '/slots/export',
]
/** Those that have a period; of the others a period is no use. */
const withPeriod = ['/slots', '/events', '/notifications/list', '/slots/print', '/slots/export']
const title = 'Part of the address was not used'

test.describe('what an address says and a list cannot use', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  test.for([
    ['entities', lists.slice(0, 9)],
    ['events and work', lists.slice(9)],
    ['one record', []],
  ] as const)(
    'is told on every list of %s: an unknown parameter, a period where there is none, a sort and a page that cannot be',
    async ([, some], { page }) => {
      const slot = some.length > 0 ? '' : await idIn(page, '/slots')
      const smib = some.length > 0 ? '' : await idIn(page, '/advanced/smibs')
      const own = [
        `/events/${slot}?type=slot`,
        `/slots/${slot}/history`,
        `/slot/control/${slot}/commands`,
        `/advanced/smib/control/${smib}/commands`,
      ]
      for (const list of some.length > 0 ? some : own) {
        const [path = '', known = ''] = list.split('?')
        const hasPeriod = withPeriod.includes(path) || known !== '' || path.endsWith('/history')
        await page.goto(
          `${path}?${known ? `${known}&` : ''}colour=red&page=zero&lng=ro&demo_hint=1&timeRange=soon&sortBy=password`,
        )
        await expect(page.getByText(title), path).toBeVisible()
        const told = await page.locator('.alert li').allInnerTexts()
        for (const parameter of ['colour', 'page', 'lng', 'demo_hint', 'timeRange', 'sortBy'])
          expect(
            told.some(text => text.includes(parameter)),
            `${path} ${parameter}`,
          ).toBe(true)
        expect(told, path).toContain(
          hasPeriod ? 'Unknown value “soon” for timeRange.' : 'Unknown filter “timeRange”.',
        )
      }
    },
  )

  test('leaves no file that holds something else than the screen', async ({ page }) => {
    const slot = await idIn(page, '/slots')
    const files = [
      ...lists.filter(list => !/print|export$/.test(list)).map(list => `${list}/export.csv`),
      `/events/${slot}/export.csv?type=slot`,
      `/slot/control/${slot}/commands/export.csv`,
    ]
    for (const file of files) {
      const wrong = `${file}${file.includes('?') ? '&' : '?'}colour=red&page=zero&format=excel&timeRange=soon`
      const refused = await page.request.get(wrong, { headers: { accept: '*/*' } })
      expect([refused.status(), refused.headers()['content-type']], file).toEqual([
        422,
        'text/plain; charset=utf-8',
      ])
      const text = (await refused.body()).toString('utf8')
      for (const parameter of ['colour', 'page', 'format', 'timeRange'])
        expect(text, file).toMatch(new RegExp(`^No file was written\\.(.|\\n)*^- .*\\b${parameter}\\b`, 'm'))
      // A browser shows the same as a page.
      const shown = await page.request.get(wrong)
      expect([shown.status(), shown.headers()['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
      const html = await shown.text()
      expect(html).toMatch(/<h1[^>]*>.*No file was written.*<li>[^<]*colour.*Requested.*excel/s)
      // The way back is the same question without how the file is written.
      const [, back = ''] = /href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?Back to the page/s.exec(html) ?? []
      expect(back.replaceAll('&amp;', '&'), file).toBe(
        wrong.replace('/export.csv', '').replace('&format=excel', ''),
      )
      expect((await page.request.get(back.replaceAll('&amp;', '&'))).status(), back).toBe(200)
      const response = await page.request.get(file)
      expect([response.status(), response.headers()['content-type']], file).toEqual([
        200,
        'text/csv; charset=utf-8',
      ])
    }
    // What is ticked narrows the list's commands, not its file.
    expect((await page.request.get(`/slots/export.csv?selected=${slot}`)).status()).toBe(422)
  })

  test('a plus typed by hand is a plus', async ({ page }) => {
    await page.goto('/events?timeRange=last+week+1d')
    await expect(page.getByText(title)).toHaveCount(0)
    await expect(page.locator('.period summary')).toHaveText(/Last week, one day later/)
    expect(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
      'timeRange=last+week%2B1d',
    )
  })

  test('is told on pages that are no list: a record, its other address parts, the calendar, the search', async ({
    page,
  }) => {
    const maker = await idIn(page, '/games-registry/manufacturers')
    const slot = await idIn(page, '/slots')
    for (const [address, told] of [
      ['/slots?query=%00', ['Unknown value “␀” for query.']],
      [`/games-registry/manufacturers/${maker}?tab=cellars`, ['Unknown value “cellars” for tab.']],
      [
        `/slots/${slot}?days=400&kind=rumours&colour=red`,
        ['Unknown value “400” for days.', 'Unknown value “rumours” for kind.', 'Unknown filter “colour”.'],
      ],
      ['/reports/meter-calendar?page=1&page=2', ['page was given more than once; the first one counts.']],
      [`/search?query=${'x'.repeat(300)}`, ['query: only the first 200 characters are used.']],
      [`/help?query=${'x'.repeat(300)}`, ['query: only the first 100 characters are used.']],
      ['/reports/collector-checkpoints/round?location=zz', ['Unknown value “zz” for location.']],
      [
        `/admin/audit/check?anchor=${'x'.repeat(8_001)}`,
        ['anchor: only the first 8000 characters are used.'],
      ],
      ['/player-exclusion/door?location=zz', ['Unknown value “zz” for location.']],
      ['/config/compare?left=zz', ['Unknown value “zz” for left.']],
      ['/advanced/smib/control?page=99', ['There is no page 99; this is the last one.']],
      ['/slots/views?status=broken', ['Unknown value “broken” for status.']],
      [
        `/bulk-actions/new?location=${'f'.repeat(24)}`,
        [`location: what “${'f'.repeat(24)}” named was deleted, is archived, or is not yours to see.`],
      ],
      ['/slots/filters?location=zz', ['Unknown value “zz” for location.']],
      ['/slots/period?timeRange=soon', ['Unknown value “soon” for timeRange.']],
      [
        `/slots/print?location=${'f'.repeat(24)}`,
        [`location: what “${'f'.repeat(24)}” named was deleted, is archived, or is not yours to see.`],
      ],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(title), address).toBeVisible()
      expect(await page.locator('.alert li').allInnerTexts(), address).toEqual(told)
    }
    for (const file of [
      '/slots-import/template.csv?format=zz',
      `/locations/${await idIn(page, '/locations')}/seals.jsonl?after=5`,
    ])
      expect((await page.request.get(file)).status(), file).toBe(422)
    const payment = await page.request.get('/reports/payment-transaction?status=broken')
    expect(payment.headers().location).toBe('/reports/payment-transactions?status=broken')
    // What names one location is not the choices for all of them.
    expect((await page.request.get('/notifications/subscriptions?location=zz')).status()).toBe(404)
    // Of a tab that there is not, the record itself is shown.
    await page.goto(`/games-registry/manufacturers/${maker}?tab=cellars`)
    await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
    await page.goto(`/games-registry/manufacturers/${maker}?tab=games`)
    await expect(page.getByText(title)).toHaveCount(0)
  })

  test('never widens what is done to all that match: nothing can be done from such an address', async ({
    page,
  }) => {
    for (const [address, told, back] of [
      ['/bulk-actions/new?location=zz', 'Unknown value “zz” for location.', '/bulk-actions/new'],
      ['/bulk-actions/new?matching=1&location=zz', 'Unknown value “zz” for location.', '/slots'],
      [
        '/slots/do/lock?matching=1&query=EGT&timeRange=soon',
        'Unknown value “soon” for timeRange.',
        '/slots?query=EGT',
      ],
      ['/slots/edit-many?matching=1&locaton=1', 'Unknown filter “locaton”.', '/slots'],
      [
        '/slots/do/lock?matching=1&query=EGT&without=dust',
        'Unknown value “dust” for without.',
        '/slots?query=EGT',
      ],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(told), address).toBeVisible()
      await expect(page.getByText('Nothing can be done from here'), address).toBeVisible()
      await expect(page.getByRole('link', { name: 'Choose again' }), address).toHaveAttribute('href', back)
      await expect(page.locator('main form'), address).toHaveCount(0)
      const sent = await page.request.post(address, {
        form: { reason: 'Night', action: 'lock', expected: '1', idempotency_key: randomUUID() },
      })
      const refused = sent.headers().location ?? ''
      expect([sent.status(), refused], address).toEqual([303, expect.stringContaining('answer=')])
      expect((await page.request.get(refused)).status(), address).toBe(422)
    }
    await page.goto('/bulk-actions')
    await expect(page.getByText('Night')).toHaveCount(0)
  })

  test('a type of events without the thing that it is a type of narrows nothing, and says so', async ({
    page,
  }) => {
    await page.goto('/events?type=slot')
    await expect(page.getByText('Unknown value “slot” for type.')).toBeVisible()
  })
})

test.describe('entity groups', () => {
  test('are those of the type that the address names, locations where it names none', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    for (const [address, heading, path] of [
      ['?entityType=slot', 'Slot Groups', '/slots-groups'],
      ['?entityType=tenant', 'Tenant Groups', '/tenants-groups'],
      ['', 'Location Groups', '/locations-groups'],
    ] as const) {
      await page.goto(`/entity-groups${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
    await page.goto('/entity-groups?entityType=slot&query=bell')
    await expect(page).toHaveURL(/\/slots-groups\?query=bell$/)
    await page.goto('/entity-groups?entityType=cabinet')
    await expect(page.getByText('Unknown filter “entityType”.')).toBeVisible()
  })
})

test.describe('the last breadcrumb', () => {
  test('is the place that a list is narrowed to, by name; a search adds none (ruling 35)', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    const crumbs = () => page.locator('.crumbs li').allInnerTexts()
    await page.goto('/locations')
    const link = page.getByRole('rowheader').first().getByRole('link')
    const name = await link.innerText()
    const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    for (const [path, list] of [
      ['/slots', 'Slots'],
      ['/advanced/smibs', 'SMIBs'],
      ['/events', 'Events'],
      ['/slots-offline', 'Slots Offline'],
    ] as const) {
      await page.goto(`${path}?location=${id}`)
      expect(
        (await crumbs()).slice(-2).map(text => text.toLowerCase()),
        path,
      ).toEqual([list.toLowerCase(), name.toLowerCase()])
      await expect(page.locator('.crumbs a').last()).toHaveAttribute('href', path)
    }
    await page.goto('/slots?query=EGT')
    expect((await crumbs()).at(-1)).toBe('Slots')
  })
})

test.describe('rows of a page', () => {
  test('are as many as this person has chosen, on every list, where the address names none', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    await page.goto('/slots?status=active')
    await expect(page.getByRole('rowheader')).toHaveCount(10)
    await page.getByRole('button', { name: '25 per page' }).click()
    await page.goto('/slots?status=active')
    await expect(page.getByRole('rowheader')).toHaveCount(25)
    await page.goto('/advanced/smibs?query=a')
    await expect(page.getByRole('rowheader')).toHaveCount(25)
    await page.goto('/slots?status=active&rowsPerPage=10')
    await expect(page.getByRole('rowheader')).toHaveCount(10)
    // The address that is handed on names the size.
    expect(await page.getByRole('link', { name: 'Next page' }).getAttribute('href')).toContain(
      'rowsPerPage=10',
    )
  })
})
