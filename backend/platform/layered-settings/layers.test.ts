import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smibSettings } from './smib-settings.contract'
import { resolve, type Layer } from './layers.contract'
import { defaultOf, readValue, settingsFor, settingsOf, type SettingValue } from './setting.contract'

const { integer, money, text } = settingsFor(['tenant', 'location', 'smib'])
const heartbeat = integer('data.heartbeat', 60, { min: 10, max: 3_600 })
const layer = (level: Layer['level'], values: Record<string, SettingValue>): Layer => ({
  level,
  id: level,
  name: level,
  values,
})

describe('inheritance', () => {
  it('takes the nearest own value, whatever stands behind it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 10, max: 3_600 }), { nil: undefined }), {
          minLength: 1,
          maxLength: 5,
        }),
        own => {
          const layers = own.map((value, at) =>
            layer('location', value === undefined ? {} : { 'data.heartbeat': value, other: at }),
          )
          const nearest = own.findIndex(value => value !== undefined)
          const { value, from } = resolve(heartbeat, layers, 'RON')
          expect(value).toBe(nearest < 0 ? 60 : own[nearest])
          expect(from).toBe(nearest < 0 ? null : layers[nearest])
        },
      ),
    )
  })

  it('takes an own value that equals the default for an own value', () => {
    expect(
      resolve(
        heartbeat,
        [layer('smib', { 'data.heartbeat': 60 }), layer('tenant', { 'data.heartbeat': 120 })],
        'RON',
      ),
    ).toMatchObject({ value: 60, from: { level: 'smib' } })
  })

  it('is not deceived by what every object has', () => {
    expect(resolve({ ...heartbeat, key: 'constructor' }, [layer('smib', {})], 'RON').from).toBeNull()
  })

  it('has a default for each currency where it is an amount', () => {
    const handpay = money('max_handpay', { RON: 1_000_000, EUR: 200_000 }, {})
    expect([defaultOf(handpay, 'RON'), defaultOf(handpay, 'EUR'), defaultOf(handpay, 'USD')]).toEqual([
      1_000_000,
      200_000,
      null,
    ])
  })
})

describe('values', () => {
  it('takes every default of the catalogue', () => {
    const wrong = settingsOf(smibSettings).filter(
      setting => setting.default !== null && readValue(setting, defaultOf(setting, 'RON')).problems,
    )
    expect(wrong.map(setting => setting.key)).toEqual([])
  })

  it('never throws, and takes only what lies within the limits', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        const read = readValue(heartbeat, value)
        expect(read.problems === undefined).toBe(
          typeof value === 'number' && Number.isInteger(value) && value >= 10 && value <= 3_600,
        )
      }),
    )
  })

  it.each([
    ['control characters', 'a\u0007b', 'control_characters'],
    ['only blanks', '   ', 'required'],
    ['more than fits', 'x'.repeat(40), 'too_long'],
    ['another type', 5, 'invalid'],
  ])('refuses a text with %s', (_name, value, code) => {
    expect(readValue(text('net.ssid', null, { max: 32 }), value).problems?.[0]?.code).toBe(code)
  })
})
