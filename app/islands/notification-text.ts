/**
 * How one notification reads, with every fallback of the specification's section 8. Shared by the bell and by the page
 * without JavaScript.
 */

/** As the backend sends it; anything may be missing, because templates and senders change over years. */
export interface RealTimeNotification {
  id: string
  confirmed?: boolean | null
  seen?: boolean | null
  resource_type?: string | null
  resource_details?: Partial<Record<string, string | null>> | null
  /** Template text by language code. */
  content?: Partial<Record<string, string | null>> | null
  /** The template's values. */
  data?: Record<string, unknown> | null
  /** UTC epoch milliseconds. */
  timestamp?: number | null
  severity?: string | null
  category?: string | null
}

export interface NotificationWords {
  unknownType: string
  missingContent: string
}

/** The number on the bell; nobody reads three digits there. */
export const bellCount = (count: number): string => (count > 99 ? '99+' : count > 0 ? String(count) : '')

export interface NotificationText {
  /** What it is about: "EGT-00412 · Cluj 1". */
  subject: string
  /** The page of what it is about. */
  href: string | null
  text: string
}

const subjects: Record<string, { names: readonly string[]; id: string; path: string }> = {
  slot: { names: ['slot_name', 'location_name'], id: 'slot_id', path: '/slots/' },
  location: { names: ['location_name', 'tenant_name'], id: 'location_id', path: '/locations/' },
  tenant: { names: ['tenant_name'], id: 'tenant_id', path: '/tenants/' },
  user: { names: ['user_name'], id: 'user_id', path: '/acl/users/' },
  player: { names: ['player_name', 'location_name'], id: 'player_id', path: '/player-exclusion/players/' },
}

/** Records that a person's own notification is about. */
const records: Readonly<Record<string, string>> = {
  slot: '/slots/',
  anomaly: '/anomalies/',
  repair: '/repairs/',
  'collector-checkpoint': '/reports/collector-checkpoints/',
  'work-order': '/operations/work-orders/',
  'alarm-rule': '/alarms?state=open&rule=',
}

const isId = (id: string | null | undefined): id is string => !!id && /^[0-9a-f]{24}$/.test(id)

/** Null when type or details are missing: such a notification shows nothing. */
export function notificationText(
  notification: RealTimeNotification,
  locale: string,
  words: NotificationWords,
): NotificationText | null {
  const { resource_type: type, resource_details: details, content, data } = notification
  if (!type || !details) return null
  const about = Object.hasOwn(subjects, type) ? subjects[type] : undefined
  const template = content?.[locale] || content?.en
  const text = template ? filled(template, data ?? {}) : words.missingContent
  if (!about) return { subject: words.unknownType, href: null, text }
  const id = details[about.id]
  // What asks for an answer leads to where it is given.
  const { approval_id: request, alarm_rule_id: rule, about_id: record, about_kind: kind } = details
  const list = kind && Object.hasOwn(records, kind) ? records[kind] : undefined
  return {
    subject: about.names
      .map(name => details[name])
      .filter(Boolean)
      .join(' · '),
    href: isId(request)
      ? `/approvals/${request}`
      : list && isId(record)
        ? list + record
        : isId(rule) && type !== 'slot'
          ? `/alarms?state=open&rule=${rule}`
          : isId(id)
            ? about.path + id
            : null,
    text,
  }
}

/** `{{name}}` by its value; a value that is not there leaves a dash, not a hole. */
function filled(template: string, data: Record<string, unknown>): string {
  return template.replace(/\{\{?\s*([\w.]+)\s*\}?\}/g, (_, name: string) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
  })
}
