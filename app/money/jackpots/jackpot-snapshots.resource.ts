import { jackpotSnapshotsContract } from '../../../backend/money/jackpots/snapshots.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, linkTo } from '../../engine/fields'

/** Each level at the close of each day, and whether that agrees with the day before and the day's jackpot report. */
export const jackpotSnapshots = defineResource('jackpot-snapshots', jackpotSnapshotsContract, {
  title: 'day',
  state: 'verdict',
  fields: {
    level: linkTo('jackpot-levels'),
    state: choice({ running: 'good', hit: 'warn' }),
    verdict: choice({ matches: 'good', differs: 'warn', unknown: 'muted' }),
  },
  list: {
    columns: ['day', 'location', 'jackpot', 'level', 'value', 'added', 'wins', 'contributed', 'verdict'],
    more: [
      'tenant',
      'timestamp',
      'revision',
      'state',
      'run',
      'kept',
      'added_hidden',
      'won',
      'difference',
      'created_at',
      'updated_at',
    ],
    summary: ['location', 'level', 'value'],
    filters: ['tenant', 'location', 'jackpot', 'level'],
    quiet: ['day'],
    sort: '-timestamp',
  },
  detail: {
    sections: {
      level: ['jackpot', 'level', 'location', 'day', 'timestamp', 'state', 'run', 'value', 'kept'],
      day: ['added', 'added_hidden', 'wins', 'won'],
      check: ['contributed', 'verdict', 'difference', 'revision'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
})
