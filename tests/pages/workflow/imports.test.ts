import { csv, until, upload } from '../../support/import-pages'
import { expect, test, unique, type Page } from '../../support/journey'
import { awayFor } from '../../support/lost-answers'

/** A location of the manager's own, by its code. */
async function ownLocation(page: Page): Promise<string> {
  const file = (await (await page.request.get('/locations/export.csv')).body())
    .toString('utf8')
    .trim()
    .split('\r\n')
  return file[1]?.split(',')[file[0]!.split(',').indexOf('Code')] ?? ''
}

/**
 * A location of 300 slots as somebody's spreadsheet wrote it: BOM, semicolons, decimal commas, Romanian headings, and
 * ten mistakes.
 */
function location(prefix: string, code: string): string {
  const serial = (nr: number) => `${prefix}-${String(nr).padStart(4, '0')}`
  const row = (nr: number) => [
    serial(nr),
    nr % 50 === 0 ? 'XX-99' : code,
    nr === 7 ? '' : 'EGT',
    nr === 9 ? 'abc' : '0,01',
    nr === 11 ? 'mâine' : '31.01.2027',
    nr === 13 ? '"lângă\nușă"' : `A-${nr}`,
    'roșu',
  ]
  const rows = Array.from({ length: 300 }, (_, at) => row(at + 1).join(';'))
  const again = row(3).with(5, 'A-301')
  return `\uFEFF${['Serie;location_code;manufacturer;accounting_denom;cvt_valid_to;asset_no;culoare', ...rows, again.join(';')].join('\r\n')}\r\n`
}

test.describe('imports', () => {
  test('a hall of 300 machines with mistakes in it is checked, corrected in the browser, committed, and taken back', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const prefix = unique('HALL')
    await upload(page, csv('hala.csv', location(prefix, await ownLocation(page))))
    await expect(page).toHaveURL(/\/slots-import\/[0-9a-f]{24}$/)
    const here = page.url()
    await until(page, 'checked')
    await expect(page.getByText(/The column “culoare” is unknown and is ignored.*: 301\./)).toBeVisible()

    await page.getByRole('link', { name: 'error', exact: true }).click()
    await expect(page).toHaveURL(/state=error/)
    const problems = page.getByRole('main').getByRole('table')
    await expect(problems.getByText('Location code “XX-99”: is not known here').first()).toBeVisible()
    await expect(problems.getByText('Manufacturer: needs a value')).toBeVisible()
    await expect(problems.getByText('Denomination “abc”: is not a number')).toBeVisible()
    await expect(problems.getByText(/“mâine”: is not a date/)).toBeVisible()
    await expect(problems.getByText(/appears in the file more than once/).first()).toBeVisible()
    const errors = (await (await page.request.get(`${here}/export.csv?state=error`)).body()).toString('utf8')
    expect(errors).toContain('XX-99')

    await page.goto(here)
    await page.getByRole('link', { name: /^Fix \d+ errors$/ }).click()
    await page
      .getByRole('group', { name: `${prefix}-0007` })
      .getByLabel('Manufacturer', { exact: true })
      .fill('Novomatic')
    await page
      .getByRole('group', { name: `${prefix}-0009` })
      .getByLabel('Denomination', { exact: true })
      .fill('0,05')
    await page
      .getByRole('group', { name: `${prefix}-0011` })
      .getByLabel('Inspection valid until', { exact: true })
      .fill('31.03.2027')
    await page
      .getByRole('group', { name: `${prefix}-0003` })
      .last()
      .getByLabel('Serial', { exact: true })
      .fill(`${prefix}-0301`)
    // Six rows have the same mistake: mended once.
    const first = page.getByRole('group', { name: `${prefix}-0050` })
    await first.getByLabel('Location code', { exact: true }).fill(await ownLocation(page))
    await first.getByRole('checkbox', { name: 'Also in all other wrong rows with “XX-99”' }).check()
    await page.getByRole('button', { name: 'Save and check' }).click()
    await expect(page.getByText('No row has errors any more.')).toBeVisible()

    await page.goto(here)
    await page.getByRole('link', { name: 'Commit 301 rows' }).click()
    await expect(page.getByText('301 are created')).toBeVisible()
    await page.getByRole('button', { name: 'Commit 301 rows' }).click()
    await until(page, 'committed')
    await page.getByRole('link', { name: `${prefix}-0001` }).click()
    await expect(page.getByRole('heading', { name: `${prefix}-0001`, level: 1 })).toBeVisible()
    await page.goto(`/slots?query=${prefix}`)
    await expect(page.getByText(/^1–\d+ of 301$/).first()).toBeVisible()

    await page.goto(`${here}/undo`)
    await expect(page.getByText(/^301 rows are undone/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await until(page, 'undone')
    await page.goto(`/slots?query=${prefix}`)
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  })

  test('only the good rows are committed; the others wait, and can be discarded with an import of which nothing was', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const prefix = unique('TWO')
    await page.goto('/slots-import')
    await page
      .getByLabel('Or paste rows')
      .fill(
        `serial\tlocation_code\tmanufacturer\taccounting_denom\n${prefix}-1\t${await ownLocation(page)}\tEGT\t0.01\n${prefix}-2\tNOWHERE\tEGT\t0.01`,
      )
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await until(page, 'checked')
    const here = page.url()
    await page.goto(`${here}/commit`)
    await expect(page.getByText('1 is created')).toBeVisible()
    await expect(page.getByText(/1 has errors and stays behind/)).toBeVisible()
    await page.getByRole('button', { name: 'Commit 1 row' }).click()
    await until(page, 'committed')
    await expect(
      page.getByText('One row has errors and was left behind. Fix it and commit again.'),
    ).toBeVisible()
    await page.goto(`${here}/undo`)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await until(page, 'undone')
    await page.goto('/slots-import')
    await expect(
      page.getByRole('region', { name: 'Earlier imports' }).getByText('undone').first(),
    ).toBeVisible()

    await page.getByLabel('Or paste rows').fill(`serial,location_code\n${prefix}-3,NOWHERE`)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await until(page, 'checked')
    await page.goto(`${page.url()}/discard`)
    await page.getByRole('button', { name: 'Discard the import' }).click()
    await expect(
      page.getByText('The import was discarded. Nothing of it was committed, and its rows are gone.'),
    ).toBeVisible()
  })

  test('makers that the games registry does not have are created by an administrator on the page of the check', async ({
    page,
    journey,
    site,
  }) => {
    await journey.signIn('manager')
    const prefix = unique('NEW')
    const code = await ownLocation(page)
    const row = (nr: number, maker: string, type: string) =>
      `${prefix}-${nr};${code};${maker};0,01;${type};SAS 6.02`
    const file = [
      'serial;location_code;manufacturer;accounting_denom;machine_type;protocol',
      row(1, `Zenit ${prefix}`, `Z-${prefix}`),
      row(2, `Zenit ${prefix}`, `Z-${prefix}`),
      row(3, 'Novomatc', ''),
      `${prefix}-4;${code};EGT;0,01;;SAS 6.2`,
    ]
    await upload(page, csv('noi.csv', file.join('\n')))
    await until(page, 'checked')
    const here = page.url()
    const missing = page.locator('section', { hasText: '4 names are not in the games registry' })
    await expect(missing.getByText('Resembles: Novomatic')).toBeVisible()
    await expect(missing.getByText(/It takes: Manufacturers: change\. Only administrators of/)).toBeVisible()
    await expect(missing.getByText(/It takes: Machine types: change\. Only administrators of/)).toBeVisible()
    await expect(missing.getByRole('button')).toHaveCount(0)
    // Without them the page says so in their place, and shows all else.
    const isLost = ({ url }: Request) => url.endsWith('/entries')
    await awayFor(site, isLost, () => page.goto(here))
    await expect(page.getByRole('alert').getByRole('link', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()

    await journey.meanwhile('admin', async elsewhere => {
      await elsewhere.goto(here)
      const form = elsewhere.locator('section', { hasText: '4 names are not in the games registry' })
      await expect(form.getByRole('checkbox', { name: `Zenit ${prefix}` })).toBeChecked()
      await expect(form.getByRole('checkbox', { name: 'Novomatc' })).not.toBeChecked()
      await expect(form.getByRole('checkbox', { name: 'SAS 6.2' })).toHaveCount(0)
      await expect(form.getByText(/These are not created from a file/)).toBeVisible()
      // A second press finds what the first one did.
      const key = elsewhere.document.querySelector('[name=idempotency_key]')?.getAttribute('value') ?? ''
      await elsewhere.request.post(here, {
        form: {
          idempotency_key: key,
          intent: 'entries',
          'entry.manufacturer': `Zenit ${prefix}`,
          'entry.machine_type': `Z-${prefix}`,
        },
      })
      await form.getByRole('button', { name: 'Create what is ticked and check again' }).click()
      await expect(elsewhere.getByText('2 entries were created in the games registry.')).toBeVisible()
      await expect(elsewhere.getByText(`Manufacturer: Zenit ${prefix}`)).toBeVisible()
      await until(elsewhere, 'checked')
      await expect(elsewhere.getByText('2 names are not in the games registry')).toBeVisible()
      await elsewhere.getByRole('checkbox').first().uncheck()
      await elsewhere.getByRole('button', { name: 'Create what is ticked and check again' }).click()
      await expect(elsewhere.getByRole('alert').getByText('Tick at least one name.')).toBeVisible()
    })

    await page.goto(`${here}/commit`)
    await page.getByRole('button', { name: 'Commit 2 rows' }).click()
    await until(page, 'committed')
  })

  const refused: [string, Parameters<typeof upload>[1] | null, RegExp][] = [
    ['nothing', null, /Choose a file, or paste rows/],
    [
      'a workbook',
      csv('hala.xlsx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)])),
      /not a text file/,
    ],
    ['an empty file', csv('leer.csv', ''), /The file is empty/],
    ['a header alone', csv('antet.csv', 'serial;location_code\n'), /no row under it/],
    ['a file without the key', csv('x.csv', 'colour;size\nred;1\n'), /The column “serial” is missing/],
    [
      'an open quotation mark',
      csv('x.csv', 'serial,location_code\n"A-1,CJ-01\nB-2,CJ-01\n'),
      /The quotation mark in line \d+ is never closed/,
    ],
    [
      '65,001 rows',
      csv('x.csv', `serial\n${Array.from({ length: 65_001 }, (_, nr) => `S-${nr}`).join('\n')}\n`),
      /There are more than 65[,.]?000 rows/,
    ],
  ]
  test('what cannot be read is refused with the reason, and nothing else is said to be wrong', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('manager')
    for (const [name, file, reason] of refused) {
      if (file) await upload(page, file)
      else {
        await page.goto('/slots-import')
        await page.getByRole('button', { name: 'Check the rows' }).click()
      }
      await expect(page.getByRole('alert').getByText(reason), name).toBeVisible()
    }
  })

  test('a file beyond the limit is refused with the limit', async ({ page, journey }) => {
    journey.allowErrors(/413/)
    await journey.signIn('manager')
    const answer = await page.request.post('/slots-import', {
      multipart: {
        mode: 'upsert',
        file: { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.alloc(33 * 1024 * 1024, 'a') },
      },
    })
    expect(answer.status()).toBe(413)
    expect(await answer.text()).toContain('At most 32 MB are accepted here.')
  })

  test('a file of an old Romanian program keeps its letters', async ({ page, journey }) => {
    await journey.signIn('manager')
    // Windows-1250: ş is BA, ţ is FE, ă is E3.
    const text = Buffer.concat([
      Buffer.from('code;name;city\nT-1;Hala '),
      Buffer.from([0xba, 0xfe, 0xe3]),
      Buffer.from(`;Arad\n`),
    ])
    await upload(page, csv('vechi.csv', text), '/locations-import')
    await until(page, 'checked')
    await expect(page.getByRole('main').getByRole('table').getByText('Hala şţă')).toBeVisible()
    await expect(page.getByText(/it was read as windows-1250/)).toBeVisible()
  })

  test('each page stands in three languages, with its template', async ({ page, journey }) => {
    await journey.signIn('manager')
    for (const [lng, words, separator] of [
      ['en', 'Import slots', ','],
      ['ro', 'Import de aparate', ';'],
      ['pt', 'Importar máquinas', ';'],
    ] as const) {
      page.cookies.set('lng', lng)
      await page.goto('/slots-import')
      await expect(page.getByRole('heading', { name: words, level: 1 })).toBeVisible()
      const template = (await (await page.request.get('/slots-import/template.csv')).body()).toString('utf8')
      expect(template.charCodeAt(0)).toBe(0xfeff)
      expect(template.split('\n')[0]).toContain(separator)
    }
  })

  test('who may not import may look at the page, and no further', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('operator')
    await page.goto('/slots-import')
    await expect(
      page.getByText('Your role does not include imports. You may look at the list.'),
    ).toBeVisible()
    expect((await page.goto('/slots-import/0123456789abcdef01234567'))?.status()).toBe(403)
    expect(
      (
        await page.request.post('/slots-import', { multipart: { mode: 'upsert', text: 'serial\nX-1' } })
      ).status(),
    ).toBe(403)
  })
})
