/**
 * What a page may cost (house rules): elements, and calls to the backend. Bytes, frames and times need real programs:
 * `npm run bench`.
 */
import { callsDuring } from '../support/calls'
import { expect, recordOf, test } from '../support/journey'

test.describe('a page is light', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('admin'))

  test('a row of nine columns has at most 15 elements, and 255 in 18 kB stand around the table', async ({
    page,
  }) => {
    await page.goto('/slots?rowsPerPage=50')
    const [table] = page.document.querySelectorAll('main table')
    const rows = [...(table?.querySelectorAll('tbody tr') ?? [])]
    expect(rows.length).toBe(50)
    expect(table?.querySelectorAll('thead th')).toHaveLength(1 + 9)
    expect(Math.max(...rows.map(row => row.querySelectorAll('*').length))).toBeLessThanOrEqual(15)
    // Options of filters are the network's: as many as it has locations, up to 200 a select.
    const elements = ':not(option)'
    const around =
      page.document.querySelectorAll(elements).length - (table?.querySelectorAll(elements).length ?? 0)
    expect(around).toBeLessThanOrEqual(255)
    const bytes = (element?: { outerHTML: string } | null) => Buffer.byteLength(element?.outerHTML ?? '')
    expect(bytes(page.document.documentElement) - bytes(table)).toBeLessThanOrEqual(18_000)
  })

  test('rows below the first screen are a part of their own, where there are enough of them; lines between rows count on', async ({
    page,
  }) => {
    const parts = async (size: number) => {
      await page.goto(`/slots?rowsPerPage=${size}`)
      return [...page.document.querySelectorAll('main table tbody')]
    }
    expect((await parts(25)).map(part => part.children.length)).toEqual([25])
    const both = await parts(50)
    expect(both.map(part => [part.className, part.children.length])).toEqual([
      ['', 25],
      ['later', 25],
    ])
    const fifths = both.flatMap(part => [...part.children]).map(row => row.classList.contains('fifth'))
    expect(fifths.flatMap((is, at) => (is ? [at % 5] : []))).toEqual(Array.from({ length: 10 }, () => 4))
  })

  test('nothing that is fetched stands between a page and its drawing but its stylesheet', async ({
    page,
  }) => {
    await page.goto('/slots')
    const { document } = page
    expect(document.querySelectorAll('script[src], link[rel=modulepreload], main img').length).toBe(0)
    // Whole at once: it waits for its last element.
    const awaited = document.querySelector('link[rel=expect]')?.getAttribute('href') ?? ''
    expect(awaited).toMatch(/^#\w+$/)
    expect([...document.querySelectorAll('body *')].at(-1)).toBe(document.querySelector(awaited))
    expect(document.querySelector('link[rel=icon]')?.getAttribute('type')).toBe('image/png')
  })

  test('a list asks the backend once, a record twice', async ({ page, site }) => {
    const slot = await recordOf(page, '/slots')
    await page.goto('/slots')
    expect(await callsDuring(site, () => page.goto('/slots?page=2'))).toEqual(['/api/configuration/v1/slots'])
    const detail = await callsDuring(site, () => page.goto(`/slots/${slot}`))
    expect(detail.sort()).toEqual([`/api/configuration/v1/slot/${slot}`, '/api/reads/v1/together'])
  })
})
