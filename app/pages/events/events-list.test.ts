import { describe, expect, it } from 'vitest'
import { fileFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { readListQuery, writeListQuery } from '../../engine/list/list-query'
import { requestOfEvents } from './events'
import { eventCsv, eventFields, eventLabels } from './events-csv'
import { eventsList } from './events-list'

const machine = '0123456789abcdef01234567'
const address = `type=slot&severity=alarm&id=${machine}&dateStart=2026-03-01T00:00Z&dateEnd=2026-03-08T00:00Z`
const read = (text: string) => readListQuery(new URLSearchParams(text), eventsList.spec, 'Europe/Bucharest')
const event = {
  _id: machine,
  server_time: Date.UTC(2026, 2, 1, 8),
  time_zone: 'Europe/Bucharest',
  code: '11',
  severity: 'alarm',
  slot: { _id: machine, name: 'EGT-00412' },
  location: { _id: machine, name: 'Cluj Central' },
  smib: null,
  message_seq_nr: 4,
  event_seq_nr: null,
  gap: true,
  reset: false,
}

describe('events that are carried away', () => {
  it('are found again by the address that the export keeps', () => {
    const { query, notices } = read(address)
    expect(notices).toEqual([])
    expect(read(writeListQuery(query, eventsList.spec).toString()).query).toEqual(query)
    expect(eventsList.href(query)).toBe(
      `/events/${machine}?type=slot&severity=alarm&dateStart=2026-03-01T00%3A00Z&dateEnd=2026-03-08T00%3A00Z`,
    )
    expect(eventsList.href(read('severity=alarm').query, '/export')).toBe('/events/export?severity=alarm')
    expect(read('id=../tenants').notices).toMatchObject([{ parameter: 'id', reason: 'unusable' }])
  })

  it('are asked for by whose they are', () => {
    expect(requestOfEvents(read(address).query, 'UTC')).toMatchObject({
      exactFields: ['severity', 'slot'],
      exactValues: ['alarm', machine],
      dateStart: Date.UTC(2026, 2, 1),
      dateEnd: Date.UTC(2026, 2, 8),
    })
    expect(requestOfEvents(read(`id=${machine}`).query, 'UTC')).toMatchObject({
      exactFields: ['tenant'],
      exactValues: [machine],
    })
  })

  it('have the columns that their fields make, in words', () => {
    const t = translator('en')
    const { head, line } = eventCsv(eventFields, t, fileFormat('en', 'UTC'))
    expect(head).toHaveLength(11)
    expect(line(event)).toEqual([
      { exact: '01/03/2026 10:00:00' },
      'Europe/Bucharest',
      '11',
      'Slot door opened',
      'alarm',
      'EGT-00412',
      'Cluj Central',
      '',
      { exact: '4' },
      '',
      t('activity:messages.gap'),
    ])
    expect(eventLabels(t, ['code', 'gap'])).toEqual(['Code', 'Event'])
  })
})
