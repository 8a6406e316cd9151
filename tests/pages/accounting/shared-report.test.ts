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
    const formOf = (own: typeof page) =>
      [...own.document.querySelectorAll('main .fiscal')].map(one => one.textContent)
    const own = formOf(page)
    expect(own).not.toEqual([])
    await page.getByRole('link', { name: 'Share' }).click()
    const main = page.getByRole('main')
    await main.getByLabel('For whom').fill(`Accountant, ${name}`)
    await main.getByRole('button', { name: 'Create link' }).click()
    const link = /\/shared\?link=[\w-]{43}/.exec(await page.content())?.[0] ?? ''
    const stranger = journey.browser('en-GB')
    const answer = await stranger.goto(link)
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect(formOf(stranger)).toEqual(own)
    await expect(stranger.getByRole('main')).toContainText('Not sealed')
    const hrefs = [...stranger.document.querySelectorAll('main a')].map(one => one.getAttribute('href') ?? '')
    expect(hrefs.filter(href => !/^\/shared\/(?:pdf|xlsx|csv|print)\?link=/.test(href))).toEqual([])
    expect((await stranger.goto(`${link}&lng=pt`)).status()).toBe(200)
    await expect(stranger.getByRole('main')).toContainText('Não selado')
    const [, search = ''] = link.split('?')
    const files = name === 'daily report' ? ['pdf', 'xlsx', 'csv'] : ['csv']
    for (const type of files) {
      const theirs = await stranger.request.get(`/shared/${type}?${search}`)
      expect(theirs.status(), type).toBe(200)
      if (name === 'daily report')
        expect(
          (await theirs.body()).equals(await (await page.request.get(`${path}/${type}`)).body()),
          type,
        ).toBe(true)
    }
    await stranger.goto(path)
    expect(stranger.url()).toContain('/auth/login')
  }
})

test('a link that shows nothing says what to do, in the reader’s language', async ({ journey }) => {
  const stranger = journey.browser('ro-RO')
  expect((await stranger.goto(`/shared?link=${'A'.repeat(43)}`)).status()).toBe(404)
  await expect(stranger.getByRole('main')).toContainText('Acest link nu arată nimic')
  expect((await stranger.request.get(`/shared/pdf?link=${'A'.repeat(43)}`)).status()).toBe(404)
})
