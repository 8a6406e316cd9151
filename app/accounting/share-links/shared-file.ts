/** A file of what a share link shows: the one that somebody with an account is given. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  fileAnswer,
  filePath,
  sharedFormat,
  sharedIssuedPath,
} from '../../../backend/accounting/share-links/share-links.contract'
import { ApiError } from '../../api/api-error'
import { disposition } from '../../engine/export/csv.server'
import { notFound } from '../../engine/data/resource-at.server'
import { open } from '../../session/guard.server'
import { formsFile } from '../fiscal-reports/form-files.server'
import { kindOf } from '../fiscal-reports/form-kinds.server'
import { publicApi } from '../seals/public-api.server'
import { fileOfList } from './shared-list.server'
import { LINK, looksAhead, READS, tokenIn } from './looks-ahead'
import { opened, sharedHref } from './shared.server'

export const loader = open(async context => {
  const { url, request, params } = context
  const type = sharedFormat.safeParse(params.exportType).data
  if (!type) throw notFound()
  if (looksAhead(request)) {
    const shown = await opened(request, url, 'page')
    if (!shown || (shown.list && type !== 'csv' && type !== 'xlsx')) throw notFound()
    const headers = { 'Referrer-Policy': 'no-referrer' }
    return isHead(request)
      ? new Response(null, { headers })
      : redirect(sharedHref(url, '', null), { headers })
  }
  const response = type === 'json' ? await storedFile(context) : await writtenFile(context, type)
  response.headers.set('Referrer-Policy', 'no-referrer')
  return response
})

const isHead = ({ method }: Request): boolean => method === 'HEAD'

/**
 * Of a link that is over or superseded: a person is led to its page, which says so. Throws 404 for a program.
 */
function ledToPage({ url, request }: Context): Response {
  if (!request.headers.get('Accept')?.includes('text/html')) throw notFound()
  return redirect(sharedHref(url))
}

async function storedFile(context: Context): Promise<Response> {
  const { request, url } = context
  const token = tokenIn(url)
  if (token === '' || token.length > 100) throw notFound()
  try {
    const { name, type, base64 } = await publicApi(request).call('POST', filePath, {
      body: { token, format: 'json' },
      schema: fileAnswer,
    })
    return new Response(Buffer.from(base64, 'base64'), {
      headers: { 'Content-Type': type, 'Content-Disposition': disposition(name) },
    })
  } catch (error) {
    const isNone = error instanceof ApiError && error.status === 404
    if (!isNone || (await opened(request, url, 'check'))?.state === 'open') throw error
    return ledToPage(context)
  }
}

type Context = Parameters<Parameters<typeof open>[0]>[0]

async function writtenFile(context: Context, type: 'pdf' | 'xlsx' | 'csv'): Promise<Response> {
  const { url, request } = context
  const shown = await opened(request, url, type)
  if (!shown || shown.state === 'superseded') return ledToPage(context)
  if (shown.list && type !== 'pdf') return fileOfList(context, shown.list, type, [LINK, READS])
  const [first] = shown.forms?.documents ?? []
  if (!shown.forms || !first) throw notFound()
  const { documents, seals, variant } = shown.forms
  const reader = { ...context, timeZone: first.time_zone }
  const forms = {
    documents,
    seals,
    title: context.t(variant === 'takings' ? 'fiscal:file' : 'fiscal:jackpots.file', {
      location: first.location.name,
      period: first.period,
    }),
    kind: kindOf[variant],
    parameters: [LINK, READS],
  }
  return formsFile(reader, forms, file =>
    publicApi(request).call('POST', sharedIssuedPath, {
      body: { ...file, token: tokenIn(url) },
      schema: z.unknown(),
    }),
  )
}
