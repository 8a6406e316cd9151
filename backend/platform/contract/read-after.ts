/**
 * How new a read has to be, between whoever asks and the backend. A position is one of the primary's write-ahead log in
 * 16 hexadecimal digits, so that later ones sort behind; whoever sends none is always answered by the primary.
 */

/** Of a request: what its sender has last written, or `ANY`. */
export const READ_AFTER = 'x-read-after'
/** Of an answer to a write, for who sent the other: where it is in the log. */
export const WRITTEN_AT = 'x-written-at'

export const ANY = '0'.repeat(16)
/** Nothing but the primary will do. */
export const PRIMARY_ALONE = 'f'.repeat(16)

export const isPosition = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{16}$/.test(text)

export const laterOf = (one: string, other: string): string => (one > other ? one : other)
