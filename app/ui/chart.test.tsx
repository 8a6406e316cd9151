import { line } from 'd3-shape'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ColumnChart, LineChart, Sparkline, type Point } from './chart'
import { bands, fitting, fittingValues, heights, round } from './chart-scale'
import { ChartTable } from './chart-table'

const days = (values: (number | null)[]): Point[] =>
  values.map((value, index) => ({
    key: String(index),
    label: `${index + 1}/11`,
    value,
    text: String(value ?? ''),
    ...(index === values.length - 1 && { isOpen: true }),
  }))
const html = (points: Point[]) =>
  renderToStaticMarkup(
    <ColumnChart title="Net win, RON" label="Net win by day" points={points} write={String} />,
  )
const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => Number(match[1]))

describe('a column chart', () => {
  it('has a bar, a date and a value for each day, and draws an unfinished day and a loss differently', () => {
    const markup = html(days([400, -50, 0, 120]))
    expect(markup.match(/<rect/g)).toHaveLength(4)
    expect(markup.match(/class="g-bar"/g)).toHaveLength(2)
    expect(markup.match(/class="g-neg"/g)).toHaveLength(1)
    expect(markup.match(/class="g-open"/g)).toHaveLength(1)
    for (const text of ['400', '-50', '120', '1/11', '4/11', 'Net win, RON'])
      expect(markup).toContain(`>${text}<`)
    expect(markup).toContain('aria-label="Net win by day"')
  })

  it('says that a day is not known instead of drawing a zero', () => {
    const markup = html(days([null, 10, null]))
    expect(markup.match(/<rect/g)).toHaveLength(1)
    expect(markup.match(/>–</g)).toHaveLength(2)
    expect(html(days([null, null]))).not.toContain('NaN')
    expect(html([])).not.toContain('NaN')
  })

  it('keeps bars in proportion from zero and inside the picture', () => {
    const [, tall = 0, half = 0] = numbers(html(days([0, 1_000_000, 500_000])), /height="([\d.]+)"><\/rect>/g)
    expect(tall / half).toBeCloseTo(2, 1)
    const tops = numbers(html(days([7, 5, -3])), /<rect[^>]* y="([-\d.]+)"/g)
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(0)
  })

  it('stands on columns of equal width, however many there are', () => {
    for (const count of [1, 7, 14, 31, 62])
      for (let index = 0; index < count; index++)
        expect(bands(count).middle(index)).toBeCloseTo(((index + 0.5) * 100) / count, 6)
  })

  it('writes only the labels that fit, the telling ones first', () => {
    const texts = Array.from({ length: 60 }, () => '12,345')
    const shown = [...fitting(texts, 800, [30])].sort((a, b) => a - b)
    expect(shown).toContain(30)
    expect(shown.length).toBeGreaterThan(8)
    for (let at = 1; at < shown.length; at++)
      expect(((shown[at] ?? 0) - (shown[at - 1] ?? 0)) * (800 / 60)).toBeGreaterThan(6 * 6)
    expect(fitting(['1', '2', '3'], 800).size).toBe(3)
  })

  it('writes no value over a neighbour that is taller, and the outermost of a month inside the plot', () => {
    const points = days(
      Array.from({ length: 31 }, (_, index) =>
        index === 0 || index === 30 ? 20_000 : index % 2 ? 9_000 : 500,
      ),
    )
    const shown = fittingValues(
      points,
      points.map(({ text }) => text),
      300,
      heights(points, 168).y,
      true,
    )
    expect(shown).toContain(0)
    expect(shown).toContain(30)
    for (const index of shown) expect(points[index]?.value).not.toBe(500)
    const markup = html(points)
    expect(markup).toContain('text-anchor="start">20000<')
    expect(markup).toContain('text-anchor="end">20000<')
  })
})

describe('a line chart', () => {
  it('of meters begins at the lowest of them: a fall of a thousandth is seen', () => {
    const points = days([35_634_380, 35_634_900, 35_588_240, null])
    const markup = renderToStaticMarkup(
      <LineChart title="Coin in" label="Coin in" points={points} write={String} isClose />,
    )
    const path = /class="g-line" d="([^"]+)"/.exec(markup)?.[1] ?? ''
    const heights = numbers(path, /,([\d.]+)/g)
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(100)
    expect(Math.max(...numbers(markup, / y="([-\d.]+)"/g))).toBeLessThan(190)
    expect(markup).not.toContain('>0<')
  })

  it('breaks where nothing is known and shows what is usual beside it', () => {
    const points = days([1, 2, null, 4, 5]).map(point => ({ ...point, usual: 3 }))
    const markup = renderToStaticMarkup(
      <LineChart title="Online" label="Online" points={points} write={String} />,
    )
    expect(markup.match(/class="g-line" d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
    expect(markup).toContain('class="g-usual"')
  })
})

it('a trend leaves a gap where nothing is known', () => {
  const markup = renderToStaticMarkup(<Sparkline label="Hours" values={[3, null, 4, 5]} />)
  expect(markup.match(/ d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
})

it('a trend goes where d3-shape would lead it', () => {
  const oracle = line<number | null>()
    .defined(value => value !== null)
    .x((_, index) => round(1 + index * 10))
    .y(value => round(26 - (value ?? 0) * 24))
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 9, maxLength: 9 }),
      inner => {
        // From 0 to 1 and ten steps wide, whatever lies between.
        const values = [0, ...inner, 1]
        const markup = renderToStaticMarkup(<Sparkline label="Hours" values={values} width={102} />)
        expect(markup.match(/ d="([^"]*)"/)?.[1]).toBe(oracle(values))
      },
    ),
  )
})

it('a table of days carries its chart on its own columns', () => {
  const markup = renderToStaticMarkup(
    <ChartTable
      caption="Last gaming days"
      heading="November"
      columns={[
        { key: 'a', label: 'Mo 9' },
        { key: 'b', label: 'Tu 10', isOpen: true },
      ]}
      plots={[{ title: 'Coin in', label: 'Coin in', values: [3, 4], texts: ['3', '4'], write: String }]}
      rows={[{ key: 'in', label: 'Coin in', cells: [{ text: '3' }, { text: '4' }] }]}
    />,
  )
  expect(markup).toContain('<td colSpan="2">'.toLowerCase().replace('colspan', 'colSpan'))
  expect(markup).toContain('x="75%"')
  expect(markup).toContain('<th scope="row">Coin in</th><td>3</td><td class="open">4</td>')
})
