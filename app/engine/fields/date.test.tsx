import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatter } from '../../i18n/format'
import { date } from './date'
import type { Field } from './field'

type Context = Parameters<Field<string>['cell']>[1]

test.each(['Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Bucharest'])(
  'a calendar date is the same day for a reader in %s',
  zone => {
    const context = { format: formatter('en', zone) } as Context
    expect(renderToStaticMarkup(<>{date().cell('2026-11-28', context)}</>)).toBe(
      '<time dateTime="2026-11-28">28/11/2026</time>',
    )
    expect(date().cell('soon', context)).toBe('soon')
  },
)
