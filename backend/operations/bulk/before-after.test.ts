import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bulkTrial } from '../../../tests/support/bulk'
import { bulkEdits, slotsToEdit } from '../../../tests/support/bulk-edits'

let backend: TestBackend
let hall: Awaited<ReturnType<typeof bulkTrial>>
const row: string[] = []
beforeAll(async () => {
  backend = await testBackend()
  row.push(...(await slotsToEdit(backend)))
  hall = await bulkTrial(backend)
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(() => backend.close())
const { call, edit, confirm, items } = bulkEdits(() => backend, row)

describe('before and after, row by row', () => {
  it('are in a preview what each row has now, and afterwards what its turn really replaced', async () => {
    const { job } = await edit({ position: 'P1', theoretical_rtp: 9_400 }, row.slice(0, 2), {
      preview: true,
      reason: 'New certificate',
    })
    const shown = await items(job._id)
    expect(shown.map(({ was, wanted }) => [was, wanted])).toEqual([
      [
        { position: 'P0', theoretical_rtp: expect.any(Number) as number },
        { position: 'P1', theoretical_rtp: 9_400 },
      ],
      // A field that already has the value is no change.
      [{ theoretical_rtp: expect.any(Number) as number }, { theoretical_rtp: 9_400 }],
    ])
    // Somebody saves between the preview and the button, and again afterwards.
    const moves = (position: string) =>
      backend.db
        .updateTable('slots')
        .set({ position })
        .where('id', '=', row[0] ?? '')
        .execute()
    await moves('BETWEEN')
    await confirm(job._id)
    await moves('LATER')
    const done = await items(job._id)
    expect(done[0]).toMatchObject({
      outcome: 'changed',
      was: { position: 'BETWEEN' },
      wanted: { position: 'P1' },
    })
    expect(Object.keys(done[1]?.was ?? {})).toEqual(['theoretical_rtp'])
  })

  it('name what a reference leads to; a row that is refused or stays as it is has no change', async () => {
    const { data } = await call('ana', 'update-many/slots', {
      fields: { location: locations.braila.id },
      ids: [slots.bellLink.id, slots.ribeira.id],
    })
    const rows = async (job: string) =>
      new Map(
        (await call('ana', 'many-rows/slots', { exactFields: ['job'], exactValues: [job] })).data.rows.map(
          item => [item._id, item],
        ),
      )
    const first = await rows(data.job._id)
    expect(first.get(slots.bellLink.id)).toMatchObject({
      was: { location: { name: locations.cluj.name } },
      wanted: { location: { name: locations.braila.name } },
    })
    expect(first.get(slots.ribeira.id)).toMatchObject({ outcome: 'refused', was: null })
    const again = await call('ana', 'update-many/slots', {
      fields: { location: locations.braila.id },
      ids: [slots.bellLink.id],
    })
    expect((await rows(again.data.job._id)).get(slots.bellLink.id)).toMatchObject({
      outcome: 'unchanged',
      was: null,
    })
  })

  it('of archiving are whether it is archived', async () => {
    const { data } = await call('mihai', 'archive-many/slots', { ids: row.slice(3, 4), preview: true })
    expect(await items(data.job._id)).toMatchObject([
      { was: { archived: false }, wanted: { archived: true } },
    ])
    await confirm(data.job._id)
    expect(await items(data.job._id)).toMatchObject([{ outcome: 'changed', was: { archived: false } }])
    const again = await call('mihai', 'archive-many/slots', { ids: row.slice(3, 4) })
    expect(await items(again.data.job._id)).toMatchObject([{ outcome: 'unchanged', was: null }])
  })

  it('of a bulk lock are the status, stored with the order', async () => {
    await hall.anew()
    await backend.db
      .updateTable('slots')
      .set({ status: 'maintenance' })
      .where('id', '=', hall.nth(3))
      .execute()
    const { data } = await hall.preview('olga', { ids: hall.hall.slice(0, 4) })
    const statuses = async () =>
      (await hall.items(data.job._id)).rows.map(one => [one.status_before, one.status_after])
    const locked = ['active', 'locked']
    expect(await statuses()).toEqual([locked, locked, locked, [null, null]])
    await hall.step('olga', data.job._id, 'confirm')
    hall.run()
    await hall.over(data.job._id, 'done')
    await hall.end()
    await backend.db
      .updateTable('slots')
      .set({ status: 'maintenance' })
      .where('id', '=', hall.nth(0))
      .execute()
    expect(await statuses()).toEqual([locked, locked, locked, [null, null]])
  })
})
