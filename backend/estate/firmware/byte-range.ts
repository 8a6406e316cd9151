/** `Range` of a request (RFC 9110, 14.1.2), as far as it requests one part of a file. */

export interface ByteRange {
  /** Both included. */
  from: number
  to: number
}

/** Undefined: the whole file, also for what this does not understand. Null: no byte of the file is in it. */
export function byteRange(header: string | null, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? null : { from: size - count, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? null : { from, to }
}
