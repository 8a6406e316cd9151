/**
 * How large each program's heap may grow, in MB. V8 sizes itself by the machine: on a large one it would rather grow
 * than collect. These keep two programs on a small server; a smaller limit also makes V8 collect sooner. The reasons:
 * docs/decisions/memory.md.
 */
const limits = (oldSpaceMb, semiSpaceMb) => [
  `--max-old-space-size=${oldSpaceMb}`,
  `--max-semi-space-size=${semiSpaceMb}`,
]

/** By program, as arguments for node. */
export const heapOf = { backend: limits(768, 4), console: limits(512, 4) }
