/** Processor time, as Linux tells it: how much of it a part of the tests took, and how much others did. */
import { readFileSync } from 'node:fs'

/**
 * Processor seconds of all programs that have ended so far; 0 where the system does not tell. Half of a part's seconds
 * on two cores: they were idle.
 */
export function spentByChildren() {
  try {
    // Fields 16 and 17 of proc(5), after the name in brackets: user and system time of waited-for children, in
    // hundredths.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

/** Processor seconds of everything on this machine so far; 0 where the system does not tell. */
export function spentByMachine() {
  try {
    // The first line of proc(5)'s stat: user, nice, system, idle, iowait, irq, softirq, steal, in hundredths.
    const fields = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .trim()
      .split(/\s+/)
      .slice(1, 9)
      .map(Number)
    const [idle, waiting] = [fields[3], fields[4]]
    return (fields.reduce((sum, one) => sum + one, 0) - idle - waiting) / 100
  } catch {
    return 0
  }
}
