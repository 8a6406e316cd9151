import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { customFilter, customInput, customValues } from '../../platform/contract/custom-values'
import { machineName } from '../../platform/contract/machine-name'
import {
  id,
  line,
  money,
  optionalLine,
  reference,
  timeZone,
  recordRow,
} from '../../platform/contract/primitives'

/** Decimal degrees as text, at most 7 decimals; a decimal comma is taken for what it is. */
const degrees = (limit: number) =>
  optionalLine(14)
    .transform(text => text?.replace(',', '.') ?? null)
    .refine(
      text => text === null || (/^-?\d{1,3}(?:\.\d{1,7})?$/.test(text) && Math.abs(Number(text)) <= limit),
      'degrees',
    )

export const locationsContract = defineContract({
  family: 'configuration',
  one: 'location',
  many: 'locations',
  confidential: ['contact', 'phone', 'custom'],
  row: z.object({
    ...recordRow,
    code: z.string(),
    name: z.string(),
    tenant: reference,
    county: z.string().nullable(),
    city: z.string(),
    address: z.string().nullable(),
    /** Decimal degrees, north and east positive. */
    lat: z.string().nullable(),
    lon: z.string().nullable(),
    time_zone: z.string(),
    /** Local wall-clock time at which the gaming day starts, HH:MM. */
    gaming_day_start: z.string(),
    /** The gaming date from which zone and day start hold; null: from the beginning. */
    rules_from: z.string().nullable(),
    licence_no: z.string().nullable(),
    work_point_no: z.string().nullable(),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
    /** Of lists: its slots, those of them that are connected, and what it took on its gaming day so far. */
    slots: z.number().int().optional(),
    connected: z.number().int().optional(),
    /** One amount a currency; null: nothing was read today. */
    net_win_today: z.array(money).nullable().optional(),
    custom: customValues,
  }),
  input: z.object({
    code: machineName(2, 20),
    name: line(3, 50),
    tenant: id,
    county: optionalLine(40),
    city: line(2, 60),
    address: optionalLine(200),
    lat: degrees(90),
    lon: degrees(180),
    time_zone: timeZone.default('Europe/Bucharest'),
    gaming_day_start: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_of_day')
      .default('08:00'),
    /** For a new zone or day start: from which gaming date; the next one where it is left out. */
    rules_from: z
      .union([z.literal('').transform(() => null), z.iso.date()])
      .nullish()
      .transform(value => value ?? null),
    licence_no: optionalLine(40),
    work_point_no: optionalLine(40),
    contact: optionalLine(80),
    phone: optionalLine(30),
    custom: customInput,
  }),
  reasoned: ['time_zone', 'gaming_day_start'],
  holdsFrom: 'rules_from',
  bulk: ['county', 'city', 'licence_no', 'contact', 'phone', 'time_zone', 'gaming_day_start'],
  holds: [
    { list: 'configuration/slots', filter: 'location' },
    { list: 'configuration/smibs', filter: 'location' },
  ],
  fieldPermissions: { slots: 'slot::list', connected: 'slot::list', net_win_today: 'slot::get' },
  filters: z.object({
    tenant: id,
    county: z.string(),
    city: z.string(),
    group: id,
    archived: z.boolean(),
    custom: customFilter,
  }),
  sort: ['code', 'name', 'tenant', 'county', 'city', 'created_at', 'updated_at'],
  permissions: {
    list: 'location::list',
    read: 'location::list',
    create: 'location::create',
    update: 'location::update',
    archive: 'location::archive',
    unarchive: 'location::unarchive',
  },
  actions: {},
})
