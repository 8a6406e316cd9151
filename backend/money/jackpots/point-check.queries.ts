import type { Db } from '../../platform/db/database'
import { commitmentOf, committedText } from './draw'
import type { PointAnswer } from './point-check.contract'

const unknown: PointAnswer = { state: 'unknown', level: null, win: null }

/** Anybody may ask: of a run that is under way the answer says only that its point is secret. */
export async function checkPoint(db: Db, hash: string): Promise<PointAnswer> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return unknown
  const win = await db
    .selectFrom('jackpot_wins as w')
    .innerJoin('jackpot_levels as l', 'l.id', 'w.level_id')
    .innerJoin('jackpots as j', 'j.id', 'w.jackpot_id')
    .select(['w.number', 'w.won_at', 'w.amount_minor', 'w.currency', 'w.run', 'w.level_id'])
    .select(['w.point_minor', 'w.point_nonce', 'l.name as level', 'j.name as jackpot'])
    .where('w.point_hash', '=', hash)
    .orderBy('w.won_at')
    .executeTakeFirst()
  if (win && win.point_minor !== null && win.point_nonce !== null) {
    const of = [win.level_id, Number(win.run), Number(win.point_minor), win.point_nonce] as const
    const currency = win.currency as 'RON'
    return {
      state: commitmentOf(...of) === hash ? 'matches' : 'differs',
      level: { jackpot: win.jackpot, level: win.level, run: Number(win.run) },
      win: {
        number: win.number,
        won_at: Number(win.won_at),
        amount: { minor: Number(win.amount_minor), currency },
        point: { minor: Number(win.point_minor), currency },
        text: committedText(...of),
      },
    }
  }
  const level = await db
    .selectFrom('jackpot_levels as l')
    .innerJoin('jackpots as j', 'j.id', 'l.jackpot_id')
    .select(['l.name as level', 'j.name as jackpot', 'l.run'])
    .where('l.point_hash', '=', hash)
    .executeTakeFirst()
  return level ? { state: 'kept', level: { ...level, run: Number(level.run) }, win: null } : unknown
}
