/** A tenant's agreement with its payment provider, and the key that the provider signs with. */
import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import {
  id,
  instant,
  line,
  money,
  optionalLine,
  reference,
  recordRow,
} from '../../platform/contract/primitives'

export const paymentEnvironment = z.enum(['test', 'live'])
/** After a rotation the previous key stays valid this long alongside the new one. */
export const OVERLAP_MS = DAY_MS

const iban = z
  .string()
  .trim()
  .max(42)
  .transform(text => text.replaceAll(' ', '').toUpperCase())
  .refine(text => text === '' || /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text), 'iban')
  .nullish()
  .transform(text => (text ? text : null))

export const paymentMerchantsContract = defineContract({
  family: 'okto-processor',
  one: 'merchant',
  many: 'merchants',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    tenant: reference,
    merchant_id: z.string(),
    legal_name: z.string(),
    fiscal_code: z.string().nullable(),
    iban: z.string().nullable(),
    environment: paymentEnvironment,
    enabled: z.boolean(),
    limit: money,
    /** The address for the provider's callbacks. */
    callback: z.string(),
    rotated_at: instant.nullable(),
    previous_until: instant.nullable(),
  }),
  input: z.object({
    tenant: z
      .union([z.literal('').transform(() => null), id])
      .nullish()
      .transform(value => value ?? null),
    merchant_id: line(1, 64),
    legal_name: line(1, 120),
    fiscal_code: optionalLine(32),
    iban,
    environment: paymentEnvironment,
    enabled: z.boolean().default(true),
    limit: money.refine(({ minor }) => minor > 0 && minor <= 100_000_000, 'invalid'),
  }),
  filters: z.object({ tenant: id, environment: paymentEnvironment, enabled: z.boolean() }),
  sort: ['merchant_id', 'legal_name', 'created_at', 'updated_at'],
  permissions: {
    list: 'payment_merchant::list',
    read: 'payment_merchant::list',
    create: 'payment_merchant::update',
    update: 'payment_merchant::update',
  },
  actions: {
    rotate: {
      permission: 'payment_merchant::update',
      path: '/api/okto-processor/v1/merchant-rotate',
      input: z.object({ reason }),
    },
  },
  reveals: ['create', 'rotate'],
})
