/** A report by a share link: what a stranger reads and downloads is what its maker does. */
import { firstRecord } from '../../support/any-page'
import { dayPages } from '../../support/day-kinds'
import { expect, test } from '../../support/journey'

test('a manager shares an unsealed report; a stranger reads the same figures and files, in three languages, and is led nowhere else', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  const pages = await dayPages(page, location, list => firstRecord(page, list))
  for (const name of ['daily report', 'monthly report'] as const) {
    const path = pages.find(one => one.name === name)?.path ?? ''
    await page.goto(path)
    // A form that is not sealed says to the second when it was read.
    const formOf = (own: typeof page) =>
      [...own.document.querySelectorAll('main .fiscal')].map(one =>
        one.textContent?.replaceAll(/\d\d:\d\d:\d\d/g, ''),
      )
    const own = formOf(page)
    expect(own).not.toEqual([])
    await page.getByRole('link', { name: 'Share' }).click()
    const main = page.getByRole('main')
    await main.getByLabel('For whom').fill(`Accountant, ${name}`)
    await main.getByRole('button', { name: 'Create link' }).click()
    const link = /\/shared\?link=[\w-]{43}/.exec(await page.content())?.[0] ?? ''
    const stranger = journey.browser('en-GB')
    // A browser fetches it ahead: an error, so that the person who arrives is not shown the answer to the browser.
    const ahead = await stranger.request.get(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect(ahead.status()).toBe(503)
    const answer = await stranger.goto(link)
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect(formOf(stranger)).toEqual(own)
    await expect(stranger.getByRole('main')).toContainText('Not sealed')
    const hrefs = [...stranger.document.querySelectorAll('main a')].map(one => one.getAttribute('href') ?? '')
    expect(hrefs.filter(href => !/^\/shared\/(?:pdf|xlsx|csv|print)\?link=/.test(href))).toEqual([])
    expect((await stranger.goto(`${link}&lng=pt`)).status()).toBe(200)
    await expect(stranger.getByRole('main')).toContainText('Não selado')
    const [, search = ''] = link.split('?')
    // What a month's people read says as of when: only its figures are the same a moment later.
    const files = name === 'daily report' ? ['pdf', 'xlsx', 'csv'] : ['csv?format=machine']
    for (const file of files) {
      const theirs = await stranger.request.get(`/shared/${file}${file.includes('?') ? '&' : '?'}${search}`)
      expect(theirs.status(), file).toBe(200)
      const ours = await (await page.request.get(`${path}/${file}`)).body()
      expect((await theirs.body()).equals(ours), file).toBe(true)
    }
    await stranger.goto(path)
    expect(stranger.url()).toContain('/auth/login')
  }
})

test('a sealed day is to a stranger what it is to its accountant: on the screen, printed, in each file', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  await dayPages(page, location, list => firstRecord(page, list))
  await page.goto(
    (await firstRecord(page, '/reports/monthly-reports')).replace('monthly-report', 'month-desk'),
  )
  const seal = page.document.querySelector('main a[href$="/seal"]')?.getAttribute('href') ?? ''
  await page.goto(seal)
  // The days before it stay open: this one is the first of the books.
  const hasEarlier = page.document.querySelector('[name=leave_out]') !== null
  if (hasEarlier) await page.locator('[name=leave_out][value="1"]').check()
  const gaps = 'input[name=accepted]:not([value=none])'
  const boxes = page.document.querySelectorAll(gaps).length
  if (boxes > 0 || hasEarlier) await page.locator('[name=reason]').fill('The board was being replaced')
  for (let nr = 0; nr < boxes; nr++) await page.locator(gaps).nth(nr).check()
  await page.getByRole('button', { name: 'Seal this day' }).click()
  const day = /days\/(\d{4}-\d\d-\d\d)/.exec(seal)?.[1] ?? ''
  const row = [...page.document.querySelectorAll('main tbody tr')].find(one =>
    one.querySelector(`a[href$="/days/${day}"]`),
  )
  const report = row?.querySelector('a[href*="/reports/daily-report/"]')?.getAttribute('href') ?? ''
  for (const path of [report, report.replace('daily-report', 'daily-jackpot-report')]) {
    const stranger = journey.browser('en-GB')
    const formsAt = async (own: typeof page, address: string) => {
      await own.goto(address)
      return [...own.document.querySelectorAll('main .fiscal')].map(one => one.textContent)
    }
    const ours = await formsAt(page, path)
    expect(ours.join()).toContain('Sigiliul nr. 1')
    await page.getByRole('link', { name: 'Share' }).click()
    const main = page.getByRole('main')
    await main.getByLabel('For whom').fill(path.slice(0, 30))
    await main.getByRole('button', { name: 'Create link' }).click()
    const [, search = ''] = /\/shared\?(link=[\w-]{43})/.exec(await page.content()) ?? []
    expect(await formsAt(stranger, `/shared?${search}`)).toEqual(ours)
    await expect(stranger.getByRole('main')).toContainText('Genuine')
    expect(await formsAt(stranger, `/shared/print?${search}`)).toEqual(await formsAt(page, `${path}/print`))
    for (const type of ['pdf', 'xlsx', 'csv']) {
      const theirs = await stranger.request.get(`/shared/${type}?${search}`)
      expect(theirs.status(), type).toBe(200)
      const same = await (await page.request.get(`${path}/${type}`)).body()
      expect((await theirs.body()).equals(same), `${path} ${type}`).toBe(true)
    }
  }
})

test('a link that shows nothing says what to do, in the reader’s language', async ({ journey }) => {
  const stranger = journey.browser('ro-RO')
  expect((await stranger.goto(`/shared?link=${'A'.repeat(43)}`)).status()).toBe(404)
  await expect(stranger.getByRole('main')).toContainText('Acest link nu arată nimic')
  const none = { headers: { accept: '*/*' } }
  expect((await stranger.request.get(`/shared/pdf?link=${'A'.repeat(43)}`, none)).status()).toBe(404)
  // A person who opens the address of its file is told the same.
  await stranger.goto(`/shared/pdf?link=${'A'.repeat(43)}`)
  await expect(stranger.getByRole('main')).toContainText('Acest link nu arată nimic')
})
