/**
 * A part of a message that a person corrects or leaves out: loads the page, previews what it would move, and sends it.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { messageKey } from '../../../backend/accounting/corrections/ignored-messages.contract'
import { editBuckets, type EditBucket } from '../../../backend/accounting/days/edit-buckets.contract'
import {
  editPaths,
  editPreview,
  messageEditsContract,
  messageParts,
  type EditPreview,
  type MessageParts,
  type SlotValue,
} from '../../../backend/accounting/corrections/message-edits.contract'
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { attempt } from '../../engine/data/failure.server'
import { notFound } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { intentIn } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'
import { requested } from '../../workflow/second-person/pending-request'
import {
  partedRefusal,
  refusedPreview,
  send,
  textOf,
  typedOf,
  type OrderForms,
} from '../../engine/form/orders.server'
import { meterOf } from '../meters/meters-at.server'

const LIST = resourcePaths['message-edits']

export interface Editing extends OrderForms {
  title: string
  /** This page about the whole message. */
  message: string
  /** This page. */
  here: string
  at: number
  nr: number
  parts: MessageParts
  /** Which part is edited; none: the page lists them. */
  part: { bucket: EditBucket; item: string; original: Record<string, SlotValue> } | null
  typed: Record<string, string>
  problems: Record<string, FieldProblem[]>
  preview: EditPreview | null
}
type More = Partial<Pick<Editing, 'typed' | 'problems' | 'preview' | 'answered'>>

/** Throws 404 for an address that names no message, or no part of it. */
function addressed({ searchParams }: URL) {
  const number = (name: string) => Number(searchParams.get(name) ?? Number.NaN)
  const key = messageKey.safeParse({
    smib: searchParams.get('smib'),
    at: number('at'),
    message_seq_nr: number('nr'),
  })
  const bucket = z.enum(editBuckets).nullable().safeParse(searchParams.get('bucket'))
  if (!key.success || !bucket.success) throw notFound()
  return { key: key.data, bucket: bucket.data, item: searchParams.get('item') ?? '' }
}

function partOf(parts: MessageParts, bucket: EditBucket, item: string): Editing['part'] {
  const found = {
    events: () => {
      const one = parts.events.find(({ event }) => event === item)
      return one && { code: one.code }
    },
    counters: () => parts.counters.find(({ game_nr }) => String(game_nr) === item)?.meters,
    slotdata: () => {
      const one = parts.slotdata.find(({ name }) => name === item)
      return one && { [item]: one.value }
    },
  }[bucket]()
  if (!found) throw notFound()
  return { bucket, item, original: found }
}

export async function loadEditing(context: GuardedContext, more: More = {}): Promise<Editing> {
  const { api, url, t, locale } = context
  const { key, bucket, item } = addressed(url)
  const { parts } = await api.call('POST', editPaths.parts, {
    body: key,
    write: false,
    schema: z.object({ parts: messageParts }),
  })
  const message = `${LIST}/part?smib=${key.smib}&at=${key.at}&nr=${key.message_seq_nr}`
  return {
    title: t('message-edits:add.title', {
      nr: formatter(locale, parts.time_zone).number(key.message_seq_nr),
      slot: parts.slot.name,
    }),
    message,
    here: bucket ? `${message}&bucket=${bucket}&item=${encodeURIComponent(item)}` : message,
    at: key.at,
    nr: key.message_seq_nr,
    parts,
    part: bucket && partOf(parts, bucket, item),
    typed: {},
    problems: {},
    preview: null,
    key: randomUUID(),
    ...more,
  }
}

/** As the form has them, by bucket. */
const fieldsOf: Record<EditBucket, readonly string[]> = {
  events: ['does', 'code'],
  counters: ['does', ...repairMeters.map(name => `values.${name}`)],
  slotdata: ['does', 'value'],
}

type Body = Record<string, unknown>

function bodyOf(
  form: FormData,
  { key, bucket, item, original }: Part,
): { body?: Body; problems?: Editing['problems'] } {
  const does = textOf(form, 'does')
  if (does !== 'correct' && does !== 'leave_out') return { problems: { does: [{ code: 'required' }] } }
  const corrects = does === 'correct'
  if (bucket === 'events')
    return { body: { ...key, event: item, ...(corrects && { code: textOf(form, 'code') }) } }
  if (bucket === 'slotdata')
    return {
      body: {
        ...key,
        name: item,
        ...(corrects && { value: typedAs(original[item], textOf(form, 'value')) }),
      },
    }
  const values = Object.fromEntries(
    repairMeters.flatMap(name => {
      const value = meterOf(textOf(form, `values.${name}`))
      return value === null ? [] : [[name, value]]
    }),
  )
  return { body: { ...key, game_nr: Number(item), ...(corrects && { values }) } }
}
interface Part {
  key: z.output<typeof messageKey>
  bucket: EditBucket
  item: string
  original: Record<string, SlotValue>
}

/** A number stays a number, a flag a flag: what was no text is typed as it is shown. */
function typedAs(before: SlotValue | undefined, text: string): SlotValue {
  if (typeof before === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

export async function performEditing(context: GuardedContext) {
  const { api, url, form, t, toast } = context
  const intent = intentIn(form, ['preview', 'edit'])
  const { key, bucket, item } = addressed(url)
  if (!bucket) throw notFound()
  const { part } = await loadEditing(context)
  const fields = fieldsOf[bucket]
  const typed = typedOf(form, fields)
  const { body, problems } = bodyOf(form, { key, bucket, item, original: part?.original ?? {} })
  if (!body)
    return data(await loadEditing(context, { typed, ...(problems && { problems }) }), { status: 422 })
  const previewed = async () =>
    (
      await api.call('POST', editPaths.preview(bucket), {
        body,
        write: false,
        schema: z.object({ preview: editPreview }),
      })
    ).preview
  if (intent === 'preview') {
    try {
      return await loadEditing(context, { typed, preview: await previewed() })
    } catch (error) {
      const { status, shown } = refusedPreview(error, typed, [...fields, 'values'])
      return data(await loadEditing(context, shown), { status })
    }
  }
  const sent = await send(context, 'edit', {
    path: editPaths.add(bucket),
    body: { ...body, reason: textOf(form, 'reason') },
    fields: ['reason', 'values', ...fields],
    problemsOf: found => found,
    schema: z.object({
      'message-edit': messageEditsContract.row.nullable(),
      asked: z.string().nullable(),
    }),
  })
  if (sent.refused) {
    const again = await attempt(previewed())
    return data(
      await loadEditing(context, {
        typed,
        ...(again.value && { preview: again.value }),
        ...partedRefusal(sent.refused.data),
      }),
      { status: sent.refused.status },
    )
  }
  const { 'message-edit': edit, asked: approval } = sent.value
  const { to, message } = approval
    ? requested(t, approval)
    : { to: `${LIST}/${edit?._id}`, message: t('message-edits:add.done') }
  await toast('good', message)
  return redirect(to, 303)
}
