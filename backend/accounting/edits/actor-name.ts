import type { Actor } from '../../platform/http/actor'

export interface Doer {
  actor: Actor
  /** Where a second person does what somebody asked for. */
  askedBy?: string
}

/** Two people stand behind what one asked for, with the reason, and the other approved. */
export const byWhom = ({ actor, askedBy }: Doer): string =>
  askedBy === undefined ? actor.name : `${askedBy}, ${actor.name}`
