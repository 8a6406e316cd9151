/** What the operating system knows of a running program. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The child of `parent` whose command line holds `part`. Slim images have no ps, and only Linux has /proc. */
export function childOf(parent: number, part: string): number {
  const found = existsSync('/proc/self/task')
    ? childrenOf(parent).find(pid => commandOf(pid).includes(part))
    : childByPs(parent, part)
  if (!found) throw new Error(`Process ${parent} has no child "${part}"`)
  return found
}

/** CPU milliseconds, all threads, on Linux (a tick is 10 ms: measure many requests at once). */
export const cpuOf = (pid: number): number => ticksOf(pid, 11) * 10
/** Of those that it started and that have ended. */
const cpuOfEnded = (pid: number): number => ticksOf(pid, 13) * 10

/** User and system time stand next to each other. */
function ticksOf(pid: number, field: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[field]) + Number(fields[field + 1])
}

/** As `cpuOf`, with the programs that it started, whether they still run or not. */
export function cpuWithChildren(pid: number): number {
  // One that ends meanwhile is counted among those that have ended.
  const running = childrenOf(pid).reduce(
    (sum, child) => sum + (existsSync(`/proc/${child}`) ? cpuOf(child) : 0),
    0,
  )
  return running + cpuOf(pid) + cpuOfEnded(pid)
}

/** Resident memory in MB, on Linux. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/**
 * What it adds to the machine's use, in MB, on Linux: a page that several programs share (Node's own code) counts in
 * parts.
 */
export const shareOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

function childByPs(parent: number, part: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
  return Number(lines.find(([, of, ...args]) => Number(of) === parent && args.join(' ').includes(part))?.[0])
}
