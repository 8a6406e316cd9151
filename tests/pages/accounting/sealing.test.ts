/**
 * Validating without scripts: a day is accepted with a reason and sealed, its form carries the seal, its code is
 * checked.
 */
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { dayPages } from '../../support/day-kinds'
import { firstRecord } from '../../support/any-page'
import { expect, test } from '../../support/journey'
import { readPdf } from '../../support/pdf-text'

test('an accountant closes a day, accepts what is missing, seals it, and the paper’s code is genuine', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  await dayPages(page, location, list => firstRecord(page, list))
  const month = (await firstRecord(page, '/reports/monthly-reports')).replace('monthly-report', 'month-desk')
  const archiveOf = async () => {
    const answer = await page.request.get(`${month.replace('month-desk', 'monthly-report')}/archive.zip`)
    expect(answer.headers()['content-type']).toBe('application/zip')
    return unzipSync(await answer.body())
  }
  // Nothing is sealed yet: the archive has the month's form, and says of the day why it is not there.
  const before = await archiveOf()
  expect(Object.keys(before)).toHaveLength(4)
  expect(Buffer.from(before['index.csv'] ?? []).toString()).toContain('lipsește: ziua nu este sigilată')
  await page.goto(month)
  await expect(page.getByText(/\d+ of \d+ days? sealed/)).toBeVisible()
  const seal = [...page.document.querySelectorAll('main a[href$="/seal"]')][0]?.getAttribute('href') ?? ''
  expect(seal).toMatch(/\/locations\/[0-9a-f]{24}\/days\/\d{4}-\d\d-\d\d\/seal$/)
  await page.goto(seal)
  // The books of this journey begin with its day.
  await page.getByLabel(/^Exclude .*: /).check()
  await page.getByLabel('Slot out of service').check()
  await page.locator('[name=reason]').fill('The board was being replaced')
  const slots = 'input[name=accepted]:not([value=all], [value=none])'
  const boxes = page.document.querySelectorAll(slots).length
  if (boxes > 0) {
    // Nothing ticked: refused, and the reason that was typed is kept.
    await page.getByRole('button', { name: 'Seal this day' }).click()
    await expect(page.getByText(/Not accepted: /).first()).toBeVisible()
    expect(page.document.querySelector('[name=reason]')?.textContent).toContain(
      'The board was being replaced',
    )
    expect(page.document.querySelector('[name="reason.usual"][checked]')?.getAttribute('value')).toBe(
      'Slot out of service',
    )
    for (let nr = 0; nr < boxes; nr++) await page.locator(slots).nth(nr).check()
  }
  await page.getByRole('button', { name: 'Seal this day' }).click()
  expect(page.url()).toContain('/reports/month-desk/')
  await expect(page.getByText('The day is sealed.')).toBeVisible()
  // Its report says so, on the paper too, and its code is genuine.
  const day = /days\/(\d{4}-\d\d-\d\d)/.exec(seal)?.[1] ?? ''
  const row = [...page.document.querySelectorAll('main tbody tr')].find(one =>
    one.querySelector(`a[href$="/days/${day}"]`),
  )
  const report = row?.querySelector('a[href*="/reports/daily-report/"]')?.getAttribute('href') ?? ''
  await page.goto(report)
  await expect(page.getByText(/^Sigiliul nr\. 1 · cod /)).toBeVisible()
  const code = /cod ([0-9A-Z-]{14})/.exec(page.document.body.textContent ?? '')?.[1] ?? ''
  const bytes = await (await page.request.get(`${report}/pdf`)).body()
  const { texts, pdf } = await readPdf(bytes)
  const [attached] = Object.values((await pdf.getAttachments()) as Record<string, { content: Uint8Array }>)
  expect(JSON.parse(Buffer.from(attached?.content ?? []).toString())).toMatchObject({
    code: code.replaceAll('-', ''),
  })
  expect(texts.join('\n')).toContain(`Sigiliul nr. 1 · cod ${code} · `)
  await page.goto(`/verify?code=${code}`)
  await expect(page.getByText('Genuine', { exact: true }).first()).toBeVisible()

  // Each file that was handed out is known by its bytes; with one of them altered it is told as altered where it names
  // its seal.
  const upload = async (buffer: Buffer) => {
    await page.goto('/verify')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'day', mimeType: 'application/octet-stream', buffer })
    await page.getByRole('button', { name: 'Check file' }).click()
  }
  const oneByteAltered = (file: Buffer) => {
    const altered = Buffer.from(file)
    const at = Math.floor(altered.length / 2)
    altered[at] = (altered[at] ?? 0) ^ 1
    return altered
  }
  for (const [type, told] of [
    ['pdf', 'Altered'],
    ['xlsx', 'Altered'],
    ['csv', 'Altered'],
    // Of a program's file every row is a row: nothing in it names its seal.
    ['csv?format=machine', 'Unknown'],
  ] as const) {
    const file = await (await page.request.get(`${report}/${type}`)).body()
    await upload(file)
    await expect(page.getByText('Genuine', { exact: true }).first(), type).toBeVisible()
    await upload(oneByteAltered(file))
    await expect(page.getByRole('alert')).toContainText(told)
    // Later downloads are the same file: the register does not grow with them.
    expect((await (await page.request.get(`${report}/${type}`)).body()).equals(file), type).toBe(true)
  }

  // The month is handed over in one file: the sealed day in its folder, as it is downloaded; every other day is named
  // as missing.
  const files = await archiveOf()
  const ofDay = Object.keys(files).filter(name => name.startsWith(`${day}/`))
  expect(ofDay).toEqual([
    ...['pdf', 'xlsx', 'csv'].map(type => `${day}/${day}-RON.${type}`),
    `${day}/seal-${day}-RON.json`,
  ])
  const again = await archiveOf()
  for (const name of ofDay)
    expect(Buffer.from(files[name] ?? []).equals(Buffer.from(again[name] ?? [])), name).toBe(true)
  expect(Buffer.from(files[`${day}/seal-${day}-RON.json`] ?? []).toString()).toContain(
    code.replaceAll('-', ''),
  )
  for (const name of ofDay) {
    await upload(Buffer.from(files[name] ?? []))
    await expect(page.getByText('Genuine', { exact: true }).first(), name).toBeVisible()
  }
  expect(Object.keys(files).slice(-2)).toEqual(['keys.json', 'index.csv'])
  const index = Buffer.from(files['index.csv'] ?? []).toString()
  const sha256 = createHash('sha256')
    .update(files[`${day}/${day}-RON.xlsx`] ?? '')
    .digest('hex')
  expect(index).toContain(`${day};RON;1;sigilat;${day}/${day}-RON.xlsx;${code};${sha256}`)
  expect(index).toContain('lipsește: ziua nu are raport')
  expect(index.trim().split('\r\n').length).toBeGreaterThan(28)
})
