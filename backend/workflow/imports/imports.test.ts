import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterEach(async () => {
  await backend.db
    .deleteFrom('smibs')
    .where(
      'id',
      'not in',
      Object.values(smibs).map(one => one.id),
    )
    .execute()
  await backend.db.deleteFrom('mechanical_readings').execute()
  await backend.db.deleteFrom('slot_meter_setups').execute()
  await backend.db
    .deleteFrom('slots')
    .where(
      'id',
      'not in',
      Object.values(slots).map(one => one.id),
    )
    .execute()
  await backend.db
    .deleteFrom('locations')
    .where(
      'id',
      'not in',
      Object.values(locations).map(one => one.id),
    )
    .execute()
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

/** Makers that these files name and the games registry does not come with. */
const makers = ['Ţambal', 'Novo matic']
beforeAll(async () => {
  for (const name of makers)
    await backend.json('/api/games-registry/v1/manufacturer', { as: 'ana', method: 'POST', body: { name } })
})

const slot = (serial: string) =>
  backend.db.selectFrom('slots').selectAll().where('serial', '=', serial).executeTakeFirst()

describe('a file of slots', () => {
  it('is checked first and changes nothing, then its good rows are committed with an audit entry each', async () => {
    const checked = await desk.check(
      'mihai',
      'slots',
      'create',
      'serial;location_code;producator;denominatie;mech_in\r\nEGT-1;CJ-01;EGT;0,01;1200\r\nEGT-2;XX-99;EGT;0,01;\r\n',
    )
    expect(checked).toMatchObject({
      state: 'checked',
      delimiter: ';',
      counts: { ok: 1, error: 1 },
      will: { create: 1, update: 0 },
      can: { commit: true, undo: false },
    })
    expect(await slot('EGT-1')).toBeUndefined()
    expect(await desk.problems('mihai', checked._id)).toEqual(['3 location_code unknown'])
    expect((await desk.call('mihai', 'GET', `/import/${checked._id}/problems`)).data).toEqual({
      problems: [{ column: 'location_code', code: 'unknown', rows: 1 }],
    })

    const committed = await desk.done('mihai', checked._id, 'commit')
    expect(committed).toMatchObject({
      state: 'committed',
      counts: { committed: 1, error: 1 },
      can: { undo: true },
    })
    expect(await slot('EGT-1')).toMatchObject({
      tenant_id: tenants.carpathia.id,
      location_id: locations.cluj.id,
      denomination_minor: 1,
      currency: 'RON',
      status: 'active',
      version: 1,
    })
    const entries = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'slot')
      .where('entity_id', '=', (await slot('EGT-1'))?.id ?? '')
      .execute()
    expect(entries.map(entry => [entry.action, entry.actor_name])).toEqual([['create', 'Mihai Ionescu']])
    expect(JSON.parse(entries[0]?.after_json ?? '{}')).toMatchObject({
      serial: 'EGT-1',
      import: checked._id,
      mechanical: { mech_in: 1200 },
    })
  })
})

describe('what is wrong with a file', () => {
  const head = 'serial,location_code,manufacturer,accounting_denom'
  it.each<[string, string | Uint8Array, string, object?]>([
    ['nothing in it', '', 'empty_file'],
    ['only white space', ' \r\n ', 'empty_file'],
    ['no rows', `${head}\n`, 'no_rows'],
    [
      'a workbook',
      Uint8Array.from([0x50, 0x4b, 3, 4, ...Buffer.from('[Content_Types].xml')]),
      'binary_file',
      { kind: 'xlsx' },
    ],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'binary_file', { kind: 'pdf' }],
    ['bytes with NUL', Uint8Array.from([0x61, 0, 0x62]), 'binary_file', { kind: 'unknown' }],
    ['no key column', 'location_code,manufacturer\nCJ-01,EGT', 'missing_column', { column: 'serial' }],
    [
      'the same column twice',
      `${head},serie\nA-1,CJ-01,EGT,1,A-1`,
      'repeated_column',
      { column: 'serial', headers: ['serial', 'serie'] },
    ],
    [
      'a quote that never closes',
      `${head}\nA-1,CJ-01,EGT,1\nA-2,"CJ-01,EGT,1\nA-3,CJ-01,EGT,1`,
      'quote_not_closed',
      { line: 3 },
    ],
    [
      'a cell of a thousand characters',
      `${head}\n${'x'.repeat(1000)},CJ-01,EGT,1`,
      'cell_too_long',
      { line: 2, limit: 500 },
    ],
    ['65,001 rows', `serial\n${'A\n'.repeat(65_001)}`, 'over_row_limit', { limit: 65_000 }],
  ])('%s is told at once, and nothing is kept', async (_name, file, code, details = {}) => {
    const before = await backend.db.selectFrom('imports').select('id').execute()
    const answer = await desk.upload('mihai', 'slots', 'create', file)
    expect([answer.status, answer.error?.code]).toEqual([422, code])
    expect(answer.error.details ?? {}).toMatchObject(details)
    expect(await backend.db.selectFrom('imports').select('id').execute()).toEqual(before)
  })

  it('more than 32 MB is refused before it is read', async () => {
    expect((await desk.upload('mihai', 'slots', 'create', 'x'.repeat(33 * 1024 * 1024))).status).toBe(413)
  })

  it('every wrong cell is told by line and column, all at once', async () => {
    const rows = [
      'EGT-2,CJ-01,EGT,"0,01",SAS 6.02,1,"95,5",31.03.2027,da,lei 2027', // unknown column only
      ',CJ-01,EGT,0.01,,,,,,',
      'E,CJ-01,,abc,SAS 9,200,95.125,31.02.2027,poate,',
      'EGT-3,XX-1,EGT,1.234,,1.5,101,2027-3-1,1,',
      'EGT-4,OP-01,EGT,1,,,,,,',
      'EGT-00412,CJ-01,EGT,1,,,,,,',
      'EGT-5,CJ-01,EGT,1',
      'EGT-6,CJ-01,EGT,1,,,,,,',
      'EGT-6,BR-01,EGT,1,,,,,,',
      '"EGT-7",CJ-01,"EG\nT",1,,,,,,',
    ]
    const checked = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head},protocol,sas_address,rtp,cvt_valid_to,active,moft\n${rows.join('\n')}`,
    )
    expect(checked.warnings).toEqual([{ code: 'unknown_column', params: { header: 'moft', rows: 1 } }])
    expect(await desk.problems('mihai', checked._id)).toEqual([
      '3 serial required',
      '4 serial too_short',
      '4 manufacturer required',
      '4 protocol not_in_registry',
      '4 sas_address too_big',
      '4 accounting_denom not_a_number',
      '4 theoretical_rtp too_precise',
      '4 cvt_valid_to not_a_date',
      '4 active not_yes_no',
      '5 location_code unknown',
      '5 sas_address too_precise',
      '5 accounting_denom ambiguous_number',
      '5 theoretical_rtp too_big',
      '6 location_code unknown',
      '7 serial exists',
      '8 - ragged',
      '9 serial twin',
      '10 serial twin',
      '11 manufacturer not_in_registry',
    ])
    const tooBig = (await desk.rows('mihai', checked._id, { problem: 'too_big' })).flatMap(row =>
      row.problems.filter(({ code }) => code === 'too_big').map(({ column, params }) => [column, params]),
    )
    expect(tooBig).toEqual([
      ['sas_address', { max: 127 }],
      ['theoretical_rtp', { max: '100 %' }],
    ])
    const twins = await desk.rows('mihai', checked._id, { problem: 'twin' })
    expect(twins.map(row => row.problems[0]?.params)).toEqual([{ lines: '10' }, { lines: '9' }])
    expect((await desk.rows('mihai', checked._id, { state: 'ok' })).map(row => row.line)).toEqual([2])
  })

  it('says the same of another tenant’s hall and of one that does not exist', async () => {
    const checked = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head}\nA-01,OP-01,EGT,1\nA-02,ZZ-99,EGT,1`,
    )
    const [theirs, none] = await desk.rows('mihai', checked._id)
    expect(theirs?.problems).toEqual(none?.problems)
  })
})

describe('reading a file', () => {
  const rows = async (file: string | Uint8Array) => {
    const checked = await desk.check('mihai', 'slots', 'create', file)
    return { checked, rows: await desk.rows('mihai', checked._id) }
  }

  it('takes Windows-1250, UTF-16 and a BOM for what they are', async () => {
    const text = 'serial;cod locație;producător;denominație\r\nŞT-01;BR-01;Ţambal;0,01\r\n'
    // Ş 0xAA, Ţ 0xDE, ț is not in Windows-1250, where people write ţ 0xFE and ă 0xE3.
    const old = Uint8Array.from(
      [...'serial;cod loca']
        .map(c => c.charCodeAt(0))
        .concat(
          0xfe,
          [...'ie;produc'].map(c => c.charCodeAt(0)),
          0xe3,
          [...'tor;denomina'].map(c => c.charCodeAt(0)),
          0xfe,
          [...'ie\r\n'].map(c => c.charCodeAt(0)),
          0xaa,
          [...'T-01;BR-01;'].map(c => c.charCodeAt(0)),
          0xde,
          [...'ambal;0,01\r\n'].map(c => c.charCodeAt(0)),
        ),
    )
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const [file, encoding] of [
      [`\ufeff${text}`, 'utf-8'],
      [old, 'windows-1250'],
      [utf16, 'utf-16le'],
    ] as const) {
      const {
        checked,
        rows: [row],
      } = await rows(file)
      expect(checked).toMatchObject({ encoding, counts: { ok: 1, error: 0 } })
      expect(row?.values).toMatchObject({ serial: 'ŞT-01', manufacturer: 'Ţambal', accounting_denom: '0,01' })
    }
  })

  it('takes tabs, headers in any order and language, and cells over several lines', async () => {
    const {
      checked,
      rows: [row],
    } = await rows(
      'Fabricante\tN.º de série\tDenominação\tCódigo do local\n"Novo\nmatic"\tNOV-1\t0,10\tCJ-01\n',
    )
    expect(checked).toMatchObject({ delimiter: '\t', counts: { ok: 1 } })
    await desk.done('mihai', checked._id, 'commit')
    expect(row?.line).toBe(2)
    expect(await slot('NOV-1')).toMatchObject({ manufacturer: 'Novo matic', denomination_minor: 10 })
  })

  it('accepts its own templates in every language', async () => {
    for (const lng of ['en', 'ro', 'pt']) {
      for (const entity of ['locations', 'slots', 'smibs'] as const) {
        const file = new Uint8Array(
          await (
            await backend.request(`/api/imports/v1/template/${entity}?lng=${lng}`, { as: 'mihai' })
          ).arrayBuffer(),
        )
        const checked = await desk.check('mihai', entity, 'upsert', file)
        expect(checked.warnings).toEqual([])
        expect((await desk.problems('mihai', checked._id)).filter(text => !text.includes('unknown'))).toEqual(
          [],
        )
      }
    }
  })
})
