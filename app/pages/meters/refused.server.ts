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
  data({ typed, problems, failure: null, conflict: false, version, key: randomUUID() } satisfies FormState, { status: 422 })

/** `shown`: names of the form's fields; a problem of another one is told as a failure. */
export async function refusedBy(error: unknown, typed: Typed, key: string, version: number, shown: readonly string[], readNow: () => Promise<SlotMeters>) {
  const state: FormState = { typed, problems: {}, failure: null, conflict: false, version, key: randomUUID() }
  if (error instanceof ApiError && error.code === 'version_conflict') return data({ ...state, conflict: true, version: (await readNow()).version }, { status: 409 })
  const failure = failureOf(error)
  const seen = Object.keys(failure.fields).some(name => shown.includes(name))
  return data({ ...state, problems: failure.fields, failure: seen ? null : failure, ...(failure.unknown && { key }) }, { status: failure.status })
}
