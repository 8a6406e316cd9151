import { expect, it } from 'vitest'
import { draw, everything } from '../../../tests/support/drawn-page'
import { commentsOn } from './comments-panel'

const id = (nr: number) => String(nr).padStart(24, '0')
const comment = (nr: number, more: object = {}) => ({
  _id: id(nr),
  about: 'slot',
  record: id(9),
  name: 'EGT-00412',
  version: 1,
  text: 'Jams since Monday',
  by: 'Olga Rusu',
  at: 1_773_219_600_000,
  edited_at: null,
  removed_at: null,
  may_change: false,
  photos: [],
  ...more,
})

it('shows one’s own with the way to change it, photos small, and of a removed one only that it was', () => {
  const { show } = commentsOn('slot')
  const page = (
    <>
      {show?.(
        {
          about: 'slot',
          record: id(9),
          name: 'EGT-00412',
          total: 140,
          comments: [
            comment(1),
            comment(2, { may_change: true, photos: [id(7)] }),
            comment(3, { text: '', removed_at: 1_773_219_600_000 }),
          ],
        },
        null,
      )}
    </>
  )
  const html = draw(page, { permissions: { ...everything, 'comment::remove': 0 } })
  expect(html).toContain('The newest 3 of 140.')
  expect(html.match(/Jams since Monday/g)).toHaveLength(2)
  expect(html).toContain('This comment was removed')
  expect(html).toMatch(/href="\/comments\/photos\/0+7"><img src="\/comments\/photos\/0+7\?size=small"/)
  const linked = (drawn: string) => [...drawn.matchAll(/href="\/comments\/(0+\d)"/g)].map(([, one]) => one)
  expect(linked(html)).toEqual([id(2)])
  // A manager finds the way to remove what others wrote, and none to what is removed.
  expect(linked(draw(page))).toEqual([id(1), id(2)])
})
