/**
 * Whose id an endpoint's path takes: the first row of the list that the same module has, or somebody of the small
 * network.
 */
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import { locations, slots, smibs, tenants } from '../people'
import type { FullLists } from './full-lists'

const s = (name: string) => `${name.replaceAll('_', '-')}${name.endsWith('x') ? 'es' : 's'}`

/** Tried in this order; the first group of a pattern names the kind of record. */
const LISTS: [RegExp, string | ((kind: string) => string)][] = [
  [/\/(?:send-verification|verify)-code\/:id/, '/api/users/v1/users'],
  [/\/users\/v1\/(?:avatar|delete)\/:id/, '/api/users/v1/users'],
  [/\/users\/v1\/user\/:id\/(?:rights|sessions)/, '/api/users/v1/users'],
  [/\/users\/v1\/(?:uses\/)?([a-z-]+)\/:id$/, kind => `/api/users/v1/${s(kind)}`],
  [/\/games-registry\/v1\/(?:\w+\/)?(\w+)\/:id/, kind => `/api/games-registry/v1/${s(kind)}`],
  [
    /\/player-exclusion-processor\/v1\/([\w-]+)\/:id/,
    kind => `/api/player-exclusion-processor/v1/${s(kind)}`,
  ],
  [
    /\/(tenant|location|slot)\/(?:get|update)-entity-group/,
    kind => `/api/configuration/v1/${kind}/list-entity-groups`,
  ],
  [/\/group\/(tenant|location|slot)\//, kind => `/api/configuration/v1/${kind}/list-entity-groups`],
  [/get-entity-group/, '/api/configuration/v1/slot/list-entity-groups'],
  [/aggregation-rule/, '/api/configuration/v1/aggregation-rules'],
  [/api-token/, '/api/authorization/v1/api-tokens'],
  [/meter-sheet-entry\//, '/api/settings/v1/meter-sheet-entries'],
  [
    /\/webhooks\/v1\/(?:\w+\/)?(webhook(?:-delivery)?)\/:id/,
    kind => `/api/webhooks/v1/${kind === 'webhook' ? 'webhooks' : 'webhook-deliveries'}`,
  ],
  [/\/notification-channel\//, '/api/webhooks/v1/notification-channels'],
  [/\/inspection\//, '/api/inspections/v1/inspections'],
  [/\/reopening\//, '/api/fiscal-reports/v1/reopenings'],
  [/\/approvals\/v1\//, '/api/approvals/v1/approvals'],
  [/share-link/, '/api/sharing/v1/share-links'],
  [/report-(schedule|sending)\//, kind => `/api/report-schedules/v1/report-${kind}s`],
  [/transaction-log-entry/, '/api/payment-transactions-processor/v1/transaction-log'],
  [
    /payment-transactions-processor\/v1\/transaction\//,
    '/api/payment-transactions-processor/v1/transactions',
  ],
  [/okto-processor\/v1\/(?:\w+\/)?merchant/, '/api/okto-processor/v1/merchants'],
  [/remote-cashout/, '/api/remote-cashout/v1/list'],
  [/\/jackpot-snapshot\/v1\/checkpoint\/:id/, '/api/jackpot-snapshot/v1/checkpoints'],
  [/\/jackpot-manager\/v1\/(?:\w+\/)?(jackpot[a-z-]*)\/:id/, kind => `/api/jackpot-manager/v1/${kind}s`],
  [
    /\/display-channels\/v1\/(?:display-channel|hall-preview|(?:\w+\/)*display-channel)\/:id/,
    '/api/display-channels/v1/display-channels',
  ],
  [/\/display-channels\/v1\//, '/api/display-channels/v1/displays'],
  [/\/checkpoints\/v1\/checkpoint\/:id/, '/api/checkpoints/v1/checkpoints'],
  [/\/(daily|monthly)-report\//, kind => `/api/fiscal-reports/v1/${kind}-reports`],
  [/collector-checkpoint/, '/api/fiscal-reports/v1/collector-checkpoints'],
  [/\/handpay\//, '/api/slotcontrol/v1/handpays'],
  [/\/custom-field\//, '/api/configuration/v1/custom-fields'],
  [/\/firmware-(version|rollout|board)\//, kind => `/api/configuration/v1/firmware-${kind}s`],
  [/\/rawdata\/v1\/firmware\//, '/api/slotcontrol/v1/commands'],
  [/\/work-order\//, '/api/configuration/v1/work-orders'],
  [/\/open-work\/v1\//, '/api/open-work/v1/mine'],
  [/\/shift-handover\//, '/api/shift-handovers/v1/shift-handovers'],
  [/\/repairs\/v1\//, '/api/repairs/v1/repairs'],
  [/\/event\/:id\/message/, '/api/rawdata/v1/events'],
  [/message-edit/, '/api/rawdata/v1/message-edits'],
  [/manual-reading/, '/api/rawdata/v1/manual-readings'],
  [/ignored-message/, '/api/rawdata/v1/ignored-messages'],
  [/\/(alarm-rule|alarm-step|on-call-order)\//, kind => `/api/alarms/v1/${kind}s`],
  [/\/alarms\/v1\//, '/api/alarms/v1/alarms'],
  [/\/anomalies\/v1\//, '/api/anomalies/v1/anomalies'],
  [/\/mail\/v1\//, '/api/mail/v1/mails'],
  [/audit/, '/api/audit/v1/entries'],
  [/tasks/, '/api/tasks/v1/current'],
  [/imports/, '/api/imports/v1/imports'],
  [/dataexport/, '/api/dataexport/v1/list'],
]

export async function idFor(full: FullLists, path: string): Promise<string | undefined> {
  const [, commented] = /\/comments\/v1\/(comment|photo)\//.exec(path) ?? []
  if (commented) {
    const { body } = await full.ask(
      `/api/comments/v1/comments?about=slot&record=${slots.bellLink.id}`,
      undefined,
      'GET',
    )
    const [comment] = body.data.comments as { _id: string; photos: string[] }[]
    return commented === 'photo' ? comment?.photos[0] : comment?._id
  }
  for (const [pattern, list] of LISTS) {
    const found = pattern.exec(path)
    if (!found) continue
    const answer = await full.ask(typeof list === 'string' ? list : list(found[1] ?? ''), { rowsPerPage: 1 })
    return answer.body.data.rows[0]?._id as string | undefined
  }
  if (path.includes('/:template')) return 'door_open'
  if (path.includes('/general-settings/system')) return SYSTEM_TENANT
  if (path.includes('/:page')) return 'slots'
  if (/tenant/.test(path)) return tenants.carpathia.id
  if (/location/.test(path)) return locations.cluj.id
  return /smib/.test(path) && !/slot\/status/.test(path) ? smibs.bellLink.id : slots.bellLink.id
}
