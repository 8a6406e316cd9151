/** A location from its spreadsheet to its first morning, in the language of most locations. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, unique, whole } from './browse'

type Texts = { [key: string]: string | Texts }
const root = path.join(import.meta.dirname, '../../locales')
/** A text of the console, by its key: what stands before its first placeholder. */
function word(locale: string, key: string): string {
  const [file = '', rest = ''] = key.split(':')
  const wing = readdirSync(path.join(root, locale)).find(one =>
    existsSync(path.join(root, locale, one, `${file}.json`)),
  )
  const texts = JSON.parse(readFileSync(path.join(root, locale, wing ?? '', `${file}.json`), 'utf8')) as Texts
  const found = rest
    .split('.')
    .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  if (typeof found !== 'string') throw new Error(`${locale} has no ${key}`)
  return found.split('{{')[0]!.trim()
}

/** Reloads, as a person without scripts does, until the page's own state is this word. */
async function until(page: Page, state: string): Promise<void> {
  await expect(async () => {
    await page.goto(page.url())
    await expect(page.locator('.page-title').getByText(state, { exact: true })).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 60_000 })
}

/** All is ordered of slots that have no SMIB to confirm it. */
const ordered: Readonly<Record<string, string>> = {
  en: '0 of 300 confirmed',
  ro: '0 din 300 confirmate',
  pt: '0 de 300 confirmadas',
}

/**
 * Semicolons, decimal commas, the language's own heading for the serial; a slot without a maker, and one that costs
 * "abc".
 */
function location(prefix: string, code: string, heading: string): string {
  const row = (nr: number) =>
    [`${prefix}-${String(nr).padStart(4, '0')}`, code, nr === 7 ? '' : 'EGT', nr === 9 ? 'abc' : '0,01'].join(
      ';',
    )
  return `\uFEFF${[`${heading};location_code;manufacturer;accounting_denom`, ...Array.from({ length: 300 }, (_, at) => row(at + 1))].join('\r\n')}\r\n`
}

for (const locale of ['ro']) {
  test(`a hall of 300 machines is brought in, mended, locked for the night and released, and a wrong file is taken back, in ${locale}`, async ({
    page,
    journey,
    context,
  }) => {
    test.setTimeout(240_000)
    await journey.signIn('manager')
    await context.addCookies([{ name: 'lng', value: locale, url: journey.origin }])
    const text = (key: string) => word(locale, key)
    const prefix = unique('NOC')
    const list = (await (await page.request.get('/locations/export.csv?format=machine')).body())
      .toString('utf8')
      .trim()
      .split('\r\n')
    const code =
      list[1]?.split(',')[
        list[0]!
          .replace(/[\uFEFF"]/g, '')
          .split(',')
          .indexOf('code')
      ] ?? ''
    const upload = async (name: string, file: string) => {
      await page.goto('/slots-import')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
      await page
        .locator('main form')
        .filter({ has: page.locator('input[type=file]') })
        .locator('.btn-primary')
        .click()
      await until(page, text('imports:state.checked'))
      return page.url()
    }
    const commit = async (at: string) => {
      await page.goto(`${at}/commit`)
      await page.locator('main form .btn-primary').click()
      await until(page, text('imports:state.committed'))
    }

    const first = await upload('sala.csv', location(prefix, code, text('slots:fields.serial')))
    await page.goto(`${first}/fix`)
    await expectAccessible(page)
    await page.locator('input[name$=".manufacturer"][name^="cell."]').fill('Novomatic')
    await page.locator('input[name$=".accounting_denom"][name^="cell."]').fill('0,05')
    await page.locator('main form .btn-primary').click()
    await commit(first)

    await page.goto('/bulk-actions/new')
    for (const folded of await page.locator('main form details > summary').all()) await folded.click()
    await page.locator('main [name=query]').fill(prefix)
    await page.locator('[name=reason]').fill(unique('Noapte'))
    await page.locator('[name=with_offline]').check()
    await page.locator('[name=wave_size]').fill('100')
    await page.locator('main form .btn-primary').last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('300')
    await expectAccessible(page)
    await page.locator('main form .btn-primary, main form .btn-error').first().click()
    await until(page, ordered[locale] ?? '')
    const outcomes = (await (await page.request.get(`${page.url().split('?')[0]}/result.csv`)).body())
      .toString('utf8')
      .trim()
      .split('\r\n')
    expect([outcomes.length, outcomes.filter(line => line.startsWith(prefix)).length]).toEqual([301, 300])
    await page.goto(`/slots?query=${prefix}&status=locked`)
    await expect(page.locator('.page-total')).toHaveText('300')

    await page.goBack()
    await page.getByRole('button', { name: /300/ }).click()
    await until(page, ordered[locale] ?? '')
    await page.goto(`/slots?query=${prefix}&status=active`)
    await expect(page.locator('.page-total')).toHaveText('300')
    await whole(page)

    const maker = `Meteor ${prefix}`
    const second = await upload(
      'gresit.csv',
      `serial;location_code;manufacturer;accounting_denom\n${prefix}-X1;${code};${maker};0,01\n${prefix}-X2;${code};EGT;0,01\n`,
    )
    await expect(page.getByText(text('imports:entries.system_only'))).toBeVisible()
    await journey.meanwhile('admin', async other => {
      await other.context().addCookies([{ name: 'lng', value: locale, url: journey.origin }])
      await other.goto(second)
      await expect(other.locator(`input[value="${maker}"]`)).toBeChecked()
      await expectAccessible(other)
      await other.getByRole('button', { name: text('imports:entries.create') }).click()
      await expect(other.getByText(maker).first()).toBeVisible()
      await until(other, text('imports:state.checked'))
      await expect(other.locator(`input[value="${maker}"]`)).toHaveCount(0)
    })
    await commit(second)
    await page.goto(`${second}/undo`)
    await page.locator('main form .btn-error, main form .btn-primary').first().click()
    await until(page, text('imports:state.undone'))
    await page.goto(`/slots?query=${prefix}-X`)
    await expect(page.getByText(text('engine:list.no_match'))).toBeVisible()
  })
}
