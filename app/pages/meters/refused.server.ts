/** Why a meter form was not taken, with everything that was typed. */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import type { FieldProblem } from '../../../backend/contract/problem'
import { ApiError } from '../../api/api-error'
import { failureOf } from '../../engine/failure.server'
import type { SlotMeters } from '../../../backend/meters/meters.contract'
import type { FormState } from './meter-form'

type Typed = Record<string, string>

export const refusedHere = (typed: Typed, problems: Record<string, FieldProblem[]>, version: number) =>
  data({ typed, problems, failure: null, conflict: false, version, key: randomUUID() } satisfies FormState, {
    status: 422,
  })

interface Now {
  readNow: () => Promise<SlotMeters>
  /** What stands now, as texts of the form; fields that a choice makes no sense for are left out. */
  shownAs: (meters: SlotMeters) => Typed
}

/** `shown`: names of the form's fields; a problem of another one is told as a failure. */
export async function refusedBy(
  error: unknown,
  typed: Typed,
  key: string,
  version: number,
  shown: readonly string[],
  { readNow, shownAs }: Now,
) {
  const state: FormState = { typed, problems: {}, failure: null, conflict: false, version, key: randomUUID() }
  if (error instanceof ApiError && error.code === 'version_conflict') {
    const now = await readNow()
    return data({ ...state, conflict: true, version: now.version, theirs: shownAs(now) }, { status: 409 })
  }
  const failure = failureOf(error)
  const seen = Object.keys(failure.fields).some(name => shown.includes(name))
  return data(
    { ...state, problems: failure.fields, failure: seen ? null : failure, ...(failure.unknown && { key }) },
    { status: failure.status },
  )
}
