import { describe, expect, it } from 'vitest'
import { csvForm } from '../../engine/export/csv.server'
import { readListQuery, writeListQuery } from '../../engine/address/list-query'
import { columnsMadeOf, fileColumns } from '../../engine/export/file-columns'
import { readsOf } from '../../engine/render/render-context'
import { streamRequest } from '../../engine/stream/stream-rows.server'
import { fileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { resources } from '../../definitions'
import { streamExportable, subjectIn, withoutSubject } from './stream-export'

const { events } = resources
const list = streamExportable(events)
const slot = '0123456789abcdef01234567'
const address = `type=slot&severity=alarm&id=${slot}&dateStart=2026-03-01T00:00Z&dateEnd=2026-03-08T00:00Z`
const read = (text: string) => readListQuery(new URLSearchParams(text), list.spec, 'Europe/Bucharest')

describe('events that are exported', () => {
  it('are found again by the address that the export keeps', () => {
    const { query, notices } = read(address)
    expect(notices).toEqual([])
    expect(read(writeListQuery(query, list.spec).toString()).query).toEqual(query)
    expect(list.href(query)).toBe(
      `/events/${slot}?type=slot&severity=alarm&dateStart=2026-03-01T00%3A00Z&dateEnd=2026-03-08T00%3A00Z`,
    )
    expect(list.href(read('severity=alarm').query, '/export')).toBe('/events/export?severity=alarm')
    expect(read('id=../tenants').notices).toMatchObject([{ parameter: 'id', reason: 'unusable' }])
  })

  it('are asked for by whose they are, a tenant’s where the address names no type', () => {
    const asked = (text: string) => {
      const { query } = read(text)
      return streamRequest(events, withoutSubject(events, query), { subject: subjectIn(query), zone: 'UTC' })
    }
    expect(asked(address)).toMatchObject({
      exactFields: ['severity', 'slot'],
      exactValues: ['alarm', slot],
      dateStart: Date.UTC(2026, 2, 1),
      dateEnd: Date.UTC(2026, 2, 8),
      show_all: true,
    })
    expect(asked(`id=${slot}`)).toMatchObject({ exactFields: ['tenant'], exactValues: [slot] })
  })

  it('have a file of their own columns, in words, with the zone that their times are told in', () => {
    const t = translator('en')
    const columns = fileColumns(events, events.list.columns)
    const form = csvForm(
      events,
      columns,
      {
        t,
        locale: 'en',
        timeZone: 'UTC',
        now: 0,
        entity: 'events',
        format: formatter('en', 'UTC'),
        file: fileFormat('en', 'UTC'),
      },
      {},
    )
    expect(form.head.slice(0, 4)).toEqual(['Time', 'Time zone of the location', 'Code', 'Event'])
    expect(
      form.line({
        _id: slot,
        server_time: Date.UTC(2026, 2, 1, 8),
        time_zone: 'Europe/Bucharest',
        code: '11',
        data: { reason: 'key of the cashier' },
        amount: null,
        edit: slot,
        severity: 'alarm',
        slot: { _id: slot, name: 'EGT-00412' },
        location: { _id: slot, name: 'Cluj Central' },
        smib: null,
        message_seq_nr: 4,
        event_seq_nr: null,
        gap: true,
        reset: false,
        late: true,
      }),
    ).toEqual([
      { exact: '01/03/2026 10:00:00' },
      'Europe/Bucharest',
      '11',
      'Slot door opened',
      'key of the cashier',
      // Amount and its currency.
      '',
      '',
      'edited',
      'alarm',
      'EGT-00412',
      'Cluj Central',
      '',
      { exact: '4' },
      '',
      'gap before it, arrived late',
    ])
    // What an order keeps are the wire's fields: the same columns come of them again.
    expect(columnsMadeOf(events, readsOf(events, columns), null)).toEqual(columns)
    // Two columns of one field: of a file that says what was shown, the one that was.
    const code = columns.slice(2, 3)
    expect(columnsMadeOf(events, readsOf(events, code), code)).toEqual(code)
    expect(list.labels(t, ['code'], null)).toEqual(['Code', 'Event'])
  })
})
