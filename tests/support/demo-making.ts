/**
 * Makes the demo network of the tests, its past delivered by the backend itself. `demo-snapshot.ts` stores and copies
 * it.
 */
import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { pino } from 'pino'
import { registerAll } from '../../backend/registrations'
import { lookAtFigures, lookAtMarks } from '../../backend/accounting/anomalies/anomalies-watch.service'
import { seedRoles } from '../../backend/identity/auth/roles'
import { openDatabase } from '../../backend/platform/db/database'
import { migrate } from '../../backend/schema/migrate'
import { demoHistory } from '../../backend/demo/history.service'
import { DEMO_SEED, seedNetwork } from '../../backend/demo/seed'
import { demoSignIns } from '../../backend/identity/auth/demo-sign-ins'
import type { Deps } from '../../backend/platform/deps'
import { readEnv } from '../../backend/platform/env'
import { localBus } from '../../backend/platform/bus/bus'
import { startRunner } from '../../backend/platform/tasks/runner'
import { snapshotRow, tellingRow } from './jackpot-rows'

/** "Last week" begins up to fourteen days ago. */
const HISTORY_DAYS = 15

/** Made in `folder`, which is gone afterwards; the path of what stands next to it. */
export async function makeDemo(folder: string, secret: string): Promise<string> {
  const env = readEnv({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn', SESSION_SECRET: secret })
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
