/** What a rule says when it fires: of a few slots one notification each, of more one that says how many. */
import type { Db } from '../../platform/db/database'
import { quantityData } from '../../workflow/news/quantity.service'
import { raise, type Raised } from '../../workflow/notifications/notifications.service'
import { unitOfRule, type StoredRule } from './rule-values.queries'

/** Up to this many slots get a notification each. */
const MAX_INDIVIDUAL = 5

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
  const common = { tenantId: rule.tenant_id, severity: rule.severity }
  const details = { tenant_id: rule.tenant_id, tenant_name, alarm_rule_id: rule.id }
  const [first] = fired
  if (!first) return []
  if (fired.length > MAX_INDIVIDUAL) {
    const isOnePlace = fired.every(one => one.location_id === first.location_id)
    const place = { location_id: first.location_id, location_name: first.location_name }
    const one = await raise(
      db,
      {
        ...common,
        template: 'rule_alarm_many',
        resourceType: isOnePlace ? 'location' : 'tenant',
        resourceId: isOnePlace ? first.location_id : rule.tenant_id,
        details: { ...details, ...(isOnePlace && place) },
        data: { rule: rule.name, count: String(fired.length) },
        folds: false,
      },
      now,
    )
    return one ? [one] : []
  }
  const words = ownWords(rule)
  const raised: (Raised | null)[] = []
  for (const { slot_id, serial, location_id, location_name, value } of fired)
    raised.push(
      await raise(
        db,
        {
          ...common,
          template: 'rule_alarm',
          resourceType: 'slot',
          resourceId: slot_id,
          details: { ...details, location_id, location_name, slot_id, slot_name: serial },
          data: {
            rule: rule.name,
            serial,
            location: location_name,
            ...quantityData({ value: value ?? 0, unit: unitOfRule(rule), currency: rule.currency }),
          },
          folds: 'same-details',
          ...(words && { words }),
        },
        now,
      ),
    )
  return raised.flatMap(one => one ?? [])
}

/** The rule's own text by language; a language without one has the release's words. */
function ownWords({ text_en: en, text_ro: ro, text_pt: pt }: StoredRule): string | null {
  const words = Object.entries({ en, ro, pt }).filter(([, text]) => text !== null)
  return words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : null
}
