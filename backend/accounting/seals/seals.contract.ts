/**
 * What the public check of a sealed document asks and answers, the public keys, and a location's chain as it is handed
 * out.
 */
import { z } from 'zod'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id, instant, sentence } from '../../platform/contract/primitives'

export const documentKind = z.enum(['daily', 'monthly', 'daily_jackpot', 'monthly_jackpot'])
export type DocumentKind = z.infer<typeof documentKind>
/** With what stands in a chain between documents. */
export const sealKind = z.enum([...documentKind.options, 'reopening', 'key_change'])

/**
 * Put into the keywords of a PDF and a workbook and under the rows of a CSV, so that an altered file is distinguished
 * from an unrelated one.
 */
export const fileMark = (shownCode: string): string => `slot-seal:${shownCode}`

export const issuedPath = '/api/seals/v1/issued'
export const issuedFormat = z.enum(['pdf', 'xlsx', 'csv'])
/** A file that the console has written and is about to hand out. */
export const issuedInput = z.strictObject({
  code: z.string().max(40),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Said for whoever reads the register; its bytes are what counts. */
  format: issuedFormat.default('pdf'),
  /** `issuedProof`. */
  proof: z.string().max(64),
})

export const verifyPath = '/api/seals/v1/verify'
export const keysPath = '/api/seals/v1/keys'
export const chainPath = '/api/seals/v1/location/:id/chain'
export const checkPath = '/api/seals/v1/location/:id/check'
export const replaceKeyPath = '/api/seals/v1/key/replace'

/** A month's PDF has some 6 MB. */
export const MAX_VERIFY_BYTES = 8 * 1024 * 1024

/** One of both. */
export const verifyQuery = z.object({
  /** Of the paper: 12 letters and digits, with or without dashes. */
  code: z.string().max(40).optional(),
  /** What the paper's QR code holds. */
  qr: z.string().max(2_000).optional(),
})

export const verifyState = z.enum(['genuine', 'superseded', 'altered', 'unknown'])
/**
 * Why nothing is known: never sealed here; sealed under a key of somebody else; signed by us, and not in the register,
 * as after a backup was restored.
 */
export const unknownReason = z.enum(['not_found', 'foreign_key', 'not_in_register', 'no_code'])

export const verifiedSeal = z.object({
  kind: sealKind,
  location: z.string(),
  /** YYYY-MM-DD or YYYY-MM. */
  period: z.string(),
  currency: z.string().nullable(),
  revision: z.number().int(),
  /** In the location's chain, gapless over all kinds. */
  number: z.number().int(),
  code: z.string(),
  sealed_at: instant,
  /** As they stand on the paper. */
  signature_characters: z.string(),
  /** Minor units. */
  totals: z.array(z.object({ name: z.string(), minor: z.number().int() })),
  /** What took its place; null while it stands. `revision` is null when it was only re-opened. */
  superseded: z
    .object({ number: z.number().int(), revision: z.number().int().nullable(), sealed_at: instant })
    .nullable(),
})

/** As it is printed on the document itself. `paper` is behind the QR code's `/verify?qr=`. */
export const paperSeal = z.object({
  number: z.number().int(),
  code: z.string(),
  /** Characters 1, 11, 21 and 31 of the signature. */
  characters: z.string(),
  paper: z.string(),
  /** Its sealed JSON, as it was handed out when it was sealed: what is attached to a PDF. */
  file: z.string(),
  sealed_at: instant,
})
export type PaperSeal = z.infer<typeof paperSeal>

export const verifyAnswer = z.object({
  state: verifyState,
  reason: unknownReason.nullable(),
  /** Of a genuine or superseded document. */
  seal: verifiedSeal.nullable(),
})
export type VerifyAnswer = z.infer<typeof verifyAnswer>

export const publicKeyRow = z.object({
  id: z.string(),
  public_key: z.string().meta({ description: 'Ed25519, SubjectPublicKeyInfo (DER), base64url' }),
  change: z.string().nullable().meta({ description: 'JSON: what both keys signed when this one took over' }),
  old_signature: z.string().nullable(),
  new_signature: z.string().nullable(),
})
export const keysAnswer = z.object({ format: z.string(), keys: z.array(publicKeyRow) })

export const chainAnswer = z.object({
  format: z.string(),
  keys: z.array(publicKeyRow),
  location: z.object({ _id: id, code: z.string(), name: z.string() }),
  links: z.array(
    z.object({
      number: z.number().int(),
      hash: z.string(),
      code: z.string(),
      signature: z.string(),
      body: z.string(),
    }),
  ),
  /** Of the number to go on after; null at the end. */
  next: z.number().int().nullable(),
})
export const checkAnswer = z.object({
  location: z.object({ _id: id, code: z.string(), name: z.string() }),
  ok: z.boolean(),
  /** Documents that are good, from the first. */
  checked: z.number().int(),
  problem: z
    .enum([
      'altered',
      'missing',
      'order',
      'signature',
      'key_unknown',
      'clock',
      'perpetual',
      'other_location',
      'keys',
      'end_missing',
    ])
    .nullable(),
  /** The number at which it breaks. */
  at: z.number().int().nullable(),
})

export const CHAIN_FORMAT = 'slot-seal-chain/1'
/** Links of one piece of a chain. */
export const CHAIN_PIECE = 100
/** Who checks others: administrators, auditors, inspectors. */
export const chainRule = {
  all: ['location::list', 'location::list_fiscal_reports', 'audit_log::list'],
} as const satisfies PermissionRule
export const chainQuery = z.object({ after: z.coerce.number().int().min(0).max(1e12).default(0) })

export const replaceKeyInput = z.strictObject({
  reason: sentence(3, 500),
  /** The earlier key cannot sign any more. */
  lost: z.boolean().default(false),
})
