/**
 * How fast this machine is at this moment: a fixed piece of work of the kind that the figures are made of (text, objects, hashes). Shared machines
 * change their speed by more than half within a day; a figure in milliseconds says something only beside this one.
 */
import { createHash } from 'node:crypto'
import { median } from './report'

export function speed(): number {
  const rows = Array.from({ length: 2_000 }, (_, number) => ({ id: number.toString(16).padStart(24, '0'), serial: `EGT-${number}`, credits: number * 17, at: 1_700_000_000_000 + number }))
  const taken = Array.from({ length: 60 }, () => {
    const from = performance.now()
    const text = JSON.stringify(rows)
    const read = (JSON.parse(text) as typeof rows).filter(row => row.serial.includes('12')).sort((a, b) => b.at - a.at)
    createHash('sha256').update(text).update(read.map(row => row.id).join()).digest()
    return performance.now() - from
  })
  return median(taken)
}

console.log(`        this machine now: ${speed().toFixed(2)} ms for the reference work`)
