/**
 * What the tables and indexes of an embedded database take, largest first: `node tests/bench/storage.mjs FILE`. Reads
 * only.
 */
import Database from 'libsql'

const MB = 1_000_000
/** What is smaller than this share of the whole is told together. */
const SMALL = 0.002

const [file] = process.argv.slice(2)
if (!file) throw new Error('Which file? node tests/bench/storage.mjs FILE')
const db = new Database(file, { readonly: true })
const parts = db
  .prepare(
    'select name, sum(pgsize) as bytes, sum(unused) as unused from dbstat group by name order by bytes desc',
  )
  .all()
const whole = parts.reduce((sum, { bytes }) => sum + bytes, 0)
const large = parts.filter(({ bytes }) => bytes >= whole * SMALL)
const told = (name, bytes, unused) =>
  console.log(
    `${(bytes / MB).toFixed(2).padStart(9)} MB ${(unused / MB).toFixed(2).padStart(7)} free  ${name}`,
  )
for (const { name, bytes, unused } of large) told(name, bytes, unused)
const rest = parts.slice(large.length)
const sum = key => rest.reduce((all, one) => all + one[key], 0)
told(`${rest.length} smaller ones`, sum('bytes'), sum('unused'))
told('all', whole, sum('unused') + large.reduce((all, one) => all + one.unused, 0))
db.close()
