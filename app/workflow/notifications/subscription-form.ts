/** What the form of subscriptions sends. Everywhere: boxes; for a location: a choice of three. */
import { templateName, type Wishes } from '../../../backend/workflow/notifications/subscriptions.contract'

type Channel = 'in_app' | 'email'
export const fieldOf = (channel: Channel, template: string): string => `${channel}.${template}`

/** What counts without a choice, everywhere: in the console, not by e-mail. Only what differs is stored. */
const USUAL: Record<Channel, boolean> = { in_app: true, email: false }

export function choicesIn(form: FormData, nearer: boolean) {
  const chosen = (channel: Channel, template: string): boolean | null => {
    const value = form.get(fieldOf(channel, template))
    if (nearer) return value === '1' ? true : value === '0' ? false : null
    return (value === '1') === USUAL[channel] ? null : value === '1'
  }
  return templateName.options.map(template => ({
    template,
    in_app: chosen('in_app', template),
    email: chosen('email', template),
  }))
}

export const quietFields = ['quiet_from', 'quiet_to'] as const
export type QuietField = (typeof quietFields)[number]

/**
 * As typed, and which of the two is no time. Half of a pair would be no quiet hours, while whoever typed it wants
 * some.
 */
export function quietIn(form: FormData): { typed: Record<QuietField, string>; wrong: QuietField[] } {
  const text = (name: QuietField) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 20) : ''
  }
  const typed = { quiet_from: text('quiet_from'), quiet_to: text('quiet_to') }
  const isAny = quietFields.some(name => typed[name] !== '')
  return { typed, wrong: isAny ? quietFields.filter(name => minuteIn(typed[name]) === null) : [] }
}

export const wishesIn = (form: FormData): Wishes => ({
  quiet_from: minuteIn(form.get('quiet_from')),
  quiet_to: minuteIn(form.get('quiet_to')),
  alarms_in_quiet: form.get('alarms_in_quiet') === '1',
  escalations: form.get('escalations') === '1',
})

function minuteIn(value: FormDataEntryValue | null): number | null {
  const read = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typeof value === 'string' ? value : '')
  return read ? Number(read[1]) * 60 + Number(read[2]) : null
}

export const timeText = (minute: number | null): string =>
  minute === null
    ? ''
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
