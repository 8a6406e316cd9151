/** DATABASE_URL: one PostgreSQL or, as libpq has it, several hosts of which one takes writes. */
import { z } from 'zod'

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]+)(.*)$/
const ATTRIBUTE = 'target_session_attrs'
/** Both programs write, so of libpq's values only those that find a server which takes writes. */
const attributes = ['read-write', 'primary']

/** One address for each host of the list, in its order. */
export function databaseUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = form.exec(url) ?? []
  if (!hosts.includes(',') && !after.includes(ATTRIBUTE)) return [url]
  const [path = '', query = ''] = after.split('?')
  const left = new URLSearchParams(query)
  left.delete(ATTRIBUTE)
  const rest = left.size > 0 ? `${path}?${left.toString()}` : path
  return hosts.split(',').map(host => `${before}${host}${rest}`)
}

const postgresUrl = z.string().regex(/^postgres(?:ql)?:\/\//, 'must start with postgres://')

/** DATABASE_READ_URL: one server, whatever it says of itself. */
export const replicaUrl = postgresUrl.refine(
  url => !url.includes(',') && !url.includes(ATTRIBUTE) && URL.canParse(url) && new URL(url).hostname !== '',
  'must name one server',
)

export const databaseUrl = postgresUrl.superRefine((url, context) => {
  const attribute = new URLSearchParams(url.split('?')[1] ?? '').get(ATTRIBUTE)
  if (attribute !== null && !attributes.includes(attribute))
    context.addIssue({ code: 'custom', message: `${ATTRIBUTE} must be ${attributes.join(' or ')}` })
  if (url.includes(',') && !databaseUrls(url).every(one => URL.canParse(one) && new URL(one).hostname))
    context.addIssue({ code: 'custom', message: 'hosts must be host:port,host:port' })
})
