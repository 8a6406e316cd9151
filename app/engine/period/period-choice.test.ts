import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readListQuery } from '../address/list-query'
import { PRESETS } from './period'
import { chosenPeriod } from './period-choice'

const chosen = (search: string, zone = 'Europe/Bucharest') =>
  chosenPeriod(new URL(`/events?${search}`, 'http://console.example'), zone)

describe('the address that the period picker makes', () => {
  it('leaves alone what it did not make', () => {
    expect(chosen('timeRange=yesterday')).toBeUndefined()
  })

  it('keeps the other filters and drops the kinds that were not meant', () => {
    expect(
      chosen('period=relative&timeRange=yesterday&dateStart=2026-11-01T08:00&reset=a/b&code=11&page='),
    ).toBe('/events?code=11&timeRange=yesterday')
  })
  it('takes a typed expression before the list of presets', () => {
    expect(chosen('period=relative&timeRange=today&timeText=+now-6h+')).toBe('/events?timeRange=now-6h')
  })
  it('names a zone only where it is not the viewer’s', () => {
    expect(chosen('period=relative&timeRange=today&timeZone=Europe/Bucharest')).toBe(
      '/events?timeRange=today',
    )
    expect(chosen('period=relative&timeRange=today&timeZone=Europe/Lisbon')).toBe(
      '/events?timeRange=today&timeZone=Europe%2FLisbon',
    )
  })
  it('makes two points in time the same for every reader, by the zone they were typed in', () => {
    expect(chosen('period=fixed&dateStart=2026-11-01T08:00&dateEnd=2026-11-02T08:00')).toBe(
      '/events?dateStart=2026-11-01T06%3A00Z&dateEnd=2026-11-02T06%3A00Z',
    )
    expect(chosen('period=fixed&dateStart=2026-11-01T08:00&dateEnd=2026-11-02T08:00&timeZone=UTC')).toBe(
      '/events?dateStart=2026-11-01T08%3A00Z&dateEnd=2026-11-02T08%3A00Z',
    )
  })
  it('is from a reset to what followed it', () => {
    expect(chosen('period=reset&reset=2026-11-09T11:00Z/2026-11-20T09:00Z')).toBe(
      '/events?dateStart=2026-11-09T11%3A00Z&dateEnd=2026-11-20T09%3A00Z',
    )
  })
  it('is between two checkpoints, in either order, or one gaming day', () => {
    const [monday, friday] = ['2026-11-16T04:00Z/2026-11-17T04:00Z', '2026-11-20T04:00Z/2026-11-21T04:00Z']
    const week = '/events?dateStart=2026-11-16T04%3A00Z&dateEnd=2026-11-21T04%3A00Z'
    expect(chosen(`period=checkpoint&from=${monday}&to=${friday}`)).toBe(week)
    expect(chosen(`period=checkpoint&from=${friday}&to=${monday}`)).toBe(week)
    expect(chosen(`period=checkpoint&from=${monday}&to=`)).toBe(
      '/events?dateStart=2026-11-16T04%3A00Z&dateEnd=2026-11-17T04%3A00Z',
    )
  })
  it('hands on what it cannot read, so that the list can say so', () => {
    expect(chosen('period=fixed&dateStart=soon&dateEnd=later')).toBe('/events?dateStart=soon&dateEnd=later')
  })
  it('hands on a zone that is none: times must not be read in another without a word', () => {
    expect(chosen('period=relative&timeRange=today&timeZone=Mars')).toBe(
      '/events?timeRange=today&timeZone=Mars',
    )
    expect(
      chosen('period=fixed&timeZone=Mars&dateStart=2026-11-16T06:00&dateEnd=2026-11-17T06:00'),
    ).toContain('timeZone=Mars')
  })
  it('is the bare list when nothing was chosen', () => {
    expect(chosen('period=relative&timeRange=&dateStart=')).toBe('/events')
  })

  it('settles: an address that it made is not made again, and a list never fails on it', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(...PRESETS, '2026-10-25T03:30', '2026-11-01T08:00Z/2026-11-02T08:00Z', 'Europe/Lisbon'),
    )
    const names = [
      'period',
      'timeRange',
      'timeText',
      'timeZone',
      'dateStart',
      'dateEnd',
      'reset',
      'from',
      'to',
      'code',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 8 }),
        fc.constantFrom('relative', 'fixed', 'reset', 'checkpoint'),
        (pairs, kind) => {
          const made =
            chosen(
              new URLSearchParams([
                ['period', kind],
                ...pairs.filter(([name]) => name !== 'period'),
              ]).toString(),
            ) ?? ''
          const url = new URL(made, 'http://console.example')
          expect(chosenPeriod(url, 'Europe/Bucharest')).toBeUndefined()
          const { query } = readListQuery(
            url.searchParams,
            { sort: '-id', sortKeys: [], filters: ['code'], accepts: () => true, period: 'today' },
            'Europe/Bucharest',
          )
          expect(query.period).toBeDefined()
        },
      ),
    )
  })
})
