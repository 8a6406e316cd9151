import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { RenderContext } from './field'
import { linkTo } from './link-to'
import { placeTime } from './place-time'
import { several } from './several'
import { formatter } from '../../i18n/format'

const hall = { _id: 'f'.repeat(24), name: 'Titan' }
const drawn = (opens: boolean) => {
  const context = {
    format: formatter('en', 'UTC'),
    locale: 'en',
    timeZone: 'UTC',
    opens: () => opens,
  } as unknown as RenderContext
  return [
    linkTo('locations').cell(hall, context),
    several('locations').cell([hall], context),
    placeTime('zone', 'slot').cell(0, context, { zone: 'UTC', slot: hall }),
  ].map(shown => renderToStaticMarkup(<>{shown}</>))
}

it('what leads to another record is a link for whoever may open that, and plain text for others', () => {
  expect(drawn(true).every(html => html.includes(`/${hall._id}`))).toBe(true)
  expect(drawn(false).some(html => html.includes('<a '))).toBe(false)
  expect(drawn(false)[0]).toBe('Titan')
})
