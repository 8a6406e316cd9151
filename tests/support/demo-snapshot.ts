/**
 * The demo network with its past already delivered, made once and copied by whoever needs it: waiting for a past of
 * sixty days costs a minute of both cores, copying one of fifteen takes less than a second.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import { pino } from 'pino'
import { registerAll } from '../../backend/registrations'
import { lookAtFigures, lookAtMarks } from '../../backend/accounting/anomalies/anomalies-watch.service'
import { seedRoles } from '../../backend/identity/auth/roles'
import { OFFLINE_AFTER_MS } from '../../backend/platform/contract/presence'
import { openDatabase } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { demoHistory } from '../../backend/demo/history.service'
import { isOff } from '../../backend/demo/machine'
import { planNetwork } from '../../backend/demo/network'
import { DEMO_SEED, seedNetwork } from '../../backend/demo/seed'
import { demoSignIns } from '../../backend/identity/auth/demo-sign-ins'
import type { Deps } from '../../backend/platform/deps'
import { readEnv } from '../../backend/platform/env'
import { localBus } from '../../backend/platform/bus/bus'
import { startRunner } from '../../backend/platform/tasks/runner'
import { inThisThread } from './in-this-thread'
import { snapshotRow, tellingRow } from './jackpot-rows'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const cache = path.join(root, 'node_modules/.cache/demo-snapshot')
/** "Last week" begins up to fourteen days ago. */
const HISTORY_DAYS = 15
/** "Yesterday" moves on with the clock: an older one is made again. */
const USABLE_MS = 3 * 3_600_000

/** Also the session secret of whatever runs on it: what is sealed in the database opens with no other. */
export const SNAPSHOT_SECRET = 'the demo of the tests has no other secret than this one'

/** Puts a copy into `folder` as its database; makes the original first when there is none of today's code and hours. */
export async function copyDemo(folder: string): Promise<void> {
  const file = path.join(folder, 'backend.db')
  copyFileSync(process.env.DEMO_SNAPSHOT ?? (await demoSnapshot()), file)
  await heardJustNow(file)
}

/** A test takes no longer. */
const LONGEST_TEST_MS = 10 * 60_000

/**
 * Who was online when the original was made is online now, but for those that are switched off by now or soon: they
 * would not answer.
 */
async function heardJustNow(file: string): Promise<void> {
  const { db, close } = openDatabase({ file, readers: 1, connect: inThisThread })
  const { seed, made_at: madeAt } = await db
    .selectFrom('demo_network')
    .select(['seed', 'made_at'])
    .executeTakeFirstOrThrow()
  const now = Date.now()
  const off = planNetwork(seed, madeAt).machines.filter(slot =>
    [now, now + LONGEST_TEST_MS].some(at => isOff(slot, seed, at)),
  )
  const silent = {
    slots: off.map(({ slotId }) => slotId),
    smibs: off.flatMap(({ smib }) => smib?.id ?? []),
  }
  for (const table of ['slots', 'smibs'] as const) {
    for (const [seenAt, which] of [
      [now, 'not in'],
      [madeAt - 2 * OFFLINE_AFTER_MS, 'in'],
    ] as const)
      await db
        .updateTable(table)
        .set({ last_seen_at: seenAt })
        .where('last_seen_at', '>=', madeAt - OFFLINE_AFTER_MS)
        .where('id', which, silent[table])
        .execute()
  }
  await close()
}

/**
 * Path of the original. Safe to call from several processes: each makes its own when there is none, and the last one
 * stays.
 */
export async function demoSnapshot(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const prefix = `${sourcesOf('backend').slice(0, 16)}-`
  const now = Date.now()
  for (const name of readdirSync(cache)) {
    const madeAt = Number(/-(\d+)\.db$/.exec(name)?.[1])
    if (name.startsWith(prefix) && now - madeAt < USABLE_MS) return path.join(cache, name)
    if (now - madeAt > 2 * USABLE_MS) rmSync(path.join(cache, name), { force: true })
  }
  const made = path.join(cache, `${prefix}${now}.db`)
  renameSync(await make(), made)
  return made
}

async function make(): Promise<string> {
  const folder = mkdtempSync(path.join(cache, 'making-'))
  const env = readEnv({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn', SESSION_SECRET: SNAPSHOT_SECRET })
  const { db, engine, close } = openDatabase({
    url: undefined,
    file: env.databaseFile,
    secret: env.sessionSecret,
  })
  try {
    await migrate(db)
    // No app is made here, which would have done it.
    registerAll()
    const deps: Deps = {
      db,
      engine,
      env,
      log: pino({ level: env.logLevel }),
      clock: Date.now,
      bus: localBus(),
    }
    await seedRoles(db, deps.clock())
    await seedNetwork(deps, DEMO_SEED, HISTORY_DAYS)
    const runner = startRunner(deps, [demoHistory], { pollMs: 50 })
    for (;;) {
      const states = (await db.selectFrom('tasks').select('state').execute()).map(({ state }) => state)
      if (states.includes('failed')) throw new Error('the history of the demo network failed')
      if (states.every(state => state === 'done')) break
      await pause(50)
    }
    await runner.stop()
    // As a backend that has run for a while: nothing of the past is left to be looked at.
    while ((await lookAtMarks(deps)) + (await lookAtFigures(deps)) > 0);
    await addRareRecords(db, Date.now())
    await hashCheaply(db)
  } finally {
    await close()
  }
  const made = path.join(folder, '../', `${path.basename(folder)}.db`)
  renameSync(env.databaseFile, made)
  rmSync(folder, { recursive: true, force: true })
  return made
}

/**
 * Each journey signs in: the same passwords, verified in no time. What a real hash costs is settled where it is made.
 */
async function hashCheaply(db: Deps['db']): Promise<void> {
  for (const { username, password } of demoSignIns)
    await db
      .updateTable('users')
      .set({ password_hash: await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }) })
      .where('username', '=', username)
      .execute()
}

/**
 * What a young demo has not come to: a day that was closed with a jackpot in it, and a win that a slot told and nobody
 * has matched.
 */
async function addRareRecords(db: Deps['db'], now: number): Promise<void> {
  const level = await db
    .selectFrom('jackpot_levels as l')
    .innerJoin('jackpots as j', 'j.id', 'l.jackpot_id')
    .innerJoin('users as u', 'u.tenant_id', 'l.tenant_id')
    .select(['l.id', 'l.tenant_id', 'l.jackpot_id', 'j.location_id'])
    .where('u.username', '=', 'manager')
    .where('j.location_id', 'is not', null)
    .where('j.currency', '=', 'RON')
    .orderBy('l.id')
    .executeTakeFirstOrThrow()
  const location = level.location_id ?? ''
  const { id: slot } = await db
    .selectFrom('slots')
    .select('id')
    .where('location_id', '=', location)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const of = { nr: 1, tenant: level.tenant_id, location, level: level.id, now }
  await db
    .insertInto('jackpot_snapshots')
    .values(snapshotRow({ ...of, jackpot: level.jackpot_id }))
    .execute()
  await db
    .insertInto('jackpot_tellings')
    .values(tellingRow({ ...of, slot }))
    .execute()
}

function sourcesOf(part: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(path.join(root, part), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of [...files, fileURLToPath(import.meta.url)]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
