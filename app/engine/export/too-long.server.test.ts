import { describe, expect, it } from 'vitest'
import { translator } from '../../i18n/i18n.server'
import { tooLong } from './too-long.server'

const ways = { list: '/events?timeRange=last+year', order: '/events/export?timeRange=last+year' }
const asker = (may: boolean, told: string[]) => ({
  can: () => may,
  t: translator('ro'),
  locale: 'ro' as const,
  timeZone: 'Europe/Bucharest',
  toast: (tone: string, text: string) => {
    told.push(`${tone}: ${text}`)
    return Promise.resolve()
  },
})

describe('a list that is too long for one download', () => {
  it('is written in the background for who may order that', async () => {
    const told: string[] = []
    expect((await tooLong(asker(true, told), ways)).headers.get('Location')).toBe(ways.order)
    expect(told).toEqual([])
  })

  it('is told to who may not, where they came from and in their language', async () => {
    const told: string[] = []
    expect((await tooLong(asker(false, told), ways)).headers.get('Location')).toBe(ways.list)
    expect(told).toEqual(['warn: Lista are peste 10.000 de rânduri. Restrângeți mai întâi filtrele.'])
  })
})
