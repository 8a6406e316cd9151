/** Whoever takes a report with them finds the screen's totals in it, and its rows add up to them. */
import { readXlsx } from 'hucre/xlsx'
import { reports } from '../../app/reports.found'
import { resources } from '../../app/definitions'
import { resourceOf } from '../../app/engine/definition/subjects'
import type { Report } from '../../app/engine/definition/define-report'
import { firstRecord } from '../support/any-page'
import { expect, test, type Page } from '../support/journey'

/** As a reader writes it, or as a file has it; undefined for what is no number. */
function numberIn(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim().replaceAll(',', '').replace('−', '-')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .slice(0, -1)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}

/** A ratio's total is that of the sums; what is outstanding on a day is outstanding on the next one as well. */
const isNoSum = (head: string) => /%|^Average bet|^Outstanding at/.test(head)
/** Contributions are counted in ten-thousandths: each row is rounded by itself. */
const roundedBy = (head: string, rows: number) => (head.startsWith('Into jackpots') ? rows * 0.005 : 0)

async function addressOf(page: Page, { subject, page: own }: Report): Promise<string> {
  return subject === null
    ? `/reports/${own}`
    : `${await firstRecord(page, resources[resourceOf[subject]].path)}/${own}`
}

async function compare(page: Page, path: string, search: string): Promise<void> {
  const said = `${path}?${search}`
  await page.goto(said)
  const shown = [...page.document.querySelectorAll('main tfoot tr')].map(row =>
    [...row.children].map(cell => cell.textContent),
  )
  const [head = [], ...lines] = await csvAt(page, `${path}/export.csv?${search}`)
  // What is said under the table stands in its first column alone.
  const under = [...lines].reverse().findIndex(cells => cells.slice(1).some(Boolean))
  const split = lines.length - under - shown.length
  const [rows, totals] = [lines.slice(0, split), lines.slice(split, lines.length - under)]
  const xlsx = await page.request.get(`${path}/export.xlsx?${search}`)
  const [sheet] = (await readXlsx(await xlsx.body())).sheets
  const first = sheet?.rows.findIndex(row => row[0] === head[0]) ?? -1
  const last = sheet?.rows.slice(first + 1 + rows.length) ?? []
  for (const [nr, total] of totals.entries())
    for (const [at, name] of head.entries()) {
      const told = numberIn(total[at])
      expect(numberIn(shown[nr]?.[at]), `${said}: ${name}`).toBe(told)
      if (told === undefined) continue
      const written = Number(last[nr]?.[at])
      expect(written, `${said}: ${name}`).toBeCloseTo(name.includes('%') ? told / 100 : told, 6)
      if (shown.length > 1 || isNoSum(name)) continue
      const sum = rows.reduce((all, row) => all + (numberIn(row[at]) ?? 0), 0)
      const away = Math.max(0, Math.abs(sum - told) - roundedBy(name, rows.length))
      expect(away, `${said}: ${name} adds up to ${sum}`).toBeCloseTo(0, 4)
    }
  const [names = [], ...forPrograms] = await csvAt(page, `${path}/export.csv?${search}&format=machine`)
  const programs = forPrograms.filter(cells => cells[names.indexOf('line')] === 'total')
  const measures = programs.map(cells => cells.slice(0, names.indexOf('hours_known')))
  expect(measures.map(numbersOf), said).toEqual(totals.map(numbersOf))
}

async function csvAt(page: Page, address: string): Promise<string[][]> {
  const answer = await page.request.get(address)
  expect(answer.status(), address).toBe(200)
  return (await answer.text()).replace('\uFEFF', '').trim().split('\r\n').map(cellsOf)
}

/** Both files have their measures in the same order. */
const numbersOf = (cells: readonly string[]) => cells.map(numberIn).filter(value => value !== undefined)

test.describe('a file has the totals of the screen, of a day and of a month', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('auditor'))

  test.for(reports.map(report => [report.name, report] as const))('%s', async ([, report], { page }) => {
    const path = await addressOf(page, report)
    const all = Object.keys(report.figures).length > 0 ? ['figures=all'] : []
    const periods = report.period === null ? [''] : ['timeRange=yesterday', 'timeRange=this+month']
    for (const by of report.groupBy)
      for (const period of periods)
        await compare(page, path, [`by=${by}`, period, ...all].filter(Boolean).join('&'))
  })
})
