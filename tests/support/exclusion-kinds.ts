/** The pages of player exclusion. The demo has people, one of them excluded and one blacklisted. */
import { firstRecord, type AnyPage } from './any-page'

export const exclusionKinds = [
  'door choice',
  'door',
  'players',
  'new player',
  'player',
  'player file',
  'player pictures',
  'self-exclusions',
  'self-exclusion',
  'blacklists',
  'blacklist',
  'new self-exclusion',
  'exclusion import',
] as const

const PLAYERS = '/player-exclusion/players'

export async function exclusionPages(page: AnyPage, location: string) {
  const player = await firstRecord(page, PLAYERS)
  return [
    { name: 'door choice', path: '/player-exclusion/door' },
    { name: 'door', path: `/player-exclusion/door?location=${location}` },
    { name: 'players', path: PLAYERS },
    { name: 'new player', path: `${PLAYERS}/new` },
    { name: 'player', path: player },
    { name: 'player file', path: `${player}/file` },
    { name: 'player pictures', path: `${player}/pictures` },
    { name: 'self-exclusions', path: '/player-exclusion/self-exclusions' },
    { name: 'self-exclusion', path: await firstRecord(page, '/player-exclusion/self-exclusions') },
    { name: 'blacklists', path: '/player-exclusion/blacklists' },
    { name: 'blacklist', path: await firstRecord(page, '/player-exclusion/blacklists') },
    { name: 'new self-exclusion', path: '/player-exclusion/self-exclusions/new' },
    { name: 'exclusion import', path: '/player-exclusion/self-exclusions-import' },
  ] as const
}
