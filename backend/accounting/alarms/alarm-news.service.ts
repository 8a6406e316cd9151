/** What a rule says when it fires: in each location by itself, unless it fires nearly everywhere at once. */
import type { Db } from '../../platform/db/database'
import { quantityData } from '../../workflow/news/quantity.service'
import { raise, type Raised } from '../../workflow/notifications/notifications.service'
import { raiseForSlots } from '../../workflow/notifications/slot-notifications.service'
import { unitOfRule, type StoredRule } from './rule-values.queries'

/** In more locations than this at once it is one notification, for whoever sees the whole tenant. */
const MOST_LOCATIONS = 20

export interface Fired {
  slot_id: string
  serial: string
  location_id: string
  location_name: string
  value: number | null
}

/** In the transaction that stores the alarms. Returns the notifications to announce. */
export async function raiseForAlarms(
  db: Db,
  rule: StoredRule,
  fired: readonly Fired[],
  now: number,
): Promise<Raised[]> {
  const { name: tenant_name } = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', rule.tenant_id)
    .executeTakeFirstOrThrow()
  const { tenant_id: tenantId, severity } = rule
  const data = { rule: rule.name }
  const details = { tenant_id: tenantId, tenant_name, alarm_rule_id: rule.id }
  const locations = new Set(fired.map(({ location_id }) => location_id)).size
  if (locations > MOST_LOCATIONS) {
    const one = await raise(
      db,
      {
        template: 'rule_alarm_everywhere',
        tenantId,
        severity,
        resourceType: 'tenant',
        resourceId: tenantId,
        details,
        data: { ...data, count: String(fired.length), locations: String(locations) },
        folds: false,
      },
      now,
    )
    return one ? [one] : []
  }
  const words = ownWords(rule)
  return raiseForSlots(
    db,
    fired.map(({ slot_id, serial, location_id, location_name, value }) => ({
      slotId: slot_id,
      serial,
      tenantId,
      tenantName: tenant_name,
      locationId: location_id,
      locationName: location_name,
      data: quantityData({ value: value ?? 0, unit: unitOfRule(rule), currency: rule.currency }),
    })),
    {
      one: 'rule_alarm',
      many: 'rule_alarm_many',
      data,
      details,
      severity,
      ofOne: { folds: 'same-details', ...(words && { words }) },
      ofMany: { folds: false },
    },
    now,
  )
}

/** The rule's own text by language; a language without one has the release's words. */
function ownWords({ text_en: en, text_ro: ro, text_pt: pt }: StoredRule): string | null {
  const words = Object.entries({ en, ro, pt }).filter(([, text]) => text !== null)
  return words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : null
}
