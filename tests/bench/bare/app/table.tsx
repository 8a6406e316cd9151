import { json } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

/** The same table: as many rows and columns, as long texts, a link in the first cell. */
const columns = ['Serial', 'Location', 'Game mix', 'Denomination', 'Credits', 'Status', 'Connection', 'Last message', 'Tenant', 'Manufacturer']
const rows = Array.from({ length: 50 }, (_, row) => ({
  id: String(row).padStart(24, '0'),
  cells: [`EGT-20${row}3245`, 'Brașov Centrul Vechi', 'Premier', 'RON 0.01', String(row * 997), 'active', 'online', '12 sec ago', 'Steaua Carpaților', 'EGT'],
}))

export const loader = () => json({ columns, rows })

export default function Index() {
  const data = useLoaderData<typeof loader>()
  return (
    <table>
      <thead><tr>{data.columns.map(column => <th key={column} scope="col">{column}</th>)}</tr></thead>
      <tbody>
        {data.rows.map(({ id, cells: [serial, ...cells] }) => (
          <tr key={id}>
            <th scope="row"><a href={`/slots/${id}`}>{serial}</a></th>
            {cells.map((cell, index) => <td key={index}>{cell}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
