/** The demo network as data: nothing here needs a database. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enteredReturn, placeInHall, planNetwork } from './network'
import { gamesOn } from './slot-games'

const friday = Date.UTC(2026, 10, 20, 10, 47)
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

describe('the demo network', () => {
  const network = planNetwork('test', friday)

  it('gives the slots of a location places in banks of eight', () => {
    expect([1, 8, 9, 30].map(placeInHall)).toEqual(['A-01', 'A-08', 'B-01', 'D-06'])
  })

  it('has three tenants, 14 locations in 9 counties, and some 320 machines', () => {
    expect(network.tenants).toHaveLength(3)
    expect(network.locations).toHaveLength(14)
    expect(new Set(network.locations.map(one => one.county)).size).toBe(9)
    expect(network.machines).toHaveLength(320)
    const locations = network.tenants.map(
      tenant => network.locations.filter(one => one.tenantId === tenant.id).length,
    )
    expect(locations).toEqual([8, 5, 1])
    for (const location of network.locations) {
      const count = network.machines.filter(one => one.locationId === location.id).length
      expect(count).toBeGreaterThanOrEqual(15)
      expect(count).toBeLessThanOrEqual(30)
    }
  })

  it('names every thing once', () => {
    const ids = [
      ...network.tenants.map(one => one.id),
      ...network.locations.map(one => one.id),
      ...network.machines.flatMap(one => [one.slotId, ...(one.smib ? [one.smib.id] : [])]),
      ...network.spares.map(one => one.id),
    ]
    expect(ids.every(one => /^[0-9a-f]{24}$/.test(one))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    for (const name of ['serial', 'assetNo'] as const)
      expect(new Set(network.machines.map(one => one[name])).size).toBe(320)
    const macs = [
      ...network.machines.flatMap(one => one.smib?.mac ?? []),
      ...network.spares.map(one => one.mac),
    ]
    expect(macs.every(one => /^[0-9a-f]{12}$/.test(one))).toBe(true)
    expect(new Set(macs).size).toBe(macs.length)
  })

  it('is the same for the same seed and moment, and another for another', () => {
    expect(digest(planNetwork('test', friday))).toBe(digest(network))
    expect(digest(planNetwork('other', friday))).not.toBe(digest(network))
  })

  it('has its theoretical returns between 91 and 96 %', () => {
    for (const { theoreticalRtp } of network.machines) {
      expect(theoreticalRtp).toBeGreaterThanOrEqual(9_100)
      expect(theoreticalRtp).toBeLessThanOrEqual(9_600)
    }
  })

  it('has one return that was entered with two digits swapped, of a slot that plays all month as one game', () => {
    const mistyped = network.machines.filter(slot => enteredReturn(slot) !== slot.theoreticalRtp)
    expect(mistyped).toMatchObject([{ story: null, status: 'active' }])
    const [slot] = mistyped
    if (!slot) return
    expect(slot.smib).not.toBeNull()
    expect(gamesOn(slot)).toBe(0)
    // More than half of any band of 40,000 games.
    expect(Math.abs(enteredReturn(slot) - slot.theoreticalRtp)).toBeGreaterThan(2_250)
  })

  it('tells each story at a machine of its own', () => {
    const kinds = network.machines.flatMap(one => one.story?.kind ?? []).sort()
    expect(kinds).toEqual([
      'bill-jams',
      'board-offline',
      'certificate',
      'certificate',
      'clock-drift',
      'counterfeit',
      'duplicate',
      'gap',
      'gap',
      'gap',
      'gap',
      'gap',
      'gap',
      'handpay-pending',
      'handpay-pending',
      'jumped',
      'ram-clear',
      'ram-clear',
      'restored',
      'rollover',
    ])
  })
})
