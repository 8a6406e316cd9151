/** What a step of an alarm rule says to whom it names, in each language. */
import type { Template } from './personal-templates.contract'

export const stepTemplates = {
  rule_alarm_step: {
    severity: 'warning',
    en: '{rule}: {serial}, {location}: not acknowledged within {value}',
    ro: '{rule}: {serial}, {location}: nepreluată în {value}',
    pt: '{rule}: {serial}, {location}: não assumido em {value}',
  },
  rule_alarm_steps: {
    severity: 'warning',
    en: '{rule}: alarms not acknowledged within {value}: {count}, among them {serial}, {location}',
    ro: '{rule}: alarme nepreluate în {value}: {count}, între care {serial}, {location}',
    pt: '{rule}: alarmes não assumidos em {value}: {count}, entre eles {serial}, {location}',
  },
} as const satisfies Record<string, Template>

/** It is sent by e-mail at once to the person whom the step names, unless they have chosen otherwise. */
export const isOfStep = (template: string): boolean => Object.hasOwn(stepTemplates, template)
