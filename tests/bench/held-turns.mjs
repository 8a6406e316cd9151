// Loaded into a program by `--import`: for how long each turn of its event loop used the CPU. Where others share the
// cores the clock says nothing: a
// turn that is put off looks like one that is long. From SIGUSR2 on; told on its output when the program ends. Linux.
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const file = `/proc/self/task/${process.pid}/schedstat`
  const usedMs = () => Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6
  const turns = []
  let last
  const tick = () => {
    const now = usedMs()
    turns.push(now - last)
    last = now
    setTimeout(tick, 1).unref()
  }
  process.once('SIGUSR2', () => {
    last = usedMs()
    tick()
  })
  process.once('exit', () => {
    turns.sort((a, b) => a - b)
    const at = part => turns[Math.floor(turns.length * part)] ?? 0
    process.stdout.write(
      `turns ${JSON.stringify({ longest: turns.at(-1) ?? 0, ofThousand: at(0.999), ofHundred: at(0.99) })}\n`,
    )
  })
}
