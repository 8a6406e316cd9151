import { reaggregatePermission } from '../../../backend/accounting/reaggregation/reaggregation.contract'
import type { RowOf } from '../../../backend/platform/contract/contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import { isCommandable } from '../../../backend/estate/slots/protocols.contract'
import { slotsContract, tickedOrderPath } from '../../../backend/estate/slots/slots.contract'
import { pathOf } from '../../addresses/names'
import { answerCode } from './answer-code'
import { presence, slotCondition } from './condition'
import { lockState } from './lock-state'
import { defineResource } from '../../engine/definition/define-resource'
import {
  amounts,
  choice,
  date,
  lastSeen,
  linkedOnPage,
  linkTo,
  memberOf,
  mono,
  namedLink,
  reasonText,
} from '../../engine/fields'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { LockNotice } from './lock-notice'
import { slotPages } from './slot-pages'

/** Nothing can be sent to it: its protocol only reports. */
const silence = (slot: { protocol: { name: string } }) =>
  isCommandable(slot.protocol.name) ? undefined : 'no_downlink'

/** Its SMIB hears the order later. */
const away = (slot: { state: string }) =>
  slot.state === 'offline' || slot.state === 'never' ? ['offline'] : []

type Counted = Pick<RowOf<typeof slotsContract>, 'credits' | 'denomination'>
/** The value of the credits on a slot at its accounting denomination. */
const creditsWorth = ({ credits, denomination }: Counted): Money => ({
  ...denomination,
  minor: (credits ?? 0) * denomination.minor,
})

function creditsIn(rows: readonly Counted[], t: Translate, format: Format): string {
  const count = rows.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  return t('slots:totals.credits', { count, credits: format.number(count) })
}

/** "Active → Locked": what the command's page says of each slot. */
const becomes = (after: 'active' | 'locked') => ({
  reads: ['status'] as const,
  words: ({ status }: Pick<RowOf<typeof slotsContract>, 'status'>, t: Translate): string =>
    [status, after].map(one => t(`slots:status.${one}`)).join(' → '),
})

/** Of several, one in maintenance stays in its technician's hands, as with every bulk action. */
const jobOf = (action: 'lock' | 'unlock') => ({
  path: tickedOrderPath(action),
  href: (id: string) => `${pathOf('bulk')}/${id}`,
  leavesOut: ({ status }: Pick<RowOf<typeof slotsContract>, 'status'>) =>
    status === 'maintenance' ? 'maintenance' : undefined,
})

/** One sum per currency of those that have credits. */
function sumsOf(rows: readonly Counted[]): Money[] {
  const sums = new Map<Money['currency'], number>()
  for (const row of rows) {
    const { minor, currency } = creditsWorth(row)
    if (minor > 0) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  }
  return [...sums].map(([currency, minor]) => ({ minor, currency }))
}

export const slots = defineResource('slots', slotsContract, {
  title: 'serial',
  state: 'lock_state',
  fields: {
    serial: mono(),
    asset_no: mono(),
    tenant: linkedOnPage(linkTo('tenants')),
    manufacturer: linkedOnPage(namedLink('manufacturers')),
    machine_type: linkedOnPage(namedLink('machine-types')),
    game_mix: linkedOnPage(namedLink('game-mixes')),
    protocol: linkedOnPage(namedLink('protocols')),
    type_approval: mono(),
    authorisation_no: mono(),
    cvt_no: mono(),
    cvt_valid_to: date(),
    status: choice({ active: 'good', locked: 'locked', maintenance: 'warn' }),
    lock_state: lockState(),
    lock_answer_code: answerCode(),
    lock_delivery: choice({ pending: 'info', confirmed: 'good', refused: 'bad', no_answer: 'warn' }),
    state: presence(),
    last_seen_at: lastSeen('last_reading_at'),
    net_win_today: amounts(),
    door: choice<string>({ open: 'warn' }),
    group: memberOf('slots-groups'),
  },
  computed: {
    condition: slotCondition(),
    credits_worth: {
      reads: ['credits', 'denomination'],
      numeric: true,
      cell: (slot, { format }) => (slot.credits === null ? '–' : format.money(creditsWorth(slot))),
      inColumn: slots => {
        const [unit = '', ...others] = new Set(slots.map(({ denomination }) => denomination.currency))
        if (others.length > 0) return undefined
        return {
          unit,
          cell: (slot, { format }) => (slot.credits === null ? '–' : format.amount(creditsWorth(slot).minor)),
        }
      },
      csvValue: (slot, { file }) => (slot.credits === null ? '' : file.decimal(creditsWorth(slot).minor, 2)),
    },
  },
  list: {
    columns: [
      'serial',
      'location',
      'position',
      'game_mix',
      'denomination',
      'credits',
      'net_win_today',
      'condition',
      'last_seen_at',
    ],
    more: [
      'lock_state',
      'state',
      'last_reading_at',
      'door_open_at',
      'open_repairs',
      'status',
      'lock_delivery',
      'lock_ordered_at',
      'lock_ordered_by',
      'lock_answer_code',
      'tenant',
      'manufacturer',
      'asset_no',
      'smib',
      'fastest_game_ms',
      'highest_bet',
      'top_award',
      'highest_note',
    ],
    summary: ['location', 'condition', 'position', 'net_win_today'],
    filters: ['tenant', 'location', 'lock_state', 'state', 'door', 'manufacturer', 'group', 'archived'],
    quiet: ['demo', 'lock_delivery', 'status', 'machine_type', 'game_mix', 'protocol'],
    period: 'active',
    selected: [
      {
        href: '/bulk-actions/new',
        label: 'bulk:selected',
        rule: { all: ['slot::list', 'tenant::lock_unlock_multiple_slots'] },
      },
    ],
    links: [
      {
        href: '/slots-import',
        label: 'imports:titles.slots',
        rule: { any: ['slot::create', 'slot::update'] },
      },
      {
        href: '/openings-import',
        label: 'imports:titles.openings',
        rule: { all: ['slot::get', 'slot::enter_readings'] },
      },
      { href: '/slots-meters', label: 'slots-meters:title', rule: 'slot::list' },
      { href: '/slots-groups', label: 'slots-groups:title', rule: 'slot_entity_group::list' },
    ],
  },
  detail: {
    links: [
      { href: '/slot/control/:id', label: 'control:link', rule: 'slot::get' },
      { href: '/slots/:id/label', label: 'overview:label', rule: 'slot::list' },
      {
        href: '/slots/:id/manual-reading',
        label: 'days:hour.enter',
        rule: { all: ['slot::get', 'slot::enter_readings'] },
      },
      {
        href: '/reaggregate/slot/:id',
        label: 'reaggregate:link',
        rule: { all: [reaggregatePermission, 'slot::get'] },
      },
      {
        href: '/checkpoint/slot/:id/new',
        label: 'checkpoints:make.link',
        rule: { all: ['slot::enter_meters', 'slot::get_checkpoint', 'slot::get'] },
      },
    ],
    pages: slotPages,
    sections: {
      state: [
        'lock_state',
        'lock_reason',
        'lock_ordered_at',
        'lock_ordered_by',
        'lock_delivery',
        'lock_answer_code',
        'state',
        'last_seen_at',
        'open_repairs',
        'credits',
        'smib',
      ],
      identity: ['serial', 'asset_no', 'tenant', 'location', 'position'],
      machine: [
        'manufacturer',
        'machine_type',
        'game_mix',
        'denomination',
        'theoretical_rtp',
        'protocol',
        'sas_address',
      ],
      limits: ['fastest_game_ms', 'highest_bet', 'top_award', 'highest_note'],
      approvals: ['type_approval', 'authorisation_no', 'cvt_no', 'cvt_valid_to'],
      record: ['demo', 'created_at', 'updated_at', 'archived_at'],
    },
    optional: ['lock_reason', 'lock_ordered_at', 'lock_ordered_by', 'lock_delivery', 'lock_answer_code'],
    presence: 'slot',
    notice: LockNotice,
    // The timeline tells the changes too.
    trail: false,
  },
  preview: {
    columns: ['location', 'position', 'credits', 'credits_worth', 'condition'],
    totals: (rows, { t, format }) => [
      t('slots:totals.where', {
        slots: t('slots:counted', { count: rows.length }),
        locations: t('locations:counted', { count: new Set(rows.map(({ location }) => location._id)).size }),
      }),
      creditsIn(rows, t, format),
      ...sumsOf(rows).map(format.money),
    ],
  },
  form: {
    sections: {
      identity: ['serial', 'asset_no', 'location', 'position'],
      machine: [
        'manufacturer',
        'machine_type',
        'game_mix',
        'denomination',
        'theoretical_rtp',
        'protocol',
        'sas_address',
      ],
      limits: ['fastest_game_ms', 'highest_bet', 'top_award', 'highest_note'],
      approvals: ['type_approval', 'authorisation_no', 'cvt_no', 'cvt_valid_to'],
    },
  },
  actions: {
    lock: {
      tone: 'danger',
      bulk: true,
      when: slot => slot.status !== 'locked' && isCommandable(slot.protocol.name),
      why: silence,
      notes: slot => [...away(slot), ...(slot.credits ? ['credits'] : [])],
      leavable: ['credits'],
      change: becomes('locked'),
      job: jobOf('lock'),
      fields: { reason: reasonText('lock') },
    },
    unlock: {
      bulk: true,
      when: slot => slot.status === 'locked' && isCommandable(slot.protocol.name),
      why: silence,
      notes: away,
      change: becomes('active'),
      job: jobOf('unlock'),
      fields: { reason: reasonText('unlock') },
    },
  },
})
