/** Laws over every list there is (rulings 32 and 33): a new list is under them without being named here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { keyOf, listLaws, NOTHING, orders, type Body, type Row } from '../../../tests/support/list-laws'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())

const LONG_AGO = { from: Date.UTC(1990, 0, 1), to: Date.UTC(1990, 0, 2) }
const { ask, farthest, wrongIn, refused } = listLaws(() => full)

describe('every list', { timeout: 60_000 }, () => {
  it('has rows here, or the laws below say nothing', async () => {
    expect(full.lists.length).toBeGreaterThan(30)
    expect(
      await wrongIn(async (list, wrong) => {
        const { status, total } = await ask(list)
        if (status !== 200 || total < 2) wrong(`${status}, ${total} rows`)
      }),
    ).toEqual([])
  })

  it('is made by listEndpoint: no other endpoint answers rows and total', () => {
    const { endpoints } = full.backend.app.api
    const shaped = endpoints.filter(
      ({ response }) =>
        response &&
        'shape' in response &&
        'rows' in (response.shape as object) &&
        'total' in (response.shape as object),
    )
    expect(shaped.filter(({ list }) => !list).map(({ path }) => path)).toEqual([])
  })

  it('opens with the specification’s order: newest id first, but for those it names and what stands in a file or a queue', async () => {
    const others = Object.fromEntries(
      full.lists.flatMap(({ path, list: { order } }) =>
        order.by === 'id' && order.direction === 'DESC'
          ? []
          : [[path.replace(/^\/api\/|many-rows\/.*/g, ''), `${order.by} ${order.direction}`]],
      ),
    )
    expect(others).toEqual(orders)
    expect(
      await wrongIn(async (list, wrong) => {
        const { order } = list.list
        const [plain, named] = [
          await ask(list, { rowsPerPage: 50 }),
          await ask(list, { rowsPerPage: 50, sortBy: [order.by], sortDirection: [order.direction] }),
        ]
        if (JSON.stringify(plain.rows.map(keyOf)) !== JSON.stringify(named.rows.map(keyOf)))
          wrong('its order is another than it says')
        const key = { id: '_id', create_time: 'create_time' }[order.by] ?? order.by
        const values = plain.rows.map(row => row[key] as string | number)
        const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        if (values.some(value => value === undefined) && !('id' in (plain.rows[0] ?? {})))
          wrong(`no row has ${key}`)
        if (JSON.stringify(order.direction === 'ASC' ? sorted : sorted.reverse()) !== JSON.stringify(values))
          wrong('it is not in its order')
      }),
    ).toEqual([])
  })

  // A request is judged before any database is asked.
  it.skipIf(process.env.TEST_DATABASE_URL)('refuses what it does not know, naming it', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const no = (body: Body, name: string) => refused(list, body, name, wrong)
        for (const name of ['colour', 'smibID', 'date_start', 'limit', 'toString'])
          await no({ [name]: 'x' }, name)
        await no({ sortBy: ['password'] }, 'sortBy')
        await no({ sortBy: ['id', '_id'] }, 'sortBy')
        await no({ sortBy: ['id'], sortDirection: ['UP'] }, 'sortDirection.0')
        await no({ sortBy: ['id'], sortDirection: ['ASC', 'DESC'] }, 'sortDirection')
        for (const rowsPerPage of [0, -1, 1.5, 65_001, '10', null]) await no({ rowsPerPage }, 'rowsPerPage')
        for (const page of [-1, 0.5, '0', 1e9]) await no({ page }, 'page')
        await no({ fields: ['password'] }, 'fields')
        await no({ exactFields: ['colour'], exactValues: ['red'] }, 'colour')
        await no({ exactFields: ['colour'], exactValues: [] }, 'exactValues')
        await no({ exactValues: ['red'] }, 'exactValues')
        const [name] = Object.keys(list.list.filters.shape)
        if (name) {
          const twice = full.needed(list.path).exactFields[0] ?? name
          await no({ exactFields: [twice, twice], exactValues: [NOTHING, NOTHING] }, twice)
          await no(
            { exactFields: [name], exactValues: [{ not: 'a value' }] },
            full.needed(list.path).exactFields.length > 0 ? 'exactValues.1' : 'exactValues.0',
          )
        }
      }),
    ).toEqual([])
  })

  it('uses paging, or says that there is no such page', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const [first, second] = [
          await ask(list, { rowsPerPage: 1 }),
          await ask(list, { rowsPerPage: 1, page: 1 }),
        ]
        if (
          first.rows.length !== 1 ||
          second.rows.length !== 1 ||
          keyOf(first.rows[0] ?? {}) === keyOf(second.rows[0] ?? {})
        )
          wrong('pages do not follow each other')
      }),
    ).toEqual([])
  })

  it('sorts by each key it names, in both directions', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        for (const key of ['id', '_id', ...list.list.sort]) {
          const [up, down] = [
            await ask(list, { rowsPerPage: 200, sortBy: [key], sortDirection: ['ASC'] }),
            await ask(list, { rowsPerPage: 200, sortBy: [key], sortDirection: ['DESC'] }),
          ]
          if (up.status !== 200 || down.status !== 200) wrong(`${key}: ${up.status}, ${down.status}`)
          // What has no value comes last either way, and rows that are all alike stay in their order.
          const values = (rows: Row[]) =>
            new Set(
              rows.flatMap(row =>
                key === 'id' || key === '_id'
                  ? keyOf(row)
                  : row[key] === null
                    ? []
                    : JSON.stringify(row[key]),
              ),
            )
          if (
            values(up.rows).size > 1 &&
            JSON.stringify(up.rows.map(keyOf)) === JSON.stringify(down.rows.map(keyOf))
          )
            wrong(`${key}: up is as down`)
        }
      }),
    ).toEqual([])
  }, 60_000)

  it('gives the fields that are asked for, each the same whichever others are', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const names = Object.keys(list.list.row.shape)
        const whole = (await ask(list, { rowsPerPage: 5 })).rows
        for (const half of [0, 1]) {
          const fields = names.filter((_, index) => index % 2 === half)
          const { rows } = await ask(list, { rowsPerPage: 5, fields })
          const more = rows.flatMap(Object.keys).filter(one => ![...fields, '_id', 'id'].includes(one))
          if (more.length > 0) wrong(`not asked for: ${more.join()}`)
          for (const name of fields)
            if (JSON.stringify(rows.map(row => row[name])) !== JSON.stringify(whole.map(row => row[name])))
              wrong(`${name} is another`)
        }
      }),
    ).toEqual([])
  })

  it('is searched, or refuses a search', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        if (!list.list.searched) return refused(list, { query: 'zzq' }, 'query', wrong)
        const { status, total } = await ask(list, { query: 'zzqxj' })
        if (status !== 200 || total !== 0) wrong(`${status}, finds ${total}`)
      }),
    ).toEqual([])
  })

  it('is narrowed by each filter it names', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const all = await ask(list, { rowsPerPage: 1 })
        for (const [name, schema] of Object.entries(list.list.filters.shape)) {
          if (full.needed(list.path).exactFields.includes(name)) continue
          // An end of a period finds by itself whatever is on its side, and `resourceId` of raw data needs its `type`.
          if (/^(?:start|end)_time$/.test(name) || (name === 'resourceId' && list.list.raw)) continue
          const count = async (value: unknown) => {
            const { status, total } = await ask(list, {
              rowsPerPage: 1,
              exactFields: [name],
              exactValues: [value],
            })
            if (status !== 200) wrong(`${name}=${String(value)}: ${status}`)
            return total
          }
          const takes = (value: unknown) =>
            (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(value).success
          const options = (
            schema instanceof z.ZodOptional
              ? (schema.unwrap() as { options?: unknown })
              : (schema as { options?: unknown })
          ).options
          // A kind of thing leaves the rows that are of one, and most rows are of a thing of each kind.
          if (name === 'type' && Array.isArray(options) && options.includes('slot')) continue
          if (Array.isArray(options)) {
            const totals = await Promise.all(options.map(count))
            if (totals.every(total => total === all.total)) wrong(`${name}: every value finds everything`)
          } else if (takes(true)) {
            if ((await count(true)) === (await count(false))) wrong(`${name}: true is as false`)
          } else {
            const nothing = [NOTHING, 'zzqxj', '1999-01-01', 'warranty=1999'].find(takes) ?? 987_654
            if ((await count(nothing)) !== 0) wrong(`${name}: finds what nothing has`)
          }
        }
      }),
    ).toEqual([])
  })

  it('has a period, or refuses one: in one way at a time, with a beginning before its end', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const iso = (at: number) => new Date(at).toISOString()
        const all = await ask(list, { rowsPerPage: 1, ...(list.list.raw && { show_all: true }) })
        const empty = async (body: Body) => {
          const { status, total } = await ask(list, { rowsPerPage: 1, ...body })
          if (status !== 200 || total !== 0 || all.total === 0)
            wrong(`${JSON.stringify(body)}: ${status}, finds ${total}`)
        }
        const { period } = list.list
        const dates = { dateStart: LONG_AGO.from, dateEnd: LONG_AGO.to }
        const texts = { startDate: iso(LONG_AGO.from), endDate: iso(LONG_AGO.to) }
        if (period) await empty(dates)
        else
          for (const [name, value] of Object.entries(dates))
            await refused(list, { [name]: value }, name, wrong)
        if (!period) {
          for (const [name, value] of Object.entries({
            ...texts,
            timeRange: 'today',
            timeZone: 'Europe/Bucharest',
          }))
            await refused(list, { [name]: value }, name, wrong)
          return
        }
        await empty(texts)
        await empty({ endDate: texts.endDate })
        await empty({ timeRange: 'last year-20y' })
        await empty({ timeRange: 'last year-20y', timeZone: 'Europe/Lisbon' })
        await refused(list, { ...texts, timeRange: 'today' }, 'timeRange', wrong)
        await refused(list, { timeRange: 'tomorrow' }, 'timeRange', wrong)
        await refused(list, { timeZone: 'Europe/Bucharest' }, 'timeRange', wrong)
        await refused(list, { timeRange: 'today', timeZone: 'Europe/Nowhere' }, 'timeZone', wrong)
        await refused(list, { startDate: texts.endDate, endDate: texts.startDate }, 'endDate', wrong)
        await refused(list, { startDate: 'yesterday' }, 'startDate', wrong)
        await refused(list, { ...dates, ...texts }, 'startDate', wrong)
        // Too long for a page, perhaps, and never too far for a date.
        for (const far of farthest) {
          const { status, fields } = await ask(list, { rowsPerPage: 1, ...far })
          if (status !== 200 && !('dateEnd' in fields)) wrong(`${JSON.stringify(far)}: ${status}`)
        }
      }),
    ).toEqual([])
  })

  it('shows what it otherwise leaves out, or refuses to be asked', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        if (!list.list.leavesOut) return refused(list, { show_all: true }, 'show_all', wrong)
        const [usual, all] = [await ask(list), await ask(list, { show_all: true })]
        if (all.status !== 200 || all.total <= usual.total) wrong(`${usual.total} and ${all.total}`)
        await refused(list, { show_all: 'yes' }, 'show_all', wrong)
      }),
    ).toEqual([])
  })

  it('of raw data is somebody’s, or tells of itself; any other refuses to be asked', async () => {
    expect(
      await wrongIn(async (list, wrong) => {
        const of = { smibid: NOTHING, type: 'slot', id: NOTHING, meta: true }
        if (!list.list.raw) {
          for (const [name, value] of Object.entries(of)) await refused(list, { [name]: value }, name, wrong)
          return
        }
        for (const body of [
          { smibid: NOTHING },
          { smibid: [NOTHING, '000000000000'] },
          { type: 'slot', id: NOTHING },
          { id: NOTHING },
        ]) {
          const { status, total } = await ask(list, body)
          if (status !== 200 || total !== 0) wrong(`${JSON.stringify(body)}: ${status}, finds ${total}`)
        }
        await refused(list, { type: 'slot' }, 'id', wrong)
        await refused(list, { type: 'hall', id: NOTHING }, 'type', wrong)
        await refused(list, { id: 'x' }, 'id', wrong)
        await refused(list, { smibid: [] }, 'smibid', wrong)
        if (
          (await ask(list)).data.meta !== undefined ||
          (await ask(list, { meta: true })).data.meta === undefined
        )
          wrong('meta')
      }),
    ).toEqual([])
  })
})
