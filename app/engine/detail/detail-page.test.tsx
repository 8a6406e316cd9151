import { describe, expect, it } from 'vitest'
import { draw, now, place, slot } from '../../../tests/support/drawn-page'
import { resources } from '../../definitions'
import type { Row } from '../definition/row'
import { DetailPage } from './detail-page'
import type { DetailData } from './detail.server'

const detail = (row: Row): DetailData => ({
  kind: 'detail',
  notices: [],
  name: 'slots',
  title: String(row.serial),
  crumbs: {},
  row,
  related: [],
  tab: null,
  activity: [],
  live: { state: 'online', since: now - 3_600_000, last_seen_at: now },
  audit: {
    failure: null,
    total: 1,
    entries: [
      {
        _id: 'e',
        at: now,
        actor: { kind: 'user', name: 'Bogdan Nițu' },
        ip: '10.0.0.7',
        action: 'lock',
        before: { status: 'active', version: 1 },
        after: { status: 'locked', version: 2 },
      },
    ],
  },
})
const page = (row: Row) => (
  <DetailPage resource={resources.slots} data={detail(row)} related={() => resources.smibs} />
)

describe('a detail page', () => {
  it('offers the command that fits the state, harm last in the menu', () => {
    const html = draw(page(slot(1)))
    expect(html).toMatch(/class="btn"[^>]*>Lock</)
    expect(html).not.toContain('/unlock')
    expect(draw(page(slot(1, { status: 'locked' })))).toMatch(/>Unlock</)
  })

  it('says of a slot that was never locked nothing about an order, and of one that was, all that is known', () => {
    const never = { lock_reason: null, lock_ordered_at: null, lock_ordered_by: null, lock_answer_code: '' }
    const labels = (row: Partial<Row>) =>
      [...draw(page(slot(1, { lock_delivery: null, ...never, ...row }))).matchAll(/<dt[^>]*>([^<]*)/g)].map(
        ([, label]) => label,
      )
    expect(labels({})).toContain('Status')
    expect(labels({}).filter(label => /order|lock|answer|delivery/i.test(String(label)))).toEqual([])
    expect(labels({ lock_ordered_by: 'Bogdan Nițu', lock_reason: 'Cash count' })).toEqual(
      expect.arrayContaining(['Reason of the lock', 'Ordered by']) as string[],
    )
  })

  it('tells who changed what, when, from where', () => {
    const html = draw(page(slot(1, { status: 'locked' })))
    expect(html).toMatch(/Bogdan Nițu.*10\.0\.0\.7.*active.*locked/)
    expect(html).not.toContain('>version<')
  })

  it('leaves out lines that do not apply to what it shows', () => {
    const { approvals } = resources
    const lines = (more: Partial<Row>) =>
      [
        ...draw(
          <DetailPage
            resource={approvals}
            data={detail({ _id: 'c'.repeat(24), version: 1, kind: 'seal', state: 'waiting', ...more })}
            related={() => approvals}
          />,
        ).matchAll(/<dt[^>]*>([^<]*)/g),
      ].map(([, label]) => label)
    expect(lines({ day: '2026-11-01', location: place })).toEqual(
      expect.arrayContaining(['Location', 'From the day', 'Why']) as string[],
    )
    expect(lines({ day: '2026-11-01' })).not.toContain('Jackpot level')
    expect(lines({})).not.toContain('Slot')
  })

  it('says who ordered a lock that the slot has not confirmed, with a way to look again; never that it is locked', () => {
    const ordered = {
      status: 'locked',
      lock_state: 'locking',
      lock_delivery: 'pending',
      lock_ordered_by: 'Olga Rusu',
      lock_ordered_at: now,
      lock_answer_code: 'game_in_progress',
    }
    const html = draw(page(slot(1, ordered)))
    expect(html).toMatch(/page-title"><h1>EGT-1<\/h1>.*?locking…/)
    expect(html).toMatch(
      /Lock ordered by Olga Rusu.*a game is in progress.*href="\/slots\/0*1"[^>]*>.*?Refresh/,
    )
    expect(html.slice(0, html.indexOf('page-commands'))).not.toContain('st-locked')
    expect(draw(page(slot(1, { ...ordered, lock_delivery: 'no_answer' })))).toContain(
      'It gets the order when its SMIB returns.',
    )
    expect(
      draw(page(slot(1, { ...ordered, lock_state: 'locked', lock_delivery: 'confirmed' }))),
    ).not.toContain('Lock ordered by')
  })

  it('says in words why a machine refused, in each language', () => {
    const refused = slot(1, {
      status: 'locked',
      lock_state: 'lock_refused',
      lock_delivery: 'refused',
      lock_ordered_by: 'Olga Rusu',
      lock_ordered_at: now,
      lock_answer_code: 'door_open',
    })
    const told = {
      en: ['still unlocked', 'a door is open'],
      ro: ['încă deblocat', 'ușă'],
      pt: ['ainda desbloqueada', 'porta'],
    } as const
    for (const locale of ['en', 'ro', 'pt'] as const) {
      const html = draw(page(refused), { locale })
      for (const words of told[locale]) expect(html).toContain(words)
      expect(html).not.toContain('door_open')
    }
  })

  it('an archived record can only be unarchived', () => {
    const html = draw(page(slot(1, { archived_at: now })))
    expect(html).toContain('/unarchive')
    expect(html).not.toContain('/edit')
    expect(html).not.toContain('/lock')
  })
})
