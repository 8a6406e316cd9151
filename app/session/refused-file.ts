/** Why there is no file: its address says what it cannot follow, or it would have too many rows or columns. */
const whys = {
  file_refused: { kind: 'bad-request', status: 422 },
  file_too_long: { kind: 'too-large', status: 413 },
  file_too_wide: { kind: 'too-large', status: 413 },
} as const

/** There is no file, and `lines` say why, or what to do. */
export class RefusedFile extends Error {
  readonly kind
  readonly status
  constructor(
    message: string,
    readonly lines: string[],
    readonly code: keyof typeof whys = 'file_refused',
  ) {
    super(message)
    const { kind, status } = whys[code]
    this.kind = kind
    this.status = status
  }
}
