import { describe, expect, test } from 'vitest'
import { eventName } from '../../app/telemetry/events/events'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { madeCodes, sasCodes } from '../../backend/telemetry/readings/sas-events'

describe('events', () => {
  test.each(locales)('of every code have a name in %s, and only these', locale => {
    const t = translator(locale)
    const unknown = (code: string) => eventName(t, code) === t('events:unknown', { code })
    expect([...sasCodes, ...madeCodes].filter(unknown)).toEqual([])
    expect(unknown('A7')).toBe(true)
  })
})
