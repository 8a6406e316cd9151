/** Sealed documents: one gapless chain a location, and whatever is altered afterwards shows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ana, daily, sealing } from '../../../tests/support/seals'
import { isSignedBy, publicKeyFrom, readSealFile, type SealBody } from './seal-format'
import { readKeys } from './seal-keys.service'
import { recordIssuedFile, sealReopening, type SealAnswer } from './seals.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const { seal, check, verify, upload } = sealing(() => b)

describe('a location’s documents', () => {
  let first: SealAnswer
  let second: SealAnswer

  it('are numbered without a gap over all kinds, each following the one before it', async () => {
    first = await seal(daily('2026-11-01'))
    second = await seal(
      daily('2026-11', { kind: 'monthly', totals: { total_in: 120_000, total_out: 95_050 } }),
    )
    const elsewhere = await seal(daily('2026-11-01', { locationId: locations.braila.id }))
    expect([first.number, second.number, elsewhere.number]).toEqual([1, 2, 1])
    const rows = await b.db.selectFrom('seals').select(['body', 'hash']).where('id', '=', second.id).execute()
    const body = JSON.parse(rows[0]?.body ?? '') as SealBody
    expect(body).toMatchObject({ previous: first.hash, number: '2', revision: '1', key: first.keyId })
    expect(body.perpetual).toEqual({
      'daily RON total_in': '120000',
      'daily RON total_out': '95050',
      'monthly RON total_in': '120000',
      'monthly RON total_out': '95050',
    })
    expect(await check()).toEqual({ ok: true, checked: 2, problem: null, at: null })
  })

  it('are known by the code on the paper, however it is typed, and tell what stands on it and nothing else', async () => {
    const shown = await verify({ code: ` ${first.code.slice(0, 5).toLowerCase()}-${first.code.slice(5)} ` })
    expect(shown).toEqual({
      state: 'genuine',
      reason: null,
      seal: {
        kind: 'daily',
        location: locations.cluj.name,
        period: '2026-11-01',
        currency: 'RON',
        revision: 1,
        number: 1,
        code: first.code.match(/.{4}/g)?.join('-'),
        sealed_at: b.clock(),
        signature_characters: [0, 10, 20, 30].map(at => first.signature[at]).join(''),
        totals: [
          { name: 'total_in', minor: 120_000 },
          { name: 'total_out', minor: 95_050 },
        ],
        superseded: null,
      },
    })
    expect(await verify({ code: 'ABCD-EFGH-JKMN' })).toMatchObject({
      state: 'unknown',
      reason: 'not_found',
      seal: null,
    })
    expect(await verify({ code: 'what?' })).toMatchObject({ state: 'unknown', reason: 'no_code' })
    expect((await b.json('/api/seals/v1/verify')).status).toBe(422)
  })

  it('are known by the QR code on the paper, in which nothing can be altered', async () => {
    expect(await verify({ qr: first.paper })).toMatchObject({ state: 'genuine', seal: { number: 1 } })
    expect(await verify({ qr: first.paper.replace('120000', '120001') })).toMatchObject({
      state: 'altered',
      seal: null,
    })
    expect(await verify({ qr: first.paper.replace(/\*[\w-]{16}\*/, '*0123456789abcdef*') })).toMatchObject({
      state: 'unknown',
      reason: 'foreign_key',
    })
    expect(await verify({ qr: 'https://somewhere.else' })).toMatchObject({
      state: 'unknown',
      reason: 'no_code',
    })
  })

  it('are known by their file: no other byte of it passes', async () => {
    expect(await upload(first.file)).toMatchObject({ state: 'genuine', seal: { number: 1 } })
    const bytes = Buffer.from(first.file)
    const [row] = await readKeys(b.db)
    const key = publicKeyFrom(row?.public_key ?? '')
    const passed: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      for (const other of [bytes.readUInt8(at) ^ 1, bytes.readUInt8(at) ^ 0x20]) {
        const altered = Buffer.from(bytes)
        altered.writeUInt8(other, at)
        const read = readSealFile(altered)
        // One that fits itself is signed with other letters.
        if (
          read.state === 'intact'
            ? isSignedBy(key, read.sealed.body, read.sealed.signature)
            : read.state !== 'altered'
        )
          passed.push(at)
      }
    }
    expect(passed).toEqual([])
    const inserted = [
      ' ' + first.file,
      first.file + '\n',
      first.file.replace('"code"', '"Code":"","code"'),
      `\ufeff${first.file}`,
    ]
    for (const file of inserted) expect(await upload(file)).toMatchObject({ state: 'altered' })
    const signature = first.file.replace(/(?<="signature":"[\w-]{9})./, letter =>
      letter === 'A' ? 'B' : 'A',
    )
    expect(await upload(signature)).toMatchObject({ state: 'altered' })
    expect(await upload('{"rows":[]}')).toMatchObject({
      state: 'unknown',
      reason: 'not_found',
    })
    expect(await upload('')).toMatchObject({ state: 'unknown' })
  })

  it('are known by every file that was handed out, so a PDF with its sealed JSON intact and other letters is found', async () => {
    const pdf = `%PDF-1.7 ${first.file} 1.200,00 lei`
    await recordIssuedFile(b.db, { sealId: first.id, format: 'pdf', bytes: pdf }, b.clock())
    expect(await upload(pdf)).toMatchObject({ state: 'genuine', seal: { number: 1 } })
    expect(await upload(pdf.replace('1.200', '1.900'))).toMatchObject({ state: 'altered' })
    expect(await upload('%PDF-1.7 somebody else’s')).toMatchObject({ state: 'unknown' })
  })

  it('are superseded by a re-opening, and by the next revision', async () => {
    const again = { ...daily('2026-11-01'), reason: 'Late handpay' }
    const reopened = await b.db.transaction().execute(tx => sealReopening(tx, ana, again, b.clock()))
    expect(await verify({ code: first.code })).toMatchObject({
      state: 'superseded',
      seal: { revision: 1, superseded: { number: reopened.number, revision: null } },
    })
    expect(await verify({ code: reopened.code })).toMatchObject({
      state: 'genuine',
      seal: { kind: 'reopening', totals: [] },
    })
    const twice = b.db.transaction().execute(tx => sealReopening(tx, ana, again, b.clock()))
    await expect(twice).rejects.toMatchObject({ code: 'seal_none' })
    const next = await seal(
      daily('2026-11-01', { revision: 2, totals: { total_in: 119_000, total_out: 95_050 } }),
    )
    expect(await verify({ code: first.code })).toMatchObject({
      seal: { superseded: { revision: 2, number: next.number } },
    })
    expect(await verify({ code: next.code })).toMatchObject({ state: 'genuine' })
    expect((await upload(first.file)).state).toBe('superseded')
    const { perpetual } = await b.db
      .selectFrom('seal_heads')
      .select('perpetual')
      .where('location_id', '=', locations.cluj.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(perpetual)).toMatchObject({
      'daily RON total_in': '119000',
      'daily RON total_out': '95050',
    })
    expect(await check()).toMatchObject({ ok: true, checked: 4 })
  })

  it('are sealed once: a second person is told so, and takes no number', async () => {
    await expect(seal(daily('2026-11-01', { revision: 2 }))).rejects.toMatchObject({
      status: 409,
      code: 'sealed_already',
    })
    const both = await Promise.allSettled([seal(daily('2026-11-02')), seal(daily('2026-11-02'))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(one => one.status === 'rejected')).toMatchObject({ reason: { code: 'sealed_already' } })
    expect(await check()).toMatchObject({ ok: true, checked: 5 })
  })

  it('never get one number twice, however many are sealed at once', async () => {
    const days = Array.from({ length: 12 }, (_, day) => `2026-10-${String(day + 10)}`)
    const made = await Promise.all(days.map(day => seal(daily(day))))
    expect(made.map(({ number }) => number).sort((a, c) => a - c)).toEqual(days.map((_, at) => at + 6))
    expect(await check()).toMatchObject({ ok: true, checked: 17 })
  })

  it('are refused with a clock before the last seal, for another tenant’s location, and with figures that are not exact', async () => {
    b.clock.advance(-1)
    await expect(seal(daily('2026-11-03'))).rejects.toMatchObject({ status: 409, code: 'seal_clock' })
    b.clock.advance(1)
    await expect(seal(daily('2026-11-03', { tenantId: tenants.lusitania.id }))).rejects.toMatchObject({
      status: 404,
    })
    await expect(seal(daily('2026-11-03', { totals: { total_in: 0.5 } }))).rejects.toThrow(/exactly/)
    await expect(seal(daily('2026-11-03', { document: { in: 2 ** 53 } }))).rejects.toThrow(/exactly/)
    expect(await check()).toMatchObject({ ok: true, checked: 17 })
  })

  it('stand in the audit log with number and hash', async () => {
    const entries = await b.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('action', '=', 'seal')
      .where('entity_id', '=', locations.cluj.id)
      .execute()
    expect(entries).toHaveLength(17)
    expect(entries.some(entry => entry.after_json?.includes(first.hash))).toBe(true)
  })
})

it('checks are limited by address', async () => {
  const asked = async () =>
    (await b.request('/api/seals/v1/verify?code=AAAA-AAAA-AAAA', { from: '203.0.113.9' })).status
  const statuses = new Set<number>()
  for (let nr = 0; nr < 61; nr++) statuses.add(await asked())
  expect([...statuses]).toEqual([200, 429])
})
