/** The logo on a tenant's forms: drawn anew, small, and kept on what is sealed whatever is set later. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ana } from '../../../tests/support/seals'
import { closeDay } from '../closing/closing.service'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import type { DailyReport } from './daily-reports.contract'
import { logoPath, MAX_LOGO, MAX_LOGO_UPLOAD, type FormLogo } from './form-layout.contract'
import { sealDay } from '../sealing/sealing.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const fiscal = '/api/fiscal-reports/v1'
const path = logoPath(tenants.carpathia.id)
const drawn = (colour: string, { width = 900, height = 300 } = {}) =>
  sharp({ create: { width, height, channels: 4, background: colour } })

async function set(bytes: Uint8Array, as: Person = 'mihai', reason = 'The new mark') {
  const response = await b.app.request(`${path}?reason=${encodeURIComponent(reason)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await b.login(as)}` },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  const body = (await response.json()) as { data: { logo: FormLogo }; error?: { fields: object } }
  return { status: response.status, body }
}
const reportOf = async (day: string) => {
  const { id } = await b.db
    .selectFrom('daily_reports')
    .select('id')
    .where('location_id', '=', locations.cluj.id)
    .where('day', '=', day)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  return (await b.json<{ data: DailyReport }>(`${fiscal}/daily-report/${id}/form`, { as: 'mihai' })).body.data
}

it('is set by who seals, for their tenant, and is what its bytes are', async () => {
  const red = await drawn('#c00').png().toBuffer()
  expect((await set(red, 'nora')).status).toBe(403)
  expect((await set(red, 'andrei')).status).toBe(403)
  expect((await set(red, 'paulo')).status).toBe(404)
  expect((await set(red, 'mihai', 'x')).status).toBe(422)
  for (const wrong of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', ''])
    expect((await set(Buffer.from(wrong))).status, wrong).toBe(422)
  expect((await set(red.subarray(0, red.length / 2))).body.error?.fields).toHaveProperty('logo')
  expect((await set(Buffer.alloc(MAX_LOGO_UPLOAD + 1))).status).toBe(413)
  expect((await set(await drawn('#c00').webp().toBuffer())).status).toBe(422)
  const { logo } = (await set(red)).body.data
  expect(logo).toMatchObject({ width: 480, height: 160 })
  // Nothing of it is what was sent: a picture on white, without what was behind it.
  const kept = Buffer.from(logo.png ?? '', 'base64')
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', hasAlpha: false })
  expect((await set(red)).body.data.logo.sha256).toBe(logo.sha256)
  // Noise, of which no small picture can be made without loss, is as small.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const rough = sharp({ create: { width: 900, height: 700, channels: 3, background: '#fff', noise } })
  const photo = (await set(await rough.jpeg().toBuffer())).body.data.logo
  expect(Buffer.from(photo.png ?? '', 'base64').length).toBeLessThan(MAX_LOGO)
})

it('is on every report that is not sealed; a sealed one keeps its own, and the audit log says who set which', async () => {
  b.clock.set(Date.UTC(2026, 10, 25, 12))
  const place = await placeOf(b.db, { tenantId: null }, locations.cluj.id)
  const accepted = [slots.bellLink.id, slots.novoline.id]
  const given = { reports: null, accepted, reason: 'The board was being replaced' }
  const work = (day: string, seals: boolean) =>
    b.db.transaction().execute(async tx => {
      await closeDay(tx, dayOf(place, day), { by: 'Ana Popescu', reason: 'The collector is here' }, b.clock())
      if (seals) await sealDay(tx, ana, dayOf(place, day), given, b.clock())
    })
  const red = (await set(await drawn('#c00').png().toBuffer())).body.data.logo
  await work('2026-11-21', true)
  b.clock.advance(1_000)
  const blue = (await set(await drawn('#00c').jpeg().toBuffer())).body.data.logo
  await work('2026-11-22', false)
  const sealed = await reportOf('2026-11-21')
  expect(sealed.document.logo).toEqual(red)
  // What was signed names the picture; whoever has another one has another hash.
  expect(sealed.seal?.file).toContain(red.sha256)
  expect(sealed.seal?.file).not.toContain(red.png)
  expect((await reportOf('2026-11-22')).document.logo).toEqual(blue)
  const remove = (as: Person) => b.json(`${path}/remove`, { as, body: { reason: 'No mark any more' } })
  expect((await remove('nora')).status).toBe(403)
  expect((await remove('paulo')).status).toBe(404)
  expect((await remove('mihai')).body.data).toEqual({ logo: null })
  expect((await reportOf('2026-11-22')).document.logo).toBeUndefined()
  expect((await reportOf('2026-11-21')).document.logo).toEqual(red)
  const told = await b.db
    .selectFrom('audit_log')
    .select('after_json')
    .where('action', '=', 'set_form_logo')
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  expect(told.map(({ after_json }) => JSON.parse(after_json ?? '') as unknown)).toEqual([
    { logo: null, reason: 'No mark any more' },
    { logo: blue.sha256, reason: 'The new mark' },
  ])
})

it('that was replaced goes at a later change, unless a sealed report names it', async () => {
  const kept = async () => {
    const rows = await b.db.selectFrom('fiscal_logos').select('sha256').orderBy('sha256').execute()
    return rows.map(({ sha256 }) => sha256)
  }
  const colour = async (name: string) => {
    const { logo } = (await set(await drawn(name).png().toBuffer())).body.data
    b.clock.advance(2 * 86_400_000)
    return logo.sha256
  }
  const named = await b.db
    .selectFrom('daily_reports')
    .select('logo')
    .distinct()
    .where('logo', 'is not', null)
    .execute()
  const green = await colour('#0c0')
  const yellow = await colour('#cc0')
  expect(await kept()).toEqual(expect.arrayContaining([green, yellow]))
  await b.db.updateTable('monthly_reports').set({ logo: yellow }).execute()
  const violet = await colour('#c0c')
  const grey = await colour('#ccc')
  // Green was replaced two changes ago; yellow is a month's, violet was current until now.
  expect(await kept()).toEqual(
    [...named.map(({ logo }) => logo ?? ''), yellow, violet, grey].sort((one, other) =>
      one < other ? -1 : 1,
    ),
  )
})
