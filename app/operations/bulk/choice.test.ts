import { describe, expect, it } from 'vitest'
import '../../definitions'
import { readChoice } from './choice.server'

const id = '0123456789abcdef01234567'
const read = (search: string) =>
  readChoice({
    url: new URL(`/bulk-actions/new?${search}`, 'http://console.example'),
    timeZone: 'Europe/Bucharest',
  })

describe('the address of a new bulk action', () => {
  it('fills the form in', () => {
    expect(read(`action=unlock&reason=Night&location=${id}&query=EGT&state=&answer=x`)).toEqual({
      selection: null,
      filters: { location: [id] },
      typed: {
        unlock_zone: 'Europe/Bucharest',
        action: 'unlock',
        reason: 'Night',
        location: id,
        query: 'EGT',
      },
      notices: [],
      isUnclear: false,
    })
  })

  it.each([
    ['location=zz', 'location', 'unusable'],
    ['lock_state=ajar', 'lock_state', 'unusable'],
    ['status=active', 'status', 'unknown'],
    ['timeRange=today', 'timeRange', 'unknown'],
    ['page=2', 'page', 'unknown'],
    ['page=zero', 'page', 'unusable'],
    ['colour=red', 'colour', 'unknown'],
    ['selected=zz', 'selected', 'unusable'],
    ['matching=yes', 'matching', 'unusable'],
    [`location=${id}&location=${'f'.repeat(24)}`, 'location', 'repeated'],
    ['query=EGT&query=NOV', 'query', 'repeated'],
    [`query=${'x'.repeat(201)}`, 'query', 'too_long'],
    ['query=%01', 'query', 'unusable'],
    ['matching=1&location=zz', 'location', 'unusable'],
  ])('%s is told, and no form offers more slots than were asked for', (search, parameter, reason) => {
    expect(read(search)).toMatchObject({ isUnclear: true, notices: [{ parameter, reason }] })
  })

  it.each([
    ['action=explode', 'action', 'unusable'],
    ['action=lock&action=unlock', 'action', 'repeated'],
    [`reason=${'x'.repeat(201)}`, 'reason', 'too_long'],
    [`selected=${id}&colour=red`, 'colour', 'unknown'],
  ])('%s is told; which slots is clear', (search, parameter, reason) => {
    expect(read(search)).toMatchObject({ isUnclear: false, notices: [{ parameter, reason }] })
  })
})
