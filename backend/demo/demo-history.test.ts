/** The demo network's past as data: nothing here needs a database. */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { IngestMessage } from '../telemetry/ingestion/ingest.contract'
import { tellHistory } from './history'
import { playSpan } from './machine'
import { planNetwork, type Network } from './network'
import { emptyMeters } from './play'
import { randomFor } from './random'
import { MODULUS } from './wire-meters'

const friday = Date.UTC(2026, 10, 20, 10, 47)

/** What only goes up; a step of a tenth of the modulus would be one back. */
const rising = ['0000', '0001', '0002', '0003', '0005', '0006', '000B', '0015', '0016', '0017', '0018']

interface Figures {
  time: number
  meters: Record<string, number>
}

describe('sixty days of readings', { timeout: 60_000 }, () => {
  const network: Network = planNetwork('test', friday)
  const bySmib = new Map<string, IngestMessage[]>()

  beforeAll(() => {
    for (const { messages } of tellHistory(network, network.machines)) {
      for (const message of messages) {
        const list = bySmib.get(message.smib_id)
        if (list) list.push(message)
        else bySmib.set(message.smib_id, [message])
      }
    }
  })

  const messagesOf = (kind: string) =>
    network.machines.filter(one => one.story?.kind === kind).map(one => bySmib.get(one.smib?.mac ?? '') ?? [])
  const timeOf = (message: IngestMessage) => Number(message.server_time_nano.slice(0, -6))
  const figuresOf = (messages: IngestMessage[]): Figures[] =>
    messages.flatMap(
      message =>
        message.counters
          ?.filter(({ game_nr }) => game_nr === 0)
          .map(({ meters }) => ({ time: timeOf(message), meters })) ?? [],
    )

  it('is the same for the same seed', () => {
    const again = createHash('sha256')
    const first = createHash('sha256')
    const some = network.machines.filter(one => one.index % 40 === 3)
    for (const { messages } of tellHistory(network, some)) first.update(JSON.stringify(messages))
    for (const { messages } of tellHistory(planNetwork('test', friday), some))
      again.update(JSON.stringify(messages))
    expect(again.digest('hex')).toBe(first.digest('hex'))
  })

  it('keeps the credit identity in every interval of every machine, through rollover and clearing', () => {
    let intervals = 0
    for (const slot of network.machines) {
      const { story } = slot
      const brokenAt =
        story?.kind === 'ram-clear'
          ? story.at + 20 * 60_000
          : story?.kind === 'restored' || story?.kind === 'jumped'
            ? story.at
            : undefined
      const figures = figuresOf(bySmib.get(slot.smib?.mac ?? '') ?? [])
      figures.forEach(({ time, meters }, at) => {
        if (
          meters['0024'] !==
          ((meters['000B'] ?? 0) + (meters['0015'] ?? 0) + (meters['0017'] ?? 0)) % MODULUS
        )
          throw new Error(`${slot.serial}: total in`)
        const before = figures[at - 1]
        if (!before || time === brokenAt) return
        const d = (code: string) => ((meters[code] ?? 0) - (before.meters[code] ?? 0) + MODULUS) % MODULUS
        const credits = (meters['000C'] ?? 0) - (before.meters['000C'] ?? 0)
        const paid = d('0003') + d('0009') + d('0016') + d('0018')
        if (credits !== d('0024') + d('0001') - d('0000') - paid)
          throw new Error(`${slot.serial} at ${new Date(time).toISOString()}`)
        // Net win and cash agree: GGR = net win + change of credits.
        if (d('0024') - (paid + d('0002')) !== d('0000') - d('0001') - d('0002') + credits)
          throw new Error(`${slot.serial}: cash`)
        if (rising.some(code => d(code) > MODULUS / 10)) throw new Error(`${slot.serial}: a meter went back`)
        intervals++
      })
    }
    expect(intervals).toBeGreaterThan(570_000)
  })

  it('is believable: returns, bets, speed, nights, machines off', () => {
    let bet = 0,
      won = 0,
      games = 0,
      theory = 0,
      night = 0,
      morning = 0,
      hours = 0
    for (const slot of network.machines) {
      const figures = figuresOf(bySmib.get(slot.smib?.mac ?? '') ?? [])
      figures.forEach(({ time, meters }, at) => {
        const before = figures[at - 1]
        if (!before || slot.story) return
        const d = (code: string) => ((meters[code] ?? 0) - (before.meters[code] ?? 0) + MODULUS) % MODULUS
        const lei = (d('0000') * slot.denomination) / 100
        bet += lei
        theory += (lei * slot.theoreticalRtp) / 10_000
        won += ((d('0001') + d('0002')) * slot.denomination) / 100
        games += d('0005')
        if (time % HOUR_MS === 0) hours++
        const hour = new Date(time - HOUR_MS).getUTCHours()
        if (hour >= 17 && hour < 23) night += lei
        if (hour >= 4 && hour < 10) morning += lei
      })
    }
    expect(won / bet).toBeGreaterThan(0.91)
    expect(won / bet).toBeLessThan(0.96)
    expect(Math.abs(won / bet - theory / bet)).toBeLessThan(0.004)
    expect(bet / games).toBeGreaterThan(0.8)
    expect(bet / games).toBeLessThan(3.5)
    expect(night).toBeGreaterThan(morning * 4)
    const off = 1 - hours / (network.machines.filter(one => one.smib && !one.story).length * 60 * 24)
    expect(off).toBeGreaterThan(0.03)
    expect(off).toBeLessThan(0.08)
  })

  it('takes in 500 to 5,000 euros a slot and day, more at weekends and at the turn of the month', () => {
    const leiOf = new Map<string, number>()
    const ofDay = new Map<string, number>()
    for (const slot of network.machines) {
      if (slot.story || slot.status !== 'active') continue
      const figures = figuresOf(bySmib.get(slot.smib?.mac ?? '') ?? [])
      figures.forEach(({ time, meters }, at) => {
        const before = figures[at - 1]
        if (!before) return
        const moved = ((meters['0000'] ?? 0) - (before.meters['0000'] ?? 0) + MODULUS) % MODULUS
        const day = new Date(time - 6 * HOUR_MS).toISOString().slice(0, 10)
        const lei = (moved * slot.denomination) / 100
        leiOf.set(`${slot.index} ${day}`, (leiOf.get(`${slot.index} ${day}`) ?? 0) + lei)
        ofDay.set(day, (ofDay.get(day) ?? 0) + lei)
      })
    }
    const LEI_PER_EURO = 5
    const euros = [...leiOf.values()].map(lei => lei / LEI_PER_EURO).sort((a, b) => a - b)
    const at = (share: number) => euros[Math.floor(euros.length * share)] ?? 0
    // One slot in twenty is switched off for the day.
    expect(at(0.1)).toBeGreaterThan(400)
    expect(at(0.5)).toBeGreaterThan(700)
    expect(at(0.99)).toBeGreaterThan(3_000)
    expect(at(0.999)).toBeLessThan(7_000)
    // A Saturday and a Tuesday in the middle of the month, and the same weekday at its turn.
    const [saturday = 0, tuesday = 0, paid = 0] = ['2026-10-17', '2026-10-13', '2026-09-29'].map(day =>
      ofDay.get(day),
    )
    expect(saturday).toBeGreaterThan(tuesday * 1.3)
    expect(paid).toBeGreaterThan(tuesday * 1.08)
  })

  it('tells every handpay, and of some slots each note and ticket, and their meters agree', () => {
    const minorOf = (events: NonNullable<IngestMessage['events']>) =>
      events.reduce((sum, { data }) => sum + Number(data?.amount_minor ?? 0), 0)
    const notes: Record<string, number> = { '47': 1, '48': 5, '49': 10, '4B': 50, '4C': 100, '50': 200 }
    let handpays = 0
    let tellers = 0
    for (const slot of network.machines) {
      if (slot.story || slot.status !== 'active' || !slot.smib) continue
      const messages = bySmib.get(slot.smib.mac) ?? []
      const events = messages.flatMap(message => message.events ?? [])
      const [first, last] = [figuresOf(messages)[0]?.meters ?? {}, figuresOf(messages).at(-1)?.meters ?? {}]
      const moved = (code: string) =>
        (((last[code] ?? 0) - (first[code] ?? 0) + MODULUS) % MODULUS) * slot.denomination
      const called = events.filter(({ code }) => code === '51')
      expect(minorOf(called)).toBe(moved('0003') + moved('0002'))
      handpays += called.length
      const taken = events.filter(({ code }) => code in notes)
      if (taken.length === 0) continue
      tellers++
      expect(taken.reduce((sum, { code }) => sum + (notes[code] ?? 0) * 100, 0)).toBe(moved('000B'))
      expect(minorOf(events.filter(({ code }) => code === '3D'))).toBe(moved('0016'))
      expect(minorOf(events.filter(({ code }) => code === '68'))).toBe(moved('0015'))
    }
    expect(handpays).toBeGreaterThan(150)
    expect(tellers).toBeGreaterThan(10)
  })

  it('tells the games of a third of the slots, and together they are the slot', () => {
    let slots = 0
    for (const slot of network.machines) {
      const told = (bySmib.get(slot.smib?.mac ?? '') ?? []).filter(
        message => (message.counters?.length ?? 0) > 1,
      )
      if (told.length === 0) continue
      slots++
      for (const { counters = [] } of told) {
        const [whole, ...games] = counters
        expect(games.length).toBeGreaterThanOrEqual(2)
        expect(games.length).toBeLessThanOrEqual(5)
        for (const code of ['0000', '0001', '0002', '0005', '0006'])
          if (
            games.reduce((sum, { meters }) => sum + (meters[code] ?? 0), 0) % MODULUS !==
            whole?.meters[code]
          )
            throw new Error(`${slot.serial}: ${code}`)
      }
    }
    expect(slots).toBeGreaterThan(90)
  })

  it('holds every story', () => {
    const eventsOf = (messages: IngestMessage[], code: string) =>
      messages.flatMap(one => one.events ?? []).filter(event => event.code === code)
    const [rolled = []] = messagesOf('rollover')
    const coinIn = figuresOf(rolled).map(one => one.meters['0000'] ?? 0)
    expect(coinIn.filter((value, at) => at > 0 && value < (coinIn[at - 1] ?? 0))).toHaveLength(1)
    for (const cleared of messagesOf('ram-clear')) {
      expect(eventsOf(cleared, '7A')).toHaveLength(1)
      expect(eventsOf(cleared, '7A')[0]?.data?.reason).toBeTruthy()
      expect(figuresOf(cleared).filter(one => one.meters['0000'] === 0)).not.toHaveLength(0)
    }
    const drops = (messages: IngestMessage[]) => {
      const values = figuresOf(messages).map(one => one.meters['0000'] ?? 0)
      return values.map((value, at) => value - (values[at - 1] ?? value))
    }
    const [restored = []] = messagesOf('restored')
    expect(drops(restored).filter(one => one < 0)).toHaveLength(1)
    const [jumped = []] = messagesOf('jumped')
    expect(drops(jumped).filter(one => one >= 2 ** 23)).toHaveLength(1)
    const [silent = []] = messagesOf('board-offline')
    const pauses = silent.map((one, at) => (at > 0 ? timeOf(one) - timeOf(silent[at - 1] ?? one) : 0))
    expect(pauses.filter(one => one === 7 * DAY_MS + HOUR_MS)).toHaveLength(1)
    for (const lossy of messagesOf('gap')) {
      expect(
        lossy.filter((one, at) => at > 0 && one.message_seq_nr > (lossy[at - 1]?.message_seq_nr ?? 0) + 1),
      ).toHaveLength(1)
    }
    const [twice = []] = messagesOf('duplicate')
    expect(twice.length - new Set(twice.map(one => one.message_seq_nr)).size).toBe(1)
    const since = messagesOf('handpay-pending').map(pending => {
      const called = eventsOf(pending, '51').at(-1)?.at ?? 0
      expect(eventsOf(pending, '52').every(one => (one.at ?? 0) < called)).toBe(true)
      return (friday - called) / 60_000
    })
    expect(since).toEqual([12, 40])
    const [notes = []] = messagesOf('counterfeit')
    expect(eventsOf(notes, '2C')).toHaveLength(9)
    expect(
      new Set(network.machines.filter(one => one.cvtValidTo < '2026-12-20').map(one => one.cvtValidTo)),
    ).toEqual(new Set(['2026-11-26', '2026-12-09']))
  })

  it.each([
    ['in the first location', 0, 'B-01', 12, 5 * 60, 1_480],
    ['elsewhere', 1, 'GL-01', 40, 3 * 60, 2_750],
  ])('lets a handpay %s wait, whatever the hour, and has it paid', (_, nr, place, since, until, lei) => {
    for (const minute of [3, 20, 47]) {
      const made = Date.UTC(2026, 10, 20, 18, minute)
      const evening = planNetwork('test', made)
      const hero = evening.machines.filter(one => one.story?.kind === 'handpay-pending')[nr]
      if (!hero) throw new Error('Nobody waits')
      expect(hero.location.code).toBe(place)
      const told = [...tellHistory(evening, [hero])].flatMap(one => one.messages)
      const calls = told.flatMap(one => one.events ?? []).filter(({ code }) => code === '51' || code === '52')
      expect(calls.at(-1)).toMatchObject({ code: '51', at: made - since * 60_000 })
      const owed = told.at(-1)?.counters?.[0]?.meters['000C'] ?? 0
      expect(owed).toBeGreaterThanOrEqual(lei * 100)

      const meters = { ...emptyMeters(), credits: owed }
      const later = (from: number, to: number) => {
        const span = { start: made + from * 60_000, end: made + to * 60_000, locked: false }
        return playSpan(hero, meters, span, randomFor('later', minute))
      }
      expect(later(0, 50)).toEqual([])
      expect(meters).toMatchObject({ credits: owed, gamesPlayed: 0 })
      const paid = later(until - 10, until + 1).filter(event => event.data?.amount_minor === owed)
      expect(paid).toEqual([
        { code: '52', at: made + until * 60_000, data: { amount_minor: owed, kind: 'cancelled_credits' } },
      ])
      expect(meters.handpaidCancelled).toBeGreaterThanOrEqual(owed)
    }
  })

  it('sends nothing twice but the duplicate, and nothing out of order', () => {
    for (const [mac, messages] of bySmib) {
      const doubled = network.machines.find(one => one.smib?.mac === mac)?.story?.kind === 'duplicate'
      messages.forEach((message, at) => {
        const before = messages[at - 1]
        if (!before || (doubled && message === before)) return
        if (message.message_seq_nr <= before.message_seq_nr || timeOf(message) <= timeOf(before))
          throw new Error(`${mac} ${message.message_seq_nr}`)
        let event = before.event_seq_nr ?? 0
        for (const { event_seq_nr } of message.events ?? [])
          if (event_seq_nr !== ++event) throw new Error(`${mac} event ${event_seq_nr}`)
      })
    }
  })
})
