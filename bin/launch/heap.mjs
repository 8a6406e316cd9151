/**
 * What each program's heap is started with. V8 sizes it by the machine: on a large one it would rather grow than collect. These keep two programs on a
 * small server; a heap that needs more still gets it, up to the old-space limit. What was measured of all this: docs/decisions/memory.md.
 */
const limits = (oldSpaceMb, semiSpaceMb) => [
  // It is looked through when there is 30 % more of it than the last time.
  '--heap-growing-percent=30',
  // A small young generation is collected by the thread that fills it: waking four others for a millisecond's work costs more than they take off it.
  '--no-parallel-scavenge',
  // Where what a piece of code made at the start has stayed, V8 puts what it makes later among what stays, too: each
  // query then, of which nothing stays.
  '--no-allocation-site-pretenuring',
  `--max-semi-space-size=${semiSpaceMb}`,
  `--max-old-space-size=${oldSpaceMb}`,
]

// What survives is moved together each time all of it is looked through: by itself V8 leaves holes, a quarter of the backend's old space. Not while
// rows wait to be written (backend/platform/process/compaction.ts). The console's holes are 14 MB, and moving was a tenth of what its pages cost.
const together = '--compact-on-every-full-gc'

/** By program, as arguments for node. */
export const heapOf = { backend: [together, ...limits(768, 4)], console: limits(512, 4) }
