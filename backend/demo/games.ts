/**
 * The demo's part of the games registry: its release brings makers, cabinets, mixes and protocols, and here are games
 * to go with them.
 */
import { fold, foldWords } from '../platform/contract/fold'
import type { Db } from '../platform/db/database'
import { idOf, type Network } from './network'

type Table = 'manufacturers' | 'machine_types' | 'game_mixes' | 'protocols'
const tables: readonly Table[] = ['manufacturers', 'machine_types', 'game_mixes', 'protocols']

/** Id of the entry of that name; null when the registry has none. */
export async function registryEntries(db: Db): Promise<(table: Table, name: string | null) => string | null> {
  const known = new Map<string, string>()
  for (const table of tables)
    for (const { id, name_key } of await db.selectFrom(table).select(['id', 'name_key']).execute())
      known.set(`${table} ${name_key}`, id)
  return (table, name) => (name === null ? null : (known.get(`${table} ${fold(name)}`) ?? null))
}

/** Names that no maker uses: name, maker, kind, mixes, paytable, return in basis points, lines, volatility. */
const games = [
  ['Seven Carpathians', 'EGT', 'reels', ['Bell Link Boost', 'General'], 'SC96A1', 9_580, 20, 3],
  ['Golden Sheaf', 'EGT', 'reels', ['Bell Link Boost', 'Premier'], 'GS95B2', 9_510, 40, 4],
  ['Danube Bells', 'EGT', 'reels', ['General', 'Premier'], 'DB94C1', 9_450, 5, 2],
  ['Cherry Fair', 'EGT', 'reels', ['General'], 'CF93A4', 9_320, 10, 2],
  ['Amber Crown', 'Novomatic', 'reels', ['FV', 'Impera'], 'AC952X', 9_520, 10, 5],
  ['Wild Meadow', 'Novomatic', 'reels', ['FV'], 'WM941X', 9_410, 20, 3],
  ['Evening Poker', 'Novomatic', 'cards', ['Impera'], 'EP971X', 9_710, null, 2],
  ['Round Eight', 'Alfastreet', 'roulette', [], 'R8-973', 9_730, null, 1],
] as const

/** Each game with a profile and, the first ones, the settings that they are operated with. */
export async function addGames(db: Db, { seed, madeAt }: Network): Promise<void> {
  const entry = await registryEntries(db)
  const row = (id: string, name: string) => ({
    id: idOf(seed, madeAt, id),
    version: 1,
    name,
    name_key: fold(name),
    search: foldWords([name]),
    note: null,
    archived_at: null,
    created_at: madeAt,
    updated_at: madeAt,
  })
  await db
    .insertInto('games')
    .values(
      games.map(([name, maker, kind]) => ({
        ...row(`game ${name}`, name),
        manufacturer_id: entry('manufacturers', maker),
        kind,
      })),
    )
    .execute()
  const members = games.flatMap(([name, , , mixes]) =>
    mixes.flatMap(mix => {
      const mix_id = entry('game_mixes', mix)
      return mix_id === null ? [] : [{ mix_id, game_id: idOf(seed, madeAt, `game ${name}`) }]
    }),
  )
  await db.insertInto('game_mix_games').values(members).execute()
  for (const mix of new Set(members.map(({ mix_id }) => mix_id)))
    await db
      .updateTable('game_mixes')
      .set({ game_count: members.filter(({ mix_id }) => mix_id === mix).length })
      .where('id', '=', mix)
      .execute()
  await db
    .insertInto('game_profiles')
    .values(
      games.map(([name, , , , paytable_id, theoretical_rtp, lines, volatility], nr) => ({
        ...row(`profile ${name}`, `${name} ${(theoretical_rtp / 100).toFixed(1)}`),
        game_id: idOf(seed, madeAt, `game ${name}`),
        paytable_id,
        theoretical_rtp,
        lines,
        volatility,
        min_bet: lines ?? 1,
        max_bet: (lines ?? 10) * 100,
        denominations: '0.01, 0.02, 0.05, 0.10',
        progressive: nr < 2 ? 1 : 0,
        software_version: `1.${nr + 2}.0`,
        software_signature: null,
        approval_no: `RMC ${String(310 + nr * 7).padStart(4, '0')}/24`,
      })),
    )
    .execute()
  await db
    .insertInto('game_settings')
    .values(
      games.slice(0, 4).map(([name], nr) => ({
        ...row(`setting ${name}`, `${name}, 0.01 lei`),
        game_id: idOf(seed, madeAt, `game ${name}`),
        profile_id: idOf(seed, madeAt, `profile ${name}`),
        denomination_minor: 1,
        denomination_currency: 'RON',
        max_bet: 500 * (nr + 1),
        credit_limit_minor: 1_000_000,
        credit_limit_currency: 'RON',
        handpay_limit_minor: 500_000,
        handpay_limit_currency: 'RON',
        gamble: nr % 2,
        autoplay: 1,
      })),
    )
    .execute()
}
