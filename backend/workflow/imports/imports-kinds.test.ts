/** What is particular to files of SMIBs and of locations. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const head = 'serial,location_code,manufacturer,accounting_denom'
const slot = (serial: string) =>
  backend.db.selectFrom('slots').selectAll().where('serial', '=', serial).executeTakeFirst()
const smib = (mac: string) =>
  backend.db.selectFrom('smibs').selectAll().where('mac', '=', mac).executeTakeFirst()
const lines = async (id: string, state: string) =>
  (await desk.rows('mihai', id, { state })).map(row => row.line)

describe('boards', () => {
  it('go to free slots of their own hall; two for one slot, one in another hall and one in use are told', async () => {
    await desk.done(
      'mihai',
      (await desk.check('mihai', 'slots', 'create', `${head}\nB-001,CJ-01,EGT,1\nB-002,CJ-01,EGT,1`))._id,
      'commit',
    )
    const file = [
      'smib_id,location_code,slot_serial,test_mode,broker',
      'AA:BB:CC:00:00:01,CJ-01,B-001,da,mq:1883',
      'aabbcc000002,CJ-01,B-002,,',
      'aabbcc000003,CJ-01,B-002,,',
      `aabbcc000004,CJ-01,${slots.bellLink.serial},,`,
      'aabbcc000005,BR-01,B-001,,',
      'xyz,CJ-01,,,',
      `${smibs.ribeira.mac},CJ-01,,,`,
      `aabbcc000006,CJ-01,${slots.ribeira.serial},,`,
    ]
    const { _id } = await desk.check('mihai', 'smibs', 'create', file.join('\n'))
    expect(await desk.problems('mihai', _id)).toEqual(
      [
        '3 slot_serial twin',
        '4 slot_serial twin',
        '5 slot_serial already_linked',
        '6 slot_serial other_location',
        '6 slot_serial twin',
        '7 smib_id mac',
        '8 smib_id taken',
        '9 slot_serial unknown',
        '2 slot_serial twin',
      ].sort(),
    )
    expect(await lines(_id, 'ok')).toEqual([])
    await desk.call('mihai', 'PUT', `/import/${_id}/rows`, {
      fixes: [
        { line: 6, values: { slot_serial: '' } },
        { line: 4, values: { slot_serial: '' } },
      ],
    })
    expect(await lines(_id, 'ok')).toEqual([2, 3, 4, 6])
    await desk.done('mihai', _id, 'commit')
    expect(await smib('aabbcc000001')).toMatchObject({
      slot_id: (await slot('B-001'))?.id,
      test_mode: 1,
      broker: 'mq:1883',
    })
    await desk.done('mihai', _id, 'undo')
    expect(await smib('aabbcc000001')).toBeUndefined()
    expect(
      await backend.db
        .selectFrom('smibs')
        .select('id')
        .where('slot_id', '=', (await slot('B-001'))?.id ?? '')
        .execute(),
    ).toEqual([])
  })
})

describe('locations', () => {
  it('are brought in by the system’s people for the tenant that the file names', async () => {
    const { _id } = await desk.check(
      'ana',
      'locations',
      'create',
      'cod;nume;operator;localitate;latitudine;longitudine;fus orar;zi\nPT-77;Porto Foz;Lusitânia Jogos;Porto;41,1496;-8,6109;Europe/Lisbon;\nPT-78;Porto Norte;;Porto;;;;\nPT-79;Porto Sul;Nobody;Porto;91;;Mars/Base;',
    )
    expect(await desk.problems('ana', _id)).toEqual([
      '3 tenant required',
      '4 tenant unknown',
      '4 lat degrees',
      '4 timezone time_zone',
    ])
    await desk.done('ana', _id, 'commit')
    expect(
      await backend.db.selectFrom('locations').selectAll().where('code', '=', 'PT-77').executeTakeFirst(),
    ).toMatchObject({
      tenant_id: tenants.lusitania.id,
      lat: '41.1496',
      lon: '-8.6109',
      time_zone: 'Europe/Lisbon',
    })
    await desk.done('ana', _id, 'undo')
    expect(
      await backend.db.selectFrom('locations').selectAll().where('code', '=', 'PT-77').executeTakeFirst(),
    ).toBeUndefined()
  })
})
