import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { plainHost } from '../../platform/contract/host-name'
import { currency, id, line, optionalLine, timeZone, recordRow } from '../../platform/contract/primitives'

/** A host name as a browser sends it, without port; the dot that ends it is no part of it. */
const host = z
  .string()
  .trim()
  .overwrite(plainHost)
  .max(253)
  .regex(
    /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
    'host',
  )

export const tenantsContract = defineContract({
  family: 'configuration',
  one: 'tenant',
  many: 'tenants',
  confidential: ['contact_email', 'phone'],
  row: z.object({
    ...recordRow,
    name: z.string(),
    login_host: z.string(),
    legal_name: z.string().nullable(),
    fiscal_code: z.string().nullable(),
    trade_register_no: z.string().nullable(),
    /** As forms print it, with its currency. */
    share_capital: z.string().nullable(),
    licence_no: z.string().nullable(),
    address: z.string().nullable(),
    contact_email: z.string().nullable(),
    phone: z.string().nullable(),
    currency,
    time_zone: z.string(),
    /** Two revenue views exist (domain notes, section 5): with and without hand-paid jackpots deducted. */
    deducts_handpaid_jackpots: z.boolean(),
    /** Strangers may ask for an account at its sign-in host (ruling 14). */
    allows_registration: z.boolean(),
    /** Of lists: how many it has, and how many slots are connected. */
    locations: z.number().int().optional(),
    slots: z.number().int().optional(),
    connected: z.number().int().optional(),
  }),
  input: z.object({
    name: line(3, 50),
    login_host: host,
    legal_name: optionalLine(120),
    fiscal_code: optionalLine(20),
    trade_register_no: optionalLine(30),
    share_capital: optionalLine(40),
    licence_no: optionalLine(40),
    address: optionalLine(200),
    contact_email: z
      .union([z.literal('').transform(() => null), z.email().max(120)])
      .nullish()
      .transform(value => value ?? null),
    phone: optionalLine(30),
    currency: currency.default('RON'),
    time_zone: timeZone.default('Europe/Bucharest'),
    deducts_handpaid_jackpots: z.boolean().default(true),
    allows_registration: z.boolean().default(false),
  }),
  reasoned: ['currency', 'time_zone', 'deducts_handpaid_jackpots'],
  bulk: ['contact_email', 'phone', 'currency', 'time_zone', 'deducts_handpaid_jackpots'],
  holds: [
    { list: 'configuration/locations', filter: 'tenant' },
    { list: 'configuration/slots', filter: 'tenant' },
    { list: 'configuration/smibs', filter: 'tenant' },
  ],
  fieldPermissions: { locations: 'location::list', slots: 'slot::list', connected: 'slot::list' },
  filters: z.object({ currency, group: id, archived: z.boolean() }),
  sort: ['name', 'login_host', 'created_at', 'updated_at'],
  permissions: {
    list: 'tenant::list',
    read: 'tenant::list',
    create: 'tenant::create',
    update: 'tenant::update',
    archive: 'tenant::archive',
    unarchive: 'tenant::unarchive',
  },
  actions: {},
})
