/** One line a figure; a missed limit makes the run fail. */
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const results = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../test-results')

export interface Figure {
  name: string
  value: number
  unit: string
  limit: number
  /** Throughput has to reach its limit, everything else stays under it. */
  atLeast?: boolean
}

export function report(figure: Figure): void {
  const { name, value, unit, limit, atLeast = false } = figure
  const met = atLeast ? value >= limit : value <= limit
  if (!met) process.exitCode = 1
  console.log(
    `${met ? 'met   ' : 'MISSED'}  ${name}: ${rounded(value)} ${unit} (${atLeast ? '≥' : '≤'} ${limit.toLocaleString('en')})`,
  )
  mkdirSync(results, { recursive: true })
  appendFileSync(
    path.join(results, 'bench.jsonl'),
    `${JSON.stringify({ ...figure, value: Number(value.toPrecision(4)), met })}\n`,
  )
}

const rounded = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Median of the wall time of one call, milliseconds, after it is warm. */
export async function timeOf(task: () => Promise<unknown>, times = 40): Promise<number> {
  for (let warm = 0; warm < 40; warm++) await task()
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const from = performance.now()
    await task()
    taken.push(performance.now() - from)
  }
  return median(taken)
}
