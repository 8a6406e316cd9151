/** Files in the words of those who keep them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const head = 'serial;location;manufacturer;accounting_denom'

it.each([
  ['Status', 'Inactive', 'Active'],
  ['Stare', 'Inactiv', 'Activ'],
  ['Estado', 'Inativo', 'Ativo'],
  ['status', 'INACTIVE', 'locked'],
])('a column %s says whether a slot is in use', async (header, no, yes) => {
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    `${head};${header}\nST-1;CJ-01;EGT;0,01;${no}\nST-2;CJ-01;EGT;0,01;${yes}\n`,
  )
  expect(checked.warnings).toEqual([])
  const rows = await desk.rows('mihai', checked._id)
  expect(rows.map(({ values, problems }) => [values.active, problems])).toEqual([
    [no, []],
    [yes, []],
  ])
  await desk.done('mihai', checked._id, 'commit')
  const stored = await backend.db
    .selectFrom('slots')
    .select(['serial', 'archived_at'])
    .where('serial', 'in', ['ST-1', 'ST-2'])
    .orderBy('serial')
    .execute()
  expect(stored.map(({ archived_at }) => archived_at === null)).toEqual([false, true])
  await desk.done('mihai', checked._id, 'undo')
})

it('a state beside the column that says it is left out', async () => {
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    `${head};active;status\nST-3;CJ-01;EGT;0,01;1;locked\n`,
  )
  expect(checked.warnings).toEqual([{ code: 'unknown_column', params: { header: 'status', rows: 1 } }])
})

it.each(['BRĂILA PORT', 'brăila port', 'Bra\u0306ila Port', 'Brãila Port', 'br–01'])(
  'a location is found however its name is spelled: %s',
  async name => {
    const checked = await desk.check('mihai', 'slots', 'create', `${head}\nNM-1;${name};EGT;0,01\n`)
    expect(await desk.problems('mihai', checked._id)).toEqual([])
  },
)
