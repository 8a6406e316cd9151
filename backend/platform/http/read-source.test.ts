import pino from 'pino'
import { expect, it } from 'vitest'
import { ANY, PRIMARY_ALONE, READ_AFTER, WRITTEN_AT } from '../contract/read-after'
import type { Replica } from '../db/replica'
import type { Deps } from '../deps'
import type { ListTakes } from '../request/list-body'
import { readSourceOf, writtenAt } from './read-source'

const [primary, copy] = [{} as Deps['db'], {} as Deps['db']]
const here = '00000000000000a0'
const replica = {
  db: copy,
  lagFor: (after: string) => (after <= here ? 1_500 : undefined),
  position: () => Promise.resolve(here),
} as unknown as Replica
const deps = { db: primary, clock: () => 100_000, replica }
const list = { list: {} as ListTakes }
const who = { rules: undefined }
const sent = (after?: string) => new Headers(after === undefined ? {} : { [READ_AFTER]: after })

it('a list or a report of somebody who says what they read after is a replica’s, of a moment ago', () => {
  for (const spec of [list, { mayLag: true as const }])
    expect(readSourceOf(deps, spec, who, sent(ANY))).toEqual({ db: copy, now: 98_500, isReplica: true })
})

it.each<[string, Parameters<typeof readSourceOf>]>([
  ['what is no list', [deps, {}, who, sent(ANY)]],
  ['whoever says nothing', [deps, list, who, sent()]],
  ['what is no position', [deps, list, who, sent('0/16')]],
  ['whoever has just written', [deps, list, who, sent('00000000000000a1')]],
  ['whose write has an unknown end', [deps, list, who, sent(PRIMARY_ALONE)]],
  ['whom rules narrow', [deps, list, { rules: [] }, sent(ANY)]],
  ['an installation without a replica', [{ ...deps, replica: undefined }, list, who, sent(ANY)]],
])('%s is answered by the primary', (_, given) => {
  expect(readSourceOf(...given)).toEqual({ db: primary, now: 100_000, isReplica: false })
})

it('a write says where it stands to whoever reads after it, and that only the primary has it where nobody knows', async () => {
  const log = pino({ level: 'silent' })
  const lost = { ...replica, position: () => Promise.reject(new Error('gone')) }
  expect(await writtenAt({ replica, log }, sent(ANY))).toEqual([WRITTEN_AT, here])
  expect(await writtenAt({ replica: lost, log }, sent(ANY))).toEqual([WRITTEN_AT, PRIMARY_ALONE])
  expect(await writtenAt({ replica, log }, sent())).toBeUndefined()
  expect(await writtenAt({ replica: undefined, log }, sent(ANY))).toBeUndefined()
})
