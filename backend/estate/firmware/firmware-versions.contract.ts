/** Versions of the SMIBs' firmware: each is a file with its hash, and never changes. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, line, optionalLines, recordRow, reference } from '../../platform/contract/primitives'

/** Of any tenant, whatever its setting says: a file is in memory while it is stored. */
export const MOST_MEGABYTES = 32
export const MAX_FIRMWARE_BYTES = MOST_MEGABYTES * 1024 * 1024
const MAX_NOTES = 1_000

/** As a SMIB reports it. */
export const firmwareName = line(1, 30).regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/, 'firmware')

export const firmwareVersionsContract = defineContract({
  family: 'configuration',
  one: 'firmware-version',
  many: 'firmware-versions',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference,
    notes: z.string().nullable(),
    /** SHA-256 of the file, in hexadecimal digits; the server computes it. */
    sha256: z.string(),
    /** Bytes. */
    size: z.number().int(),
    uploaded_by: z.string(),
  }),
  input: z.object({ notes: optionalLines(MAX_NOTES) }),
  filters: z.object({ tenant: id, archived: z.boolean() }),
  sort: ['name', 'size', 'created_at', 'updated_at'],
  permissions: {
    list: 'smib::list_firmware',
    read: 'smib::list_firmware',
    update: 'smib::upload_firmware',
    archive: 'smib::upload_firmware',
    unarchive: 'smib::upload_firmware',
  },
  actions: {},
})

export const firmwareUploadPath = '/api/configuration/v1/firmware-version'
export const firmwareUpload = z.strictObject({
  name: firmwareName,
  notes: optionalLines(MAX_NOTES),
  /** Whoever belongs to no tenant says whose it is. */
  tenant: z
    .union([z.literal('').transform(() => null), id])
    .nullish()
    .transform(value => value ?? null),
})
export const firmwareUploaded = z.object({ 'firmware-version': firmwareVersionsContract.row })
