import { sealDocument, sealReopening, type ToSeal } from '../../../backend/accounting/seals/seals.service'
import { verifyOffline } from '../../../backend/accounting/seals/verify-offline'
import { ana } from '../../support/seals'
import { expect, test } from '../../support/journey'

const NOW = Date.parse('2026-11-23T10:00:00Z')

test('who holds a paper or a file learns without signing in whether it is genuine, in three languages', async ({
  page,
  journey,
  site,
}) => {
  const location = await site.deps.db
    .selectFrom('locations')
    .select(['id', 'tenant_id', 'name'])
    .orderBy('code')
    .limit(1)
    .executeTakeFirstOrThrow()
  const day: ToSeal = {
    tenantId: location.tenant_id,
    locationId: location.id,
    kind: 'daily',
    period: '2026-11-01',
    currency: 'RON',
    revision: 1,
    totals: { collected: 1_234_500, paid: 1_000_000, takings: 234_500, difference: 0 },
    document: { rows: [] },
  }
  const sealed = await site.deps.db.transaction().execute(tx => sealDocument(tx, ana, day, NOW))

  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Verify a sealed document' }).click()
  await page.getByLabel('Code on the document').fill(sealed.code.toLowerCase())
  await page.getByRole('button', { name: 'Check code' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Genuine')
  for (const shown of [location.name, 'Daily fiscal report', '12,345.00', '2,345.00', 'Takings'])
    await expect(main).toContainText(shown)

  const file = (text: string) => ({
    name: 'day.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await page.getByLabel('File', { exact: true }).setInputFiles(file(sealed.file))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(main).toContainText('byte for byte')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(file(sealed.file.replace('1234500', '1234501')))
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('alert')).toContainText('Altered')
  // Whose it pretends to be is not told.
  await expect(main).not.toContainText(location.name)

  await site.deps.db
    .transaction()
    .execute(tx => sealReopening(tx, ana, { ...day, reason: 'Late handpay' }, NOW))
  const romanian = journey.browser('ro-RO')
  await romanian.goto(`/verify?qr=${encodeURIComponent(sealed.paper)}`)
  await expect(romanian.getByRole('main')).toContainText('Autentic, dar înlocuit')
  await expect(romanian.getByRole('main')).toContainText('A fost redeschis pentru o corecție')
  const portuguese = journey.browser('pt-PT')
  await portuguese.goto('/verify?code=not+a+code')
  await expect(portuguese.getByRole('alert')).toContainText('Isto não é o código de um documento selado')
})

test('an auditor checks a location’s chain and takes it along; an operator may not', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('auditor')
  const { location_id: id } = await site.deps.db
    .selectFrom('seals')
    .select('location_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await page.goto(`/locations/${id}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Days', exact: true }).click()
  await main.getByRole('link', { name: 'Sealed documents' }).click()
  await expect(main).toContainText('2 documents in sequence')
  await expect(main.getByRole('link', { name: 'Download chain' })).toHaveAttribute(
    'href',
    `/locations/${id}/seals.jsonl`,
  )
  const file = await page.request.get(`/locations/${id}/seals.jsonl`)
  expect(verifyOffline(Buffer.from(await file.text()), null).verdict).toBe('good')
  const keys = await page.request.get('/verify/keys.json')
  expect(
    verifyOffline(
      Buffer.from(await (await page.request.get(`/locations/${id}/seals.jsonl`)).text()),
      Buffer.from(await keys.text()),
    ).verdict,
  ).toBe('good')
  await journey.meanwhile('operator', async own => {
    expect((await own.goto(`/locations/${id}/seals`)).status()).toBe(403)
  })
})

test('a manager shares one sealed report with an accountant who has no account, and ends it', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('manager')
  const { tenant_id } = await site.deps.db
    .selectFrom('users')
    .select('tenant_id')
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  const { id } = await site.deps.db
    .selectFrom('locations')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .orderBy('code', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const month: ToSeal = {
    ...{
      tenantId: tenant_id,
      locationId: id,
      kind: 'monthly',
      period: '2026-10',
      currency: 'RON',
      revision: 1,
    },
    totals: { takings: 777_700 },
    document: {},
  }
  const { code } = await site.deps.db.transaction().execute(tx => sealDocument(tx, ana, month, NOW))
  await page.goto(`/share-links/new?document=${code}`)
  const main = page.getByRole('main')
  await main.getByLabel('For whom').fill('Accountant, October')
  await main.getByRole('button', { name: 'Create link' }).click()
  const link = /http:\/\/console\.test\/shared\?link=[\w-]{43}/.exec(await page.content())?.[0] ?? ''
  // A mail scanner looks ahead: it is shown nothing, which is no opening.
  for (const path of ['/shared', '/shared/json', '/shared/print']) {
    const answer = await site.fetch(link.replace('http://console.test/shared', path), { method: 'HEAD' })
    expect([answer.status, await answer.text()], path).toEqual([200, ''])
  }
  // So does a chat's preview; a person whose program is called like one is led on.
  const preview = { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } }
  const stub = async (path: string) => {
    const answer = await site.fetch(link.replace('http://console.test/shared', path), preview)
    // Its form has to say where it comes from, and nobody else is given the link.
    expect(answer.headers.get('referrer-policy'), path).toBe('same-origin')
    const html = await answer.text()
    expect(html, path).toContain('Show the document')
    expect(html, path).not.toContain('7,777')
    // A program follows links, of which there is none; a person presses.
    expect(html, path).not.toMatch(/href="[^"]*[?&;]read=/)
    return /action="(\/shared[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  const [pressAction, pressPrint] = [await stub('/shared'), await stub('/shared/print')]
  const led = await site.fetch(link.replace('/shared', '/shared/json'), preview)
  expect([led.status, led.headers.get('location')]).toEqual([302, link.replace('http://console.test', '')])
  expect(await site.deps.db.selectFrom('share_links').select('opened').execute()).toContainEqual({
    opened: 0,
  })
  const press = {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
    headers: { ...preview.headers, origin: 'http://console.test' },
  } as const
  const pressed = await site.fetch(pressAction, press)
  expect([pressed.status, pressed.headers.get('referrer-policy')]).toEqual([303, 'no-referrer'])
  expect((await site.fetch(pressPrint, press)).headers.get('location')).toMatch(
    /^\/shared\/print\?link=.*&read=/,
  )
  expect(await site.deps.db.selectFrom('share_links').select('opened').execute()).toContainEqual({
    opened: 0,
  })
  const shown = await site.fetch(pressed.headers.get('location') ?? '', preview)
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
  const read = await shown.text()
  expect(read).toContain('7,777')
  // Its files are addressed as the page is.
  const json = /href="([^"]*\/json\?[^"]*)"/.exec(read)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await (await site.fetch(json, preview)).text()).toContain('"777700"')
  const stranger = journey.browser('ro-RO')
  await stranger.goto(link.replace('http://console.test', ''))
  await expect(stranger.getByRole('main')).toContainText('7.777,00')
  await expect(stranger.getByRole('main')).toContainText('Raport fiscal lunar')
  const file = await stranger.request.get(
    (await stranger.getByRole('link', { name: 'JSON' }).getAttribute('href')) ?? '',
  )
  expect(await file.text()).toContain('"777700"')
  await page.goto('/share-links')
  await main.getByRole('link', { name: 'Accountant, October' }).click()
  await expect(main).toContainText('Share link opened')
  await page.goto(`${page.url()}/revoke`)
  await main.getByLabel('Reason').fill('Sent to the wrong person')
  await main.getByRole('button', { name: 'Revoke link' }).click()
  expect((await stranger.goto(link.replace('http://console.test', ''))).status()).toBe(404)
})
