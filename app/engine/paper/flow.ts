/** Which page each part of a document stands on: none is cut, and what belongs together stays together. */

export interface Block {
  height: number
  draw: (top: number) => void
  /** Of a table's row: of its highest cell. */
  lines?: number
  /** Not the last of its page: a heading, a row before the sums. */
  keepsNext?: boolean
  /** Begins a page. */
  newPage?: boolean
  /** Drawn above it where it begins a page. */
  repeat?: { height: number; draw: (top: number) => void }
}

export interface Placed {
  top: number
  draw: (top: number) => void
}

/** A block that is higher than a page stands on one of its own. */
export function pagesOf(blocks: readonly Block[], room: number): Placed[][] {
  const pages: Placed[][] = []
  let page: Placed[] = []
  let used = 0
  const turn = () => {
    if (page.length > 0) pages.push(page)
    page = []
    used = 0
  }
  let heldUntil = -1
  blocks.forEach((block, at) => {
    if (block.newPage) turn()
    if (at > heldUntil) {
      const together = chain(blocks, at)
      heldUntil = at + together.length - 1
      const height = together.reduce((total, one) => total + one.height, 0)
      if (used > 0 && used + height > room) turn()
    }
    if (used > 0 && used + block.height > room) turn()
    if (used === 0 && block.repeat) {
      page.push({ top: 0, draw: block.repeat.draw })
      used = block.repeat.height
    }
    page.push({ top: used, draw: block.draw })
    used += block.height
  })
  turn()
  return pages
}

/** What has to stay with the block at `at`, itself first. */
function chain(blocks: readonly Block[], at: number): Block[] {
  const found: Block[] = []
  for (let next = at; next < blocks.length; next++) {
    const block = blocks[next]
    if (!block) break
    found.push(block)
    if (!block.keepsNext) break
  }
  return found
}
