import { describe, expect, it } from 'vitest'
import { lifetimeWorth } from '../streams/lifetime-worth'
import { meterUnit } from './meter-units'

const FIVE_BANI = { minor: 5, currency: 'RON' } as const
const worthOf = (code: string, value: number, price: typeof FIVE_BANI) =>
  lifetimeWorth(code, value, price, [], () => null)
const unitsOf = (codes: string) => [...new Set(codes.split(' ').map(meterUnit))]

describe('what a SAS meter is worth', () => {
  it('is its cents for validated tickets, whatever a credit is worth', () => {
    for (const code of ['000D', '000E', '000F', '0010'])
      expect(worthOf(code, 5_000, FIVE_BANI)).toEqual({ minor: 5_000, currency: 'RON' })
  })
  it('is its credits at the price of one for all tickets and transfers', () => {
    expect(worthOf('0015', 5_000, FIVE_BANI)).toEqual({ minor: 25_000, currency: 'RON' })
    expect(worthOf('0017', 5_000, FIVE_BANI)).toEqual({ minor: 25_000, currency: 'RON' })
  })
  it('is none for what counts games, tickets, notes or a percentage', () => {
    for (const code of ['0005', '0011', '0035', '003E', '0040', '0057', '0061', '0081', '00B9', '007F'])
      expect(worthOf(code, 5_000, FIVE_BANI)).toBeNull()
  })
  it('follows the table in each of its groups', () => {
    expect(
      unitsOf('0000 0004 0008 000B 000C 0015 0024 0027 0034 003F 0058 0063 006E 007A 00FA 00FF'),
    ).toEqual(['credits'])
    expect(unitsOf('000D 0010 007B 0080 0082 0086 008C 0092 00A0 00A8 00AE 00B0 00B8 00BC')).toEqual([
      'cents',
    ])
    expect(unitsOf('0007 0012 0014 0026 0039 0059 0064 006D 0078 0079 007C 0093 00A1 00B1 00BD')).toEqual([
      'count',
    ])
  })
})
