import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { instant, money, reference } from '../../../backend/platform/contract/primitives'
import { meterRow } from '../../../backend/telemetry/streams/counter-streams.contract'
import { slotDataRow } from '../../../backend/telemetry/streams/records.contract'
import { queryDuckdb } from '../../../tests/support/duckdb'
import { resources } from '../../definitions'
import { parquetColumns, parquetStream } from './parquet.server'
import { keysName, kindsName, MOST_KEYS } from '../../../backend/platform/contract/keyed'
import type { Row } from '../definition/row'

const shape = {
  serial: z.string().nullable(),
  at: instant.nullable(),
  credits: z.number().int().nullable(),
  ratio: z.number().optional(),
  open: z.boolean().nullish(),
  net: money.nullable(),
  location: reference.nullable(),
  games: z.array(z.string()),
}
const names = Object.keys(shape)
const inPieces = async function* (rows: readonly Row[], size: number) {
  for (let from = 0; from < rows.length; from += size)
    yield await Promise.resolve(rows.slice(from, from + size))
}
const read = async (rows: readonly Row[], size: number) => {
  const stream = await parquetStream(parquetColumns(shape, names), inPieces(rows, size))
  return parquetReadObjects({ file: await new Response(stream).arrayBuffer() })
}
const row = fc.record({
  _id: fc.constant(''),
  serial: fc.option(fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', ''))),
  at: fc.option(fc.integer({ min: 0, max: 4e12 })),
  credits: fc.option(fc.maxSafeInteger()),
  ratio: fc.option(fc.double({ noNaN: true }), { nil: undefined }),
  open: fc.option(fc.boolean()),
  net: fc.option(fc.record({ minor: fc.maxSafeInteger(), currency: fc.constantFrom('RON', 'EUR') })),
  location: fc.option(fc.record({ _id: fc.constant('a'.repeat(24)), name: fc.string() })),
  games: fc.array(fc.string(), { maxLength: 3 }),
})

test('what is written is read again, to the credit, in whatever pieces it came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 25 }),
      async (rows, size) => {
        expect(await read(rows, size)).toEqual(
          rows.map(one => ({
            serial: one.serial,
            at: one.at === null ? null : new Date(one.at),
            credits: one.credits === null ? null : BigInt(one.credits),
            ratio: one.ratio ?? null,
            open: one.open,
            net_minor: one.net === null ? null : BigInt(one.net.minor),
            net_currency: one.net?.currency ?? null,
            location: one.location?.name ?? null,
            location_id: one.location?._id ?? null,
            games: JSON.stringify(one.games),
          })),
        )
      },
    ),
    { numRuns: 30 },
  )
})

test('no rows are a table with its columns', async () => {
  expect(await read([], 10)).toEqual([])
})

test('a list that cannot be read is told before anything is sent, and one that breaks later breaks the download', async () => {
  const columns = parquetColumns(shape, ['serial'])
  const broken = (after: number) =>
    (async function* () {
      for (let nr = 0; nr < after; nr++)
        yield await Promise.resolve(
          Array.from({ length: 3_000 }, (): Row => ({ _id: '', serial: `S-${nr}` })),
        )
      throw new Error('away')
    })()
  await expect(parquetStream(columns, broken(0))).rejects.toThrow('away')
  await expect(new Response(await parquetStream(columns, broken(2))).arrayBuffer()).rejects.toThrow()
})

test('whoever goes away ends the reading', async () => {
  let ended = false
  const rows = (async function* () {
    try {
      for (;;)
        yield await Promise.resolve(Array.from({ length: 1_000 }, (): Row => ({ _id: '', serial: 'S' })))
    } finally {
      ended = true
    }
  })()
  const reader = (await parquetStream(parquetColumns(shape, ['serial']), rows)).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => ended).toBe(true)
})

test('meters are a column for each id that the file has, the same for all of its rows', async () => {
  const amount = money.nullable()
  const own = {
    meters: z.record(z.string(), z.number().int().nullable()),
    money: z.record(z.string(), amount),
    entries: z.array(z.object({ id: z.string(), value: z.number() })),
  }
  const rows = [
    {
      _id: '1',
      meters: { coin_in: 5 },
      money: { coin_in: { minor: 50, currency: 'RON' } },
      entries: [{ id: '00A0', value: 1.5 }],
    },
    { _id: '2', meters: { coin_in: 9, coin_out: null }, money: { coin_in: null }, entries: [] },
  ]
  const units = {
    'meters.keys': ['coin_in', 'coin_out'],
    'money.keys': ['coin_in'],
    'entries.keys': ['00A0'],
  }
  const stream = await parquetStream(parquetColumns(own, Object.keys(own), units), inPieces(rows, 1))
  const common = { meters_coin_out: null }
  expect(await parquetReadObjects({ file: await new Response(stream).arrayBuffer() })).toEqual([
    {
      ...common,
      meters_coin_in: 5n,
      money_coin_in_minor: 50n,
      money_coin_in_currency: 'RON',
      entries_00A0: 1.5,
    },
    {
      ...common,
      meters_coin_in: 9n,
      money_coin_in_minor: null,
      money_coin_in_currency: null,
      entries_00A0: null,
    },
  ])
  // A file of an earlier release does not know its keys.
  expect(parquetColumns(own, ['meters']).map(({ name }) => name)).toEqual(['meters'])
  // So many are a fault of whoever named them.
  const many = { 'meters.keys': Array.from({ length: MOST_KEYS + 1 }, (_, nr) => `m${nr}`) }
  expect(parquetColumns(own, ['meters'], many).map(({ name }) => name)).toEqual(['meters'])
})

test('meters as reported are whole numbers, in money decimals; slot data are of the kind that they were sent as', () => {
  const typesIn = (shape: Readonly<Record<string, z.ZodType>>, units: Record<string, string[]>) =>
    parquetColumns(
      shape,
      Object.keys(units).filter(name => name in shape),
      units,
    ).map(({ name, type }) => `${name} ${type}`)
  const ids = (name: string) => ({ [name]: [], [keysName(name)]: ['0000'] })
  expect(typesIn(meterRow.shape, { ...ids('meters_uint'), ...ids('meters_float') })).toEqual([
    'meters_uint_0000 INT64',
    'meters_float_0000 DOUBLE',
  ])
  const sent = { [kindsName('data')]: ['INT64 games', 'STRING serial', 'BOOLEAN door', 'DOUBLE rtp'] }
  const data = { data: [], [keysName('data')]: ['games', 'serial', 'door', 'rtp'], ...sent }
  expect(typesIn(slotDataRow.shape, data)).toEqual([
    'data_games INT64',
    'data_serial STRING',
    'data_door BOOLEAN',
    'data_rtp DOUBLE',
  ])
})

test('details are of the kind that their values are, and nanoseconds whole numbers', async () => {
  const own = { data: z.record(z.string(), z.unknown()).nullable(), server_time_nano: z.string() }
  const kinds = ['INT64 amount_minor', 'INT64 seconds', 'DOUBLE seconds', 'STRING ticket', 'INT64 ticket']
  const units = {
    [keysName('data')]: ['amount_minor', 'seconds', 'ticket'],
    [kindsName('data')]: kinds,
  }
  const rows = [
    {
      _id: '1',
      data: { amount_minor: 1_237, seconds: 4, ticket: '0001' },
      server_time_nano: '1795910400000000001',
    },
    { _id: '2', data: { amount_minor: 5_000, seconds: 0.5, ticket: 2 }, server_time_nano: 'x' },
    { _id: '3', data: null, server_time_nano: '99999999999999999999' },
  ]
  const stream = await parquetStream(parquetColumns(own, Object.keys(own), units), inPieces(rows, 1))
  expect(await parquetReadObjects({ file: await new Response(stream).arrayBuffer() })).toEqual([
    {
      data_amount_minor: 1_237n,
      data_seconds: 4,
      data_ticket: '0001',
      server_time_nano: 1_795_910_400_000_000_001n,
    },
    { data_amount_minor: 5_000n, data_seconds: 0.5, data_ticket: '2', server_time_nano: null },
    { data_amount_minor: null, data_seconds: null, data_ticket: null, server_time_nano: null },
  ])
  // More than were written down: what else a key has been is not known.
  const many = { ...units, [kindsName('data')]: Array.from({ length: MOST_KEYS + 1 }, () => 'INT64 ticket') }
  const typeIn = (known: typeof units) =>
    parquetColumns(own, ['data'], known).find(({ name }) => name === 'data_ticket')?.type
  expect([typeIn(many), typeIn({ ...units, [kindsName('data')]: ['INT64 ticket'] })]).toEqual([
    'STRING',
    'INT64',
  ])
})

test('another program reads instants with their zone, meters and minor units as whole numbers', async () => {
  const own = {
    ...shape,
    meters: z.record(z.string(), z.number().int().nullable()),
  }
  const largest = Number.MAX_SAFE_INTEGER
  const rows = [
    {
      _id: '',
      serial: 'ăâîșț ç ã',
      at: Date.UTC(2026, 9, 25, 1, 30),
      meters: { coin_in: largest },
      net: { minor: -1_227_370, currency: 'RON' },
    },
    { _id: '', serial: "O'Brien", at: null, meters: { coin_in: null }, net: null },
  ]
  const columns = parquetColumns(own, ['serial', 'at', 'meters', 'net', 'ratio', 'open'], {
    'meters.keys': ['coin_in'],
  })
  const file = new Uint8Array(
    await new Response(await parquetStream(columns, inPieces(rows as readonly Row[], 1))).arrayBuffer(),
  )
  const [types, values, sums] = await queryDuckdb(
    [
      "select column_name, column_type from (describe select * from read_parquet('{file}'))",
      'select serial, epoch_ms("at")::varchar as at, meters_coin_in::varchar as meter, net_minor::varchar as net, net_currency from read_parquet(\'{file}\')',
      "select sum(net_minor)::varchar as net, max(meters_coin_in)::varchar as meter from read_parquet('{file}')",
    ].map(statement => ({ file, statement })),
  )
  expect(Object.fromEntries((types ?? []).map(one => [one.column_name, one.column_type]))).toEqual({
    serial: 'VARCHAR',
    at: 'TIMESTAMP WITH TIME ZONE',
    meters_coin_in: 'BIGINT',
    net_minor: 'BIGINT',
    net_currency: 'VARCHAR',
    ratio: 'DOUBLE',
    open: 'BOOLEAN',
  })
  expect(values).toEqual([
    {
      serial: 'ăâîșț ç ã',
      at: String(rows[0]?.at),
      meter: String(largest),
      net: '-1227370',
      net_currency: 'RON',
    },
    { serial: "O'Brien", at: null, meter: null, net: null, net_currency: null },
  ])
  expect(sums).toEqual([{ net: '-1227370', meter: String(largest) }])
})

test('of every list, what is an instant is one, and what is counted is a whole number', () => {
  const wrong = Object.values(resources).flatMap(({ name, contract }) =>
    parquetColumns(
      contract.row.shape,
      Object.keys(contract.row.shape),
      // Meters, by an id that is made up.
      Object.fromEntries(Object.keys(contract.row.shape).map(one => [keysName(one), ['ab']])),
    ).flatMap(({ name: column, type }) =>
      (/_at$|^(?:server_time|own_time|as_of)$/.test(column) && type !== 'TIMESTAMP') ||
      (/_minor$|_nano$|^(?:count|total|version|game_nr)$|_nr$/.test(column) && type !== 'INT64')
        ? [`${name}.${column} is ${type}`]
        : [],
    ),
  )
  expect(wrong).toEqual([])
})
