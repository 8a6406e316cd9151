/** What an endpoint says of itself: path, permission, what it takes and answers. */
import type { z } from 'zod'
import { type PermissionRule } from '../contract/permissions'
import type { BodyAliases } from './body-aliases'
import type { ListTakes } from '../request/list-body'

/** 'public': nobody need sign in. 'signed-in': any user. 'ingest-token': an API token that may deliver data. */
export type Access = PermissionRule | 'public' | 'signed-in' | 'ingest-token'

export interface EndpointSpec<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` parameters. */
  path: string
  /** The specification's family, for the description's chapters. */
  family: string
  summary: string
  permission: Access
  params?: Params
  query?: Query
  body?: Body
  /** The specification's names for members of the body. */
  aliases?: BodyAliases | undefined
  /** The body is no JSON but a file: the handler gets its bytes. */
  bytes?: boolean
  /** Shape of `data`, for the description. */
  response?: z.ZodType
  /** The handler runs in one transaction, and a repeated Idempotency-Key gets the first answer. */
  write?: boolean
  /** The member of the answer that is given once and never stored: null in the answer to a repeated request. */
  oneTime?: string
  /**
   * Sent with POST because of what it asks, and changes nothing: several such may travel in one call
   * (backend/platform/reads).
   */
  reads?: boolean
  /**
   * The answer may be some seconds old, so that a replica may give it, as it may give a list: for what is looked at,
   * never for what decides something.
   */
  mayLag?: true
  /**
   * It changes something even in a sign-in whose second factor is still to be set up: it is a part of setting it up, or
   * lets nobody know or do more.
   */
  beforeFactor?: true
  /** The handler sees to a repeated Idempotency-Key itself. */
  repeatable?: boolean
  /**
   * The member of the answer that has a `version`, '' for the answer itself: it goes out as ETag, and a PUT takes
   * `If-Match`.
   */
  versioned?: string
  /** Another path of the endpoint of this name, method and path. */
  aliasOf?: string
  /** A list, and what it takes. */
  list?: ListTakes
  /** What a 200 holds, where that is no JSON in the envelope. */
  text?: { type: string; description: string }
  /** Answers other than those that every endpoint of its kind can give. */
  refuses?: readonly (401 | 409 | 413 | 429)[]
  maxBytes?: number
  /** Of a JSON body, lists and members counted through. */
  maxValues?: number
  /** Its parts are checked one by one: what PostgreSQL cannot hold is for them to refuse. */
  inParts?: true
  /** Bodies of one sender are parsed one after the other: the next once the handler has called `next`, or has ended. */
  inTurn?: boolean
}
