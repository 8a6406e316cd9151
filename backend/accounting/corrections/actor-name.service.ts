import type { Actor } from '../../platform/request/actor'

export interface EditActor {
  actor: Actor
  /** The requester's name, where a second person approves the edit. */
  requestedBy?: string
}

/** An approved edit has the names of both people: the requester, who gave the reason, and the approver. */
export const actorName = ({ actor, requestedBy }: EditActor): string =>
  requestedBy === undefined ? actor.name : `${requestedBy}, ${actor.name}`
