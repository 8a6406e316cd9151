/** The newest code by which somebody shows that an address is theirs. */
export interface EmailCodesTable {
  user_id: string
  address: string
  /** SHA-256; null until the e-mail is written. */
  code_hash: string | null
  asked_at: number
  expires_at: number
  /** Wrong ones. */
  attempts: number
}

export interface ProfileTables {
  email_codes: EmailCodesTable
}
