import { describe, expect, it } from 'vitest'
import { resources } from '../../definitions'
import { blankTyped, check, shownOf, specOf, typedFrom, typedOf } from './form'
import { baseIn, baseOf } from './form-base.server'
import { conflictOf } from './form-base.server'

const { slots, smibs, tenants, users } = resources

const place = '0'.repeat(23) + '1'
const slot = {
  serial: 'EGT-00412',
  location: place,
  manufacturer: 'EGT',
  protocol: 'SAS 6.02',
  denomination: '0,10|RON',
}
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('a form', () => {
  it('reads an amount typed the Romanian way, with its currency beside it', () => {
    const typed = typedFrom(
      specOf(slots),
      formOf({ ...slot, denomination: '0,10', denomination_currency: 'RON' }),
    )
    const checked = check(specOf(slots), typed, 'ro')
    expect(checked.status === 'success' && checked.value.denomination).toEqual({ minor: 10, currency: 'RON' })
  })

  it('keeps what was typed when it is refused, and says why by field', () => {
    const checked = check(specOf(slots), { ...slot, serial: 'x', denomination: 'ten|RON' }, 'en')
    expect(checked.status).toBe('error')
    if (checked.status === 'success') return
    expect(checked.error).toMatchObject({
      serial: [{ code: 'too_short', params: { min: 3 } }],
      denomination: [{ code: 'not_a_number' }],
    })
    expect(checked.payload).toMatchObject({ serial: 'x' })
  })

  it('an empty field is left out: required ones say so', () => {
    const checked = check(specOf(slots), {}, 'en')
    expect(checked.status === 'error' && Object.keys(checked.error ?? {})).toEqual([
      'serial',
      'location',
      'manufacturer',
      'denomination',
    ])
    expect(checked.status === 'error' && checked.error?.serial).toEqual([{ code: 'required' }])
  })

  it('ticks on a new one what the definition says, as nobody is added who may not sign in', () => {
    expect(blankTyped(specOf(users), 'en')).toMatchObject({ enabled: '1', all_tenants: '0' })
    expect(typedOf(specOf(users), { _id: '', enabled: false }, 'en')).toMatchObject({ enabled: '0' })
  })

  it('starts with the schema’s own defaults', () => {
    expect(blankTyped(specOf(slots), 'en')).toMatchObject({ protocol: 'SAS 6.02', serial: '' })
    expect(blankTyped(specOf(tenants), 'en')).toMatchObject({
      currency: 'RON',
      time_zone: 'Europe/Bucharest',
      deducts_handpaid_jackpots: '1',
    })
  })

  it('an unticked box means no, not the default', () => {
    const checked = check(
      specOf(tenants),
      {
        ...blankTyped(specOf(tenants), 'en'),
        name: 'Aurora',
        login_host: 'aurora.example.ro',
        deducts_handpaid_jackpots: '',
      },
      'en',
    )
    expect(checked.status === 'success' && checked.value.deducts_handpaid_jackpots).toBe(false)
  })

  it('a board without a slot stays without one', () => {
    const checked = check(
      specOf(smibs),
      { ...blankTyped(specOf(smibs), 'en'), mac: 'A4:CF:12:00:00:01', location: place, slot: '' },
      'en',
    )
    expect(checked.status === 'success' && checked.value).toMatchObject({
      mac: 'a4cf12000001',
      slot: null,
      poll_ms: null,
    })
  })

  it('a row shown and sent back unchanged is the same row', () => {
    const row = {
      _id: place,
      serial: 'EGT-1',
      location: { _id: place, name: 'Cluj 1' },
      manufacturer: 'EGT',
      protocol: 'G2S',
      denomination: { minor: 5, currency: 'EUR' },
      theoretical_rtp: 9512,
      sas_address: 7,
      asset_no: null,
    }
    for (const locale of ['en', 'ro', 'pt'] as const) {
      const checked = check(specOf(slots), typedOf(specOf(slots), row, locale), locale)
      expect(checked.status === 'success' && checked.value).toMatchObject({
        location: place,
        denomination: { minor: 5, currency: 'EUR' },
        theoretical_rtp: 9512,
        sas_address: 7,
        asset_no: null,
      })
    }
  })
})

describe('two people change one record', () => {
  const row = { _id: place, serial: 'EGT-1', manufacturer: 'EGT', position: 'A1', asset_no: '7', demo: false }
  const spec = specOf(slots)
  const shown = shownOf(spec, row, 'en')
  const base = baseIn(formOf({ base: baseOf(shown) }))
  const theirs = (changes: object) => {
    const current = { ...row, version: 9, ...changes }
    return { base, current, theirs: shownOf(spec, current, 'en') }
  }

  it('asks about what both have changed, and says what one alone has', () => {
    const mine = { ...shown, position: 'A4', serial: 'EGT-2' }
    expect(conflictOf(spec, mine, theirs({ position: 'B2', asset_no: '8' }), null)).toEqual({
      version: 9,
      fields: [{ name: 'position', mine: 'A4', theirs: 'B2' }],
      taken: ['asset_no'],
      own: ['serial'],
      saved: null,
    })
  })

  it('asks nothing where both have typed the same', () => {
    expect(conflictOf(spec, { ...shown, position: 'B2' }, theirs({ position: 'B2' }), null)).toMatchObject({
      fields: [],
      taken: [],
      own: [],
    })
  })

  it('asks about every difference where the form does not say what it showed', () => {
    const mine = { ...shown, position: 'A4' }
    const blind = { ...theirs({ asset_no: '8' }), base: null }
    expect(
      conflictOf(spec, mine, blind, null)
        .fields.map(field => field.name)
        .sort(),
    ).toEqual(['asset_no', 'position'])
  })
})
