import { describe, expect, it } from 'vitest'
import { configKinds } from '../../../backend/platform/layered-settings/config.contract'
import { translator } from '../../i18n/i18n.server'
import { bySetting, wireValues } from './typed-settings'
import { resources } from '../../definitions'
import { check, specOf } from '../../engine/form/form'
import { problemText } from '../../engine/render/labels'

const { slots } = resources
const rtp = slots.fields.theoretical_rtp
/** As a page words it. */
const told = (typed: string, locale: 'en' | 'ro' | 'pt') => {
  const checked = check(specOf(slots), { theoretical_rtp: typed }, locale)
  const [problem] = (checked.status === 'success' ? null : checked.error?.theoretical_rtp) ?? []
  return problem ? problemText(translator(locale), problem, rtp, locale).replaceAll('\u00a0', ' ') : null
}

describe('a percentage', () => {
  it('has its limits told in percent, as it is typed, in each language', () => {
    expect([told('100.01', 'en'), told('100,01', 'ro'), told('100,01', 'pt')]).toEqual([
      'Must be at most 100%',
      'Trebuie să fie cel mult 100 %',
      'Não pode exceder 100%',
    ])
    expect(told('-0.5', 'en')).toBe('Must be at least 0%')
    expect([told('100', 'en'), told('95,5 %', 'ro'), told('0', 'pt')]).toEqual([null, null, null])
  })

  it('of a setting too, whoever refused it', () => {
    const config = { kind: 'fraud' } as Parameters<typeof wireValues>[0]
    const key =
      Object.values(configKinds.fraud.catalogue)
        .flat()
        .find(setting => setting.key.endsWith('rtp_high'))?.key ?? ''
    const { problems } = wireValues(config, { [key]: '99' }, new FormData(), 'en')
    expect(problems[key]).toEqual([{ code: 'too_small', params: { min: '100%' } }])
    expect(
      bySetting(config, { [`values.${key}`]: [{ code: 'too_big', params: { max: 100_000 } }] }, 'en'),
    ).toEqual({ [key]: [{ code: 'too_big', params: { max: '1,000%' } }] })
  })
})
