/** A locked period: nobody's decision moves a day in it, until the accountant moves the lock back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, smibs, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'

let backend: TestBackend
const { deliver, hours } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  await deliver([100, 200, 350].map((value, nr) => reading(nr + 1, sunday + nr * HOUR, { '0000': value })))
})
afterAll(() => backend.close())

type Answer = Envelope & { data: { lock: Record<string, { through: string } | null> } }
const lock = (body: object, as: Person = 'mihai', location: string = locations.cluj.id) =>
  backend.json<Answer>(`/api/fiscal-reports/v1/location/${location}/lock-period`, {
    as,
    body: { of: 'location', reason: 'The month was handed over', ...body },
  })
const ignore = () =>
  backend.json<Answer>('/api/rawdata/v1/ignore-message', {
    as: 'ana',
    body: {
      smib: smibs.bellLink.id,
      at: sunday + 2 * HOUR,
      message_seq_nr: 3,
      reason: 'A frame of another machine',
    },
  })

describe('a locked period', () => {
  it('is set by whoever may, with a reason, for days that are over', async () => {
    expect((await lock({ through: '2026-10-25' }, 'andrei')).status).toBe(403)
    expect((await lock({ through: '2026-10-25' }, 'paulo')).status).toBe(404)
    expect((await lock({ through: '2026-10-25', reason: '' })).body.error.fields).toHaveProperty('reason')
    expect((await lock({ through: '2099-01-01' })).body.error.fields).toEqual({
      through: [{ code: 'day_not_over' }],
    })
    expect((await lock({ through: '2026-10-24' })).body.data.lock).toMatchObject({
      location: { through: '2026-10-24' },
      tenant: null,
    })
  })

  it('refuses what would move a day in it, of the location or of all of the tenant', async () => {
    const before = await hours()
    await lock({ through: '2026-10-31', of: 'tenant' })
    const refused = await ignore()
    expect([refused.status, refused.body.error.code]).toEqual([409, 'period_locked'])
    const reopening = await backend.json<Answer>('/api/fiscal-reports/v1/reopening', {
      as: 'mihai',
      body: { location: locations.cluj.id, day: '2026-10-25', cause: 'A meter was read wrongly' },
    })
    expect([reopening.status, reopening.body.error.code]).toEqual([409, 'period_locked'])
    expect(await hours()).toEqual(before)
    // What a SMIB tells late is no decision.
    await deliver([reading(4, sunday + 3 * HOUR, { '0000': 400 })])
    expect((await hours()).length).toBe(before.length + 1)

    expect((await lock({ through: null, of: 'tenant', reason: 'One message was wrong' })).status).toBe(200)
    expect((await ignore()).status).toBe(200)
    const trail = await backend.db
      .selectFrom('audit_log')
      .select('entity')
      .where('action', '=', 'lock_period')
      .orderBy('seq')
      .execute()
    expect(trail.map(({ entity }) => entity)).toEqual(['location', 'tenant', 'tenant'])
  })
})
