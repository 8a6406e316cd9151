/** The whole demo network, drawn from a seed: pure, so that history, simulator and tests speak of the same slots. */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import { hash32, randomFor, type Random } from './random'
import { models } from './models'
import { demoLocations, demoTenants, type DemoLocation, type DemoTenant } from './places'
import { doubtsFor, handpayFor, storiesFor, type Story } from './stories'

/** Of the demo's history. */
export const HISTORY_DAYS = 60

/** How a slot is played, in credits. */
export interface Profile {
  gamesPerHour: number
  averageBet: number
  /** Smallest step of a bet. */
  step: number
  /** The players' return, 0 to 1. */
  rtp: number
  /** Standard deviation of one game's win, in bets. */
  volatility: number
  hitRate: number
  /** 1 is an average slot of an average location. */
  popularity: number
  pays: DemoLocation['pays']
  cashless: boolean
  /** Credits to the leu. */
  perLeu: number
}

export interface DemoSlot {
  /** Position in the network: what its chance is drawn by. */
  index: number
  tenant: DemoTenant
  location: DemoLocation
  tenantId: string
  locationId: string
  slotId: string
  serial: string
  assetNo: string
  manufacturer: string
  machineType: string
  gameMix: string | null
  protocol: string
  position: number
  denomination: number
  theoreticalRtp: number
  /** null: delivered, but no SMIB built in yet. */
  smib: { id: string; mac: string; firmware: string; network: string } | null
  status: 'active' | 'locked' | 'maintenance'
  lockReason: string | null
  /** Since when it is locked, or switched off for maintenance; epoch milliseconds. */
  stoppedAt: number | null
  demo: boolean
  typeApproval: string
  cvtNo: string
  /** YYYY-MM-DD */
  cvtValidTo: string
  authorisationNo: string
  profile: Profile
  story: Story | null
}

export interface Network {
  seed: string
  /** Epoch milliseconds. */
  madeAt: number
  /** The last whole hour before. */
  historyEnd: number
  historyStart: number
  tenants: (DemoTenant & { id: string })[]
  locations: (DemoLocation & { id: string; tenantId: string })[]
  machines: DemoSlot[]
  /** SMIBs on the shelf. */
  spares: { id: string; mac: string; tenantId: string; locationId: string }[]
}

/**
 * `historyDays`: how far back its history reaches; tests make do with less. Everything else is the same whatever it is.
 */
export function planNetwork(seed: string, madeAt: number, historyDays = HISTORY_DAYS): Network {
  const historyEnd = Math.floor(madeAt / HOUR_MS) * HOUR_MS
  const idFor = (name: string) => idOf(seed, madeAt, name)
  const tenants = demoTenants.map(tenant => ({ ...tenant, id: idFor(`tenant ${tenant.key}`) }))
  const locations = demoLocations.map(location => ({
    ...location,
    id: idFor(`location ${location.code}`),
    tenantId: idFor(`tenant ${location.tenant}`),
  }))
  const slots: DemoSlot[] = []
  for (const location of locations) {
    const tenant = tenants.find(one => one.key === location.tenant) ?? tenants[0]
    if (!tenant) continue
    for (let position = 1; position <= location.machines; position++) {
      slots.push(machineAt({ seed, madeAt, idFor, tenant, location, position, index: slots.length }))
    }
  }
  tell(slots, storiesFor(madeAt))
  const [first] = tenants
  // Where the demo's people look.
  tell(
    slots.filter(one => one.tenantId === first?.id),
    doubtsFor(madeAt),
  )
  tell(
    slots.filter(one => one.locationId === locations[0]?.id),
    handpayFor(madeAt),
  )
  const spares = locations.slice(0, 4).map((location, at) => ({
    id: idFor(`spare ${at}`),
    mac: macOf(seed, 1_000 + at),
    tenantId: location.tenantId,
    locationId: location.id,
  }))
  return {
    seed,
    madeAt,
    historyEnd,
    historyStart: historyEnd - historyDays * DAY_MS,
    tenants,
    locations,
    machines: slots,
    spares,
  }
}

interface Place {
  seed: string
  madeAt: number
  idFor: (name: string) => string
  tenant: DemoTenant & { id: string }
  location: DemoLocation & { id: string }
  position: number
  index: number
}

/** Its theoretical return was entered with the first two digits swapped: what it pays is far above that. */
const MISTYPED = 91

/** The theoretical return that somebody entered, in basis points. */
export function enteredReturn({ index, theoreticalRtp }: Pick<DemoSlot, 'index' | 'theoreticalRtp'>): number {
  if (index !== MISTYPED) return theoreticalRtp
  const [tens = '', units = '', ...rest] = String(theoreticalRtp)
  return Number([units, tens, ...rest].join(''))
}

/** A bank holds so many slots side by side. */
const BANK = 8

/** Of the n-th slot of a location, counted from 1: "A-01" to "A-08", then "B-01". */
export const placeInHall = (position: number): string =>
  `${String.fromCharCode(65 + Math.floor((position - 1) / BANK))}-${String(((position - 1) % BANK) + 1).padStart(2, '0')}`

function machineAt({ seed, madeAt, idFor, tenant, location, position, index }: Place): DemoSlot {
  const random = randomFor(seed, 'machine', index)
  const model = modelFor(random)
  const year = random.int(17, 25)
  const isHigh = index % HIGH_IN === 1
  const denomination = isHigh ? Math.max(HIGH_DENOMINATION, model.denomination) : model.denomination
  const profile = profileFor(random, location, denomination, isHigh)
  // The last two of the largest location were delivered this week.
  const boarded = !(index >= 28 && index < 30)
  const status = index % 97 === 61 ? 'locked' : index % 67 === 40 ? 'maintenance' : 'active'
  return {
    index,
    tenant,
    location,
    tenantId: tenant.id,
    locationId: location.id,
    slotId: idFor(`slot ${index}`),
    position,
    serial: `${model.prefix}-${String(year)}${String(10_000 + index * 31 + random.int(0, 30)).padStart(5, '0')}`,
    assetNo: String(410_000 + index * 3),
    manufacturer: model.manufacturer,
    machineType: random.pick(model.types),
    gameMix: random.pick(model.mixes),
    protocol: random.pick(['SAS 6.02', 'SAS 6.02', 'SAS 6.02', 'SAS 6.03', 'SAS 6.01']),
    denomination,
    theoreticalRtp: Math.round(profile.rtp * 10_000),
    smib: boarded
      ? {
          id: idFor(`smib ${index}`),
          mac: macOf(seed, index),
          firmware: random.pick(['2.4.1', '2.4.3', '2.4.3', '2.5.0']),
          network: random.pick(['Ethernet VLAN 20', 'Ethernet VLAN 20', 'Wi-Fi sala-smib']),
        }
      : null,
    status,
    lockReason: status === 'locked' ? 'Verificare metrologică programată' : null,
    stoppedAt: status === 'active' ? null : madeAt - random.int(8, 70) * HOUR_MS,
    demo: location.code === 'B-01' && position <= 8,
    typeApproval: `RMC ${String(random.int(11, 240)).padStart(4, '0')}/${year}`,
    cvtNo: `CVT-${String(20_000 + index * 7)}`,
    cvtValidTo: dateAfter(madeAt, random.int(40, 350)),
    authorisationNo: `A${String(24_000_000 + index * 13)}`,
    profile,
    story: null,
  }
}

/**
 * One slot in so many is played with high bets, in coarser credits: the eight digits of its meters last as long as
 * anybody's.
 */
const HIGH_IN = 3
const HIGH_DENOMINATION = 10

function profileFor(random: Random, location: DemoLocation, denomination: number, isHigh: boolean): Profile {
  const perLeu = 100 / denomination
  const gamesPerHour = random.int(300, 650)
  const popularity = location.custom * random.between(0.55, 1.05)
  // Lei; where play is brisk, bets are smaller, or the eight digits of a meter would not last the 60 days.
  const highest = isHigh ? 5 : Math.max(1, Math.min(3, 900 / (gamesPerHour * popularity)))
  const lowest = isHigh ? 1.6 : 0.8
  return {
    gamesPerHour,
    popularity,
    perLeu,
    averageBet: Math.round(random.between(lowest, highest) * perLeu),
    step: Math.max(1, perLeu / 10),
    rtp: random.int(9_100, 9_600) / 10_000,
    volatility: random.between(5, 11),
    hitRate: random.between(0.2, 0.34),
    pays: location.pays,
    cashless: location.cashless,
  }
}

function modelFor(random: Random) {
  let left = random.between(0, 100)
  for (const model of models) if ((left -= model.share) < 0) return model
  return models[0]
}

/** Each story to an ordinary slot of its own, spread over the locations. */
function tell(slots: DemoSlot[], stories: Story[]): void {
  const step = Math.floor(slots.length / (stories.length + 1))
  stories.forEach((story, at) => {
    const from = (at + 1) * step
    const hero = slots
      .slice(from)
      .find(one => one.smib && one.status === 'active' && !one.story && one.denomination === 1 && !one.demo)
    if (!hero) return
    hero.story = story
    if (story.kind === 'certificate') hero.cvtValidTo = story.validTo
  })
}

/** 24 hexadecimal characters in the kernel's layout (time, then chance), but the same for the same seed. */
export function idOf(seed: string, madeAt: number, name: string): string {
  const part = (salt: string) => hash32(`${seed}\u0001${salt}\u0001${name}`).toString(16).padStart(8, '0')
  return madeAt.toString(16).padStart(12, '0') + (part('a') + part('b')).slice(0, 12)
}

/** Locally administered, so it can never be a real SMIB's. */
const macOf = (seed: string, index: number): string =>
  `02${(hash32(seed) & 0xffffff).toString(16).padStart(6, '0')}${index.toString(16).padStart(4, '0')}`

const dateAfter = (from: number, days: number): string =>
  new Date(from + days * DAY_MS).toISOString().slice(0, 10)
