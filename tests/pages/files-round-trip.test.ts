/** A file that the console wrote, in any language and for anybody, is one that it can read again (ruling 39). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chosenColumns, offeredColumns } from '../../app/engine/definition/columns'
import { csvStream, inPieces, unitsOf } from '../../app/engine/export/csv.server'
import { fileFormat, fileKinds } from '../../app/i18n/file-format'
import { formatter } from '../../app/i18n/format'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { resources } from '../../app/definitions'
import { pathsOf } from '../../backend/platform/contract/contract'
import { testBackend, type TestBackend } from '../support/backend'
import { importDesk } from '../support/imports'
import { locations, slots } from '../people'
import type { Row } from '../../app/engine/definition/row'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
  const change = async (id: string, values: object) => {
    const { body } = await backend.json(`/api/configuration/v1/slot/${id}`, { as: 'ana' })
    const { slot } = body.data as unknown as { slot: { version: number } & Record<string, unknown> }
    const input = {
      serial: slot.serial,
      location: (slot.location as { _id: string })._id,
      manufacturer: slot.manufacturer,
      denomination: slot.denomination,
      ...values,
    }
    const { status } = await backend.json(`/api/configuration/v1/slot/${id}`, {
      as: 'ana',
      method: 'PUT',
      body: { ...input, version: slot.version, reason: 'Figures of the type approval' },
    })
    expect(status).toBe(200)
  }
  for (const [one, name] of [
    ['game_mix', "'=SUM(A1)"],
    ['machine_type', '=1+1'],
  ])
    await backend.json(`/api/games-registry/v1/${one}`, { as: 'ana', method: 'POST', body: { name } })
  await change(slots.bellLink.id, {
    position: '-1',
    game_mix: "'=SUM(A1)",
    machine_type: '=1+1',
    theoretical_rtp: 9_505,
    cvt_valid_to: '2027-03-04',
    sas_address: 1,
    asset_no: '+7',
  })
  await change(slots.novoline.id, {
    denomination: { minor: 1_000_000, currency: 'RON' },
    type_approval: 'a;b,"c"',
  })
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

/** What an import takes of all that a list can show. */
const read = {
  slots: [
    'serial',
    'active',
    'asset_no',
    'tenant',
    'location_code',
    'manufacturer',
    'machine_type',
    'game_mix',
    'protocol',
    'sas_address',
    'accounting_denom',
    'currency',
    'theoretical_rtp',
    'fastest_game_ms',
    'highest_bet',
    'top_award',
    'highest_note',
    'position',
    'type_approval',
    'authorisation_no',
    'cvt_no',
    'cvt_valid_to',
  ],
  locations: [
    'code',
    'name',
    'tenant',
    'county',
    'city',
    'address',
    'lat',
    'lon',
    'timezone',
    'gaming_day_start',
    'licence_no',
    'work_point_no',
    'contact',
    'phone',
  ],
  smibs: [
    'smib_id',
    'serial',
    'tenant',
    'location_code',
    'slot_serial',
    'firmware',
    'network',
    'broker',
    'poll_ms',
    'test_mode',
    'log_mode',
  ],
}

describe.each(['slots', 'locations', 'smibs'] as const)('a file of %s', entity => {
  const resource = resources[entity]

  it.each(locales.flatMap(locale => fileKinds.map(kind => [locale, kind] as const)))(
    'in %s for %s can be imported, and changes nothing',
    async (locale, kind) => {
      const { body } = await backend.json<{ data: { rows: Row[]; total: number } }>(
        pathsOf(resource.contract).list,
        { as: 'ana', body: { rowsPerPage: 100 } },
      )
      const { rows, total } = body.data
      expect(total).toBeGreaterThan(2)
      for (const columns of [chosenColumns(resource, undefined), offeredColumns(resource)]) {
        const ctx = {
          t: translator(locale),
          locale,
          timeZone: 'Europe/Bucharest',
          now: 0,
          entity,
          format: formatter(locale, 'Europe/Bucharest'),
          file: fileFormat(locale, 'Europe/Bucharest', kind),
        }
        const file = await csvStream({
          resource,
          columns,
          face: ctx,
          units: unitsOf(resource, columns, rows),
          pieces: inPieces(rows),
        })
        const { _id, columns: found } = await desk.check(
          'ana',
          entity,
          'upsert',
          new Uint8Array(await new Response(file).arrayBuffer()),
        )
        if (columns.length > chosenColumns(resource, undefined).length)
          expect(found.flatMap(({ name }) => name ?? []).sort()).toEqual([...read[entity]].sort())
        expect(
          (await desk.rows('ana', _id)).map(row => [row.state, ...row.problems, ...row.changes]),
        ).toEqual(rows.map(() => ['unchanged']))
      }
    },
  )
})

it('amounts of one currency say it in their heading, and a new slot gets it from there', async () => {
  const file = `Serie;Producător;Locație;Denominație (RON)\nNEW-1;EGT;${locations.cluj.name};0,05\n`
  const { _id, counts } = await desk.check('ana', 'slots', 'upsert', file)
  expect(counts).toMatchObject({ ok: 1, error: 0 })
  expect((await desk.rows('ana', _id))[0]?.values).toMatchObject({
    currency: 'RON',
    accounting_denom: '0,05',
  })
})
