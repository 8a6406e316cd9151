/** The entities that a subject of raw data, and what a report is narrowed to, are records of. */
import type { StreamSubject } from '../../../backend/platform/contract/stream'
import type { ResourceName } from '../../addresses/names'

/** What a report of all can be narrowed to one of. */
export type Narrowing = StreamSubject | 'manufacturer' | 'game_mix' | 'group'

export const resourceOf: Readonly<Record<StreamSubject, ResourceName>> = {
  tenant: 'tenants',
  location: 'locations',
  slot: 'slots',
  smib: 'smibs',
}

export const resourceOfNarrowing: Readonly<Record<Narrowing, ResourceName>> = {
  ...resourceOf,
  manufacturer: 'manufacturers',
  game_mix: 'game-mixes',
  group: 'slots-groups',
}
