import { describe, expect, test } from 'vitest'
import { eventName } from '../../app/telemetry/events/events'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { madeCodes, sasCodes } from '../../backend/telemetry/readings/sas-events'
import { templates } from '../../backend/workflow/news/notification-templates.contract'

describe('events', () => {
  test.each(locales)('of every code have a name in %s, and only these', locale => {
    const t = translator(locale)
    const unknown = (code: string) => eventName(t, code) === t('events:unknown', { code })
    expect([...sasCodes, ...madeCodes].filter(unknown)).toEqual([])
    expect(unknown('A7')).toBe(true)
  })
})

/** A text that is not there throws. */
test.each(locales)(
  'each kind of notification has a name in %s, which the page of subscriptions reads',
  locale => {
    const t = translator(locale)
    for (const template of Object.keys(templates))
      expect(t(`subscriptions:templates.${template}`)).not.toBe('')
  },
)
