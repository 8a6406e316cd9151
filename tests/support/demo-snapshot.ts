/**
 * The demo network with its past already delivered, made once and copied by whoever needs it: waiting for a past of
 * sixty days costs a minute of both cores, copying one of fifteen takes less than a second.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { OFFLINE_AFTER_MS } from '../../backend/platform/contract/presence'
import { openDatabase } from '../../backend/platform/db/database'
import { isOff } from '../../backend/demo/machine'
import { planNetwork } from '../../backend/demo/network'
import { inThisThread } from './in-this-thread'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const cache = path.join(root, 'node_modules/.cache/demo-snapshot')
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
  // The whole backend makes it. A browser's tests translate what they import, and mostly find one that is made.
  const { makeDemo } = await import('./demo-making')
  const made = path.join(cache, `${prefix}${now}.db`)
  renameSync(await makeDemo(mkdtempSync(path.join(cache, 'making-')), SNAPSHOT_SECRET), made)
  return made
}

function sourcesOf(part: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(path.join(root, part), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
  const made = fileURLToPath(new URL('./demo-making.ts', import.meta.url))
  for (const file of [...files, made]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
