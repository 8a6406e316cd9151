/**
 * Sealed documents, one chain of hashes a location, and the keys that signed them. Nothing here is ever changed but a
 * key's private half, which ends.
 */
export interface SealKeysTable {
  /** 1 for the first. */
  seq: number
  id: string
  /** SubjectPublicKeyInfo, DER, base64url. */
  public_key: string
  /** The private half under the installation's secret; null once another key took its place. */
  sealed: string | null
  created_at: number
  /** JSON: `KeyChange`; null for the first key. */
  change: string | null
  /** Of `change`, by the key before; null where that was lost. */
  old_signature: string | null
  new_signature: string | null
}

export interface SealsTable {
  id: string
  tenant_id: string
  location_id: string
  number: number
  kind: string
  period: string
  /** '' without one. */
  currency: string
  revision: number
  /** Documents that replace each other, and their re-openings, have the same. */
  subject: string
  sealed_at: number
  code: string
  hash: string
  signature: string
  /** What the QR code holds. */
  paper: string
  key_id: string
  /** Canonical JSON: what was hashed and signed. */
  body: string
}

/** The end of a location's chain. */
export interface SealHeadsTable {
  location_id: string
  tenant_id: string
  number: number
  hash: string
  sealed_at: number
  key_id: string
  /** JSON: the perpetual totals so far. */
  perpetual: string
}

/** Files that were handed out of a sealed document: an altered one is not among them. */
interface SealFilesTable {
  sha256: string
  seal_id: string
  /** json, pdf, xlsx, csv. */
  format: string
  issued_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    seal_keys: SealKeysTable
    seals: SealsTable
    seal_heads: SealHeadsTable
    seal_files: SealFilesTable
  }
}
