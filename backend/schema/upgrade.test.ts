/**
 * Installations of versions that have landed, started with today's sources: nothing of them is lost, and their seals
 * hold.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { answersOf, type ListAnswer } from '../../tests/support/list-answers'
import { startUpgraded, upgradeCopies } from '../../tests/support/upgrade-copy'
import type { TestBackend } from '../../tests/support/backend'
import { locations } from '../../tests/people'
import { checkChain } from '../accounting/seals/chain.queries'

let backend: TestBackend | undefined
afterEach(() => backend?.close())

it('there is an installation to upgrade', () => {
  expect(upgradeCopies).toContain('8ed94eac')
})

describe.each(upgradeCopies)('an installation of %s', name => {
  it('shows in each list what it showed before, and goes on', { timeout: 120_000 }, async () => {
    const upgraded = await startUpgraded(name)
    ;({ backend } = upgraded)
    const { answers } = upgraded.before
    expect(answers.length).toBeGreaterThan(100)
    const after = await answersOf(backend, answers)
    expect(after.flatMap((answer, at) => differences(answers[at], answer))).toEqual([])
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true, checked: 2 })
  })
})

/** Rows that are gone or changed. Fields that came since, at any depth, are no difference. */
function differences(before: ListAnswer | undefined, after: ListAnswer): string[] {
  if (!before) return [`${after.path}: it was not there`]
  const isThere = (row: object) =>
    after.rows.some(one => JSON.stringify(asBefore(row, one)) === JSON.stringify(row))
  return [
    ...(before.total === after.total ? [] : [`${before.path}: ${after.total} rows of ${before.total}`]),
    ...before.rows.filter(row => !isThere(row)).map(row => `${before.path}: ${JSON.stringify(row)}`),
  ]
}

/** Fields that were empty and say now what could always be known: what a row of a bulk edit was to become. */
const filledSince = ['wanted']

/** What `now` has of the fields that there were before. */
function asBefore(before: unknown, now: unknown): unknown {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(before) || !isObject(now)) return now
  return Object.fromEntries(
    Object.entries(before).map(([field, value]) => [
      field,
      value === null && filledSince.includes(field) ? null : asBefore(value, now[field]),
    ]),
  )
}
