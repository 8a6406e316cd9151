/** The newest code by which somebody shows that an address is theirs. */
interface EmailCodesTable {
  user_id: string
  address: string
  /** SHA-256; null until the e-mail is written. */
  code_hash: string | null
  asked_at: number
  expires_at: number
  /** Wrong ones. */
  attempts: number
}

/** Somebody's picture: 256 × 256, encoded here. */
interface AvatarsTable {
  user_id: string
  /** Of the picture's bytes: another picture has another address. */
  mark: string
  /** Base64. */
  webp: string
  changed_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    avatars: AvatarsTable
    email_codes: EmailCodesTable
  }
}

export {}
