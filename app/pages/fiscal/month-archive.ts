/** A location's month as it is handed over: the form as PDF, XLSX and CSV, its sealed documents, and the keys that verify them, in one file. */
import { zip, type AsyncZippable } from 'fflate'
import { keysAnswer, keysPath } from '../../../backend/seals/seals.contract'
import { disposition, exportName } from '../../engine/export/csv.server'
import { refuseUnused } from '../../engine/export/file-address.server'
import { guarded } from '../../session/guard.server'
import { monthlyReportsRule, noticesOf, readMonthly } from './fiscal.server'
import { bodyOfForms, type FormFileType } from './form-files.server'

const types: readonly FormFileType[] = ['pdf', 'xlsx', 'csv']

export const loader = guarded(monthlyReportsRule, async context => {
  refuseUnused(context, noticesOf(context))
  const { documents, seals, location, month } = await readMonthly(context)
  const title = context.t('fiscal:file', { location: location.name, period: month })
  const name = exportName(title, Date.now(), context.timeZone).replace(/\.csv$/, '')
  const files: AsyncZippable = {}
  // One after the other: each takes its time of the console, which others need, too.
  for (const type of types)
    files[`${name}.${type}`] = await bytesOf(await bodyOfForms(context, { documents, seals, title }, type))
  for (const [at, seal] of seals.entries())
    if (seal)
      files[`seal-${month}-${documents[at]?.currency ?? at}.json`] = new TextEncoder().encode(seal.file)
  if (seals.some(seal => seal !== null)) {
    const keys = await context.api.call('GET', keysPath, { schema: keysAnswer })
    files['keys.json'] = new TextEncoder().encode(`${JSON.stringify(keys, null, 2)}\n`)
  }
  return new Response(await zipped(files), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': disposition(`${name}.zip`),
    },
  })
})

const bytesOf = async (body: BodyInit): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer())

const zipped = (files: AsyncZippable): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    zip(files, { level: 6 }, (error, data) => {
      if (error) reject(error)
      else resolve(data as Uint8Array<ArrayBuffer>)
    })
  })
