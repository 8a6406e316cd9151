/** Records that the backend found, each kind by the name of its list. */
import type { SearchGroup, SearchKind } from '../../../backend/operations/search/search.contract'
import { fold } from '../../../backend/platform/contract/fold'
import { pathOf, type ResourceName } from '../../addresses/names'
import type { Translate } from '../../i18n/locales'
import type { FoundGroup } from './found-group'

const lists: Record<SearchKind, ResourceName> = {
  slot: 'slots',
  smib: 'smibs',
  location: 'locations',
  tenant: 'tenants',
  handpay: 'handpays',
  jackpot: 'jackpots',
  jackpot_level: 'jackpot-levels',
  jackpot_win: 'jackpot-history',
  payment: 'payment-transactions',
  remote_cashout: 'remote-cashout',
  player: 'players',
  user: 'users',
  daily_report: 'daily-reports',
  monthly_report: 'monthly-reports',
  game: 'games',
  game_profile: 'game-profiles',
  game_mix: 'game-mixes',
  machine_type: 'machine-types',
  manufacturer: 'manufacturers',
  display_channel: 'display-channels',
  display: 'displays',
  tenant_group: 'tenants-groups',
  location_group: 'locations-groups',
  slot_group: 'slots-groups',
  task: 'tasks',
  bulk_job: 'bulk',
}
/** Pages of one that do not stand below their list. */
const pages: Partial<Record<SearchKind, string>> = {
  daily_report: '/reports/daily-report',
  monthly_report: '/reports/monthly-report',
}
const codes: ReadonlySet<SearchKind> = new Set<SearchKind>([
  'slot',
  'smib',
  'handpay',
  'jackpot_win',
  'payment',
  'remote_cashout',
])

export function recordGroup(
  { kind, total, unlisted, rows }: SearchGroup,
  query: string,
  t: Translate,
): FoundGroup {
  const list = pathOf(lists[kind])
  return {
    key: kind,
    title: t(`${lists[kind]}:title`),
    total,
    list: total > rows.length && !unlisted ? `${list}?${new URLSearchParams({ query }).toString()}` : null,
    code: codes.has(kind),
    rows: rows.map(({ ref, name, where, amount, archived }) => ({
      href: `${pages[kind] ?? list}/${ref}`,
      name: nameOf(kind, name, t),
      where,
      amount,
      archived,
      // A slot is called by its place in the hall, too.
      exact: [name, ...(kind === 'slot' ? (where?.split(' · ') ?? []) : [])].some(
        one => fold(one) === fold(query),
      ),
    })),
  }
}

/** Work is named by a word of the console's. */
function nameOf(kind: SearchKind, name: string, t: Translate): string {
  if (kind === 'task') return t([name, 'tasks:kinds.other'])
  return kind === 'bulk_job' ? t(`bulk:action.${name}`) : name
}
