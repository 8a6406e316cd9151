import { describe, expect, it } from 'vitest'
import { Leaving } from '../process/leaving'
import type { Reading } from '../process/reading'
import { Busy, CallerGone } from './errors'
import { Places } from './places'

const readingOf = (tenant: string, person: string, leaving?: Leaving): Reading => ({
  tenant,
  person,
  leaving,
  isWide: true,
  servedAt: performance.now(),
})

describe('places of heavy reads', () => {
  it('are never all one person’s or one tenant’s', async () => {
    const places = new Places({ places: 4, perTenant: 3, perPerson: 2 }, 20)
    const take = (tenant: string, person: string) => places.take(readingOf(tenant, person))
    await take('Carpathia', 'Mihai')
    await take('Carpathia', 'Mihai')
    await expect(take('Carpathia', 'Mihai')).rejects.toBeInstanceOf(Busy)
    const leave = await take('Carpathia', 'Elena')
    await expect(take('Carpathia', 'Elena')).rejects.toBeInstanceOf(Busy)
    await take('Lusitania', 'João')
    await expect(take('Lusitania', 'João')).rejects.toBeInstanceOf(Busy)
    leave()
    await take('Lusitania', 'João')
  })

  it('go to whoever was served longest ago, however many another has asked for before', async () => {
    const places = new Places({ places: 1, perTenant: 1, perPerson: 1 })
    const served: string[] = []
    const work = async (tenant: string, person: string) => {
      const leave = await places.take(readingOf(tenant, person))
      served.push(person)
      await Promise.resolve()
      leave()
    }
    await Promise.all([
      ...Array.from({ length: 4 }, () => work('Carpathia', 'Mihai')),
      work('Carpathia', 'Elena'),
      work('Lusitania', 'João'),
    ])
    expect(served).toEqual(['Mihai', 'João', 'Elena', 'Mihai', 'Mihai', 'Mihai'])
  })

  it('of one person are had by what began first, until it is whole', async () => {
    const places = new Places({ places: 1, perTenant: 1, perPerson: 1 })
    const order: string[] = []
    const one = readingOf('Carpathia', 'Mihai')
    const leave = await places.take(one)
    const other = places.take(readingOf('Carpathia', 'Mihai')).then(left => (order.push('other'), left()))
    const next = places.take(one).then(left => (order.push('one'), left()))
    leave()
    await Promise.all([other, next])
    expect(order).toEqual(['one', 'other'])
  })

  it('are not waited for by who has gone, and whoever gets on waits as long as it takes', async () => {
    const places = new Places({ places: 1, perTenant: 1, perPerson: 1 }, 60)
    const leave = await places.take(readingOf('Carpathia', 'Mihai'))
    const leaving = new Leaving()
    const gone = places.take(readingOf('Carpathia', 'Mihai', leaving))
    leaving.leave()
    await expect(gone).rejects.toBeInstanceOf(CallerGone)
    await expect(places.take(readingOf('Carpathia', 'Mihai', leaving))).rejects.toBeInstanceOf(CallerGone)
    const reading = readingOf('Carpathia', 'Elena')
    const served = setInterval(() => (reading.servedAt = performance.now()), 10)
    const waiting = places.take(reading)
    setTimeout(leave, 200)
    const second = await waiting
    clearInterval(served)
    second()
    expect(places.tryTake(readingOf('Carpathia', 'Mihai'))).toBeDefined()
  })
})
