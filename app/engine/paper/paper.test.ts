import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitColumns, linesOf } from './fit'
import { pagesOf, type Block } from './flow'

const widthOf = (text: string) => text.length

describe('the columns of a table on paper', () => {
  it('fill the width, and none is narrower than its longest word', () => {
    const extent = fc.record({
      least: fc.integer({ min: 1, max: 20 }),
      more: fc.integer({ min: 0, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(extent, { minLength: 1, maxLength: 25 }), found => {
        const extents = found.map(({ least, more }) => ({ least, natural: least + more }))
        const { size, widths } = fitColumns(
          extents,
          770,
          extents.map(() => 5),
        )
        expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(770)
        widths.forEach((one, at) =>
          expect(one + 1e-6).toBeGreaterThanOrEqual((extents[at]?.least ?? 0) * size + 5),
        )
        expect(size).toBeLessThanOrEqual(8)
      }),
    )
  })

  it('break text between words where they can, and lose no letter', () => {
    expect(linesOf('Bulevardul Unirii 12', 10, widthOf)).toEqual(['Bulevardul', 'Unirii 12'])
    expect(linesOf('ABCDEFGHIJKLM', 5, widthOf)).toEqual(['ABCDE', 'FGHIJ', 'KLM'])
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,30}){0,5}$/),
        fc.integer({ min: 1, max: 40 }),
        (text, width) => {
          const lines = linesOf(text, width, widthOf)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
          lines.forEach(line => expect(line.length).toBeLessThanOrEqual(width))
        },
      ),
    )
  })
})

describe('pages', () => {
  const drawn: string[] = []
  const block = (name: string, height: number, own: Partial<Block> = {}): Block => ({
    height,
    draw: top => drawn.push(`${name} ${top}`),
    ...own,
  })
  const print = (blocks: Block[]) =>
    pagesOf(blocks, 100).map(page => {
      drawn.length = 0
      page.forEach(({ top, draw }) => draw(top))
      return [...drawn]
    })

  it('repeat the header where a row begins one, and cut nothing', () => {
    const repeat = { height: 10, draw: (top: number) => drawn.push(`header ${top}`) }
    const rows = ['a', 'b', 'c', 'd'].map(name => block(name, 40, { repeat }))
    expect(print([block('header', 10, { keepsNext: true }), ...rows])).toEqual([
      ['header 0', 'a 10', 'b 50'],
      ['header 0', 'c 10', 'd 50'],
    ])
  })

  it('keep a heading with what it is of, and begin anew where told', () => {
    expect(print([block('a', 80), block('heading', 10, { keepsNext: true }), block('b', 20)])).toEqual([
      ['a 0'],
      ['heading 0', 'b 10'],
    ])
    expect(print([block('a', 10), block('b', 10, { newPage: true })])).toEqual([['a 0'], ['b 0']])
  })

  it('give what is higher than a page one of its own', () => {
    expect(print([block('a', 10), block('b', 300), block('c', 10)])).toEqual([['a 0'], ['b 0'], ['c 0']])
  })
})
