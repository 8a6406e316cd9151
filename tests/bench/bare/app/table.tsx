import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

/**
 * The same table, element for element, from rows that stand ready: no session, no backend, no language, no frame around
 * it.
 */
const headers = [
  'Location',
  'Game mix',
  'Denomination',
  'Credits',
  'Status',
  'Connection',
  'Last message',
  'Tenant',
  'Manufacturer',
]
const MOST = 50
const rows = Array.from({ length: MOST }, (_, row) => ({
  id: String(row).padStart(24, '0'),
  serial: `EGT-20${row}3245`,
  location: { id: 'b'.repeat(24), name: 'Brașov Centrul Vechi' },
  mix: 'Premier',
  denomination: 'RON 0.01',
  credits: String(row * 997),
  status: 'active',
  state: 'online',
  at: '2026-11-20T12:02:38.389Z',
  exact: '20/11/2026, 14:02:38 EET',
  age: '12 sec ago',
  tenant: { id: 'a'.repeat(24), name: 'Steaua Carpaților' },
  maker: 'EGT',
}))

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams
  const page = Number(search.get('page') ?? 1)
  return json({ headers, rows: rows.slice(0, Number(search.get('rowsPerPage') ?? MOST)), next: page + 1 })
}

export default function Table() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
    <table className="data-table has-select">
      <caption className="sr-only">Slots</caption>
      <thead>
        <tr>
          <th scope="col" className="s">
            <span className="sr-only">Select</span>
          </th>
          <th scope="col" className="m r1" aria-sort="ascending">
            <a href="/slots?sortDirection=desc" className="sort asc">
              Serial
            </a>
          </th>
          {data.headers.map(header => (
            <th key={header} scope="col" className="r2">
              <a href={`/slots?sortBy=${header}`} className="sort">
                {header}
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(row => (
          <tr key={row.id}>
            <td className="s">
              <input
                type="checkbox"
                className="checkbox"
                name="selected"
                form="rows"
                aria-label={`Select ${row.serial}`}
                value={row.id}
              />
            </td>
            <th scope="row" className="m r1">
              <a href={`/slots/${row.id}`}>{row.serial}</a>
            </th>
            <td className="r2">
              <a className="link" href={`/locations/${row.location.id}`}>
                {row.location.name}
              </a>
            </td>
            <td>{row.mix}</td>
            <td className="n">{row.denomination}</td>
            <td className="n">{row.credits}</td>
            <td className="r3">
              <span className="st st-good">{row.status}</span>
            </td>
            <td className="r3">
              <span className="st st-good">{row.state}</span>
            </td>
            <td>
              <time dateTime={row.at} title={row.exact}>
                {row.age}
              </time>
            </td>
            <td>
              <a className="link" href={`/tenants/${row.tenant.id}`}>
                {row.tenant.name}
              </a>
            </td>
            <td>{row.maker}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <a href={`/?page=${data.next}`} rel="next">Next page</a>
    </>
  )
}
