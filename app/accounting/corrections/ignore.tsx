/**
 * A message is ignored in one step: what that would move, and why. Its address names the message, as the page of an
 * hour links to it.
 */
import { z } from 'zod'
import {
  ignoredMessagesContract,
  ignorePaths,
  ignorePreview,
  messageKey,
} from '../../../backend/accounting/corrections/ignored-messages.contract'
import { useShell, useShown } from '../../console/shell-context'
import { notFound } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { PageHeader, Section } from '../../ui/page'
import { formsOf, performOrder, textOf, type Answered } from '../../engine/form/orders.server'
import { requested } from '../../workflow/second-person/pending-request'
import { Effect } from '../repairs/effect'
import { RequestedOrder } from './requested-order'

const needs = { all: ['slot::get', 'rawdata::ignore_message'] } as const
const LIST = resourcePaths['ignored-messages']

/** Throws 404 for an address that names no message. */
function keyIn({ searchParams }: URL): z.output<typeof messageKey> {
  const number = (name: string) => Number(searchParams.get(name) ?? Number.NaN)
  const key = messageKey.safeParse({
    smib: searchParams.get('smib'),
    at: number('at'),
    message_seq_nr: number('nr'),
  })
  if (!key.success) throw notFound()
  return key.data
}

async function load(context: GuardedContext, answered?: Answered) {
  const { api, url, t, locale } = context
  const key = keyIn(url)
  const { preview } = await api.call('POST', ignorePaths.preview, {
    body: key,
    write: false,
    schema: z.object({ preview: ignorePreview }),
  })
  const format = formatter(locale, preview.time_zone)
  return {
    title: t('ignored-messages:add.title', {
      nr: format.number(key.message_seq_nr),
      slot: preview.slot.name,
    }),
    here: `${LIST}/add?smib=${key.smib}&at=${key.at}&nr=${key.message_seq_nr}`,
    at: key.at,
    preview,
    ...formsOf(answered),
  }
}

export const loader = guarded(needs, context => load(context))

export const action = guarded(
  needs,
  context =>
    performOrder(context, 'ignore', {
      path: ignorePaths.add,
      body: { ...keyIn(context.url), reason: textOf(context.form, 'reason') },
      fields: ['reason'],
      schema: z.object({
        'ignored-message': ignoredMessagesContract.row.nullable(),
        asked: z.string().nullable(),
      }),
      again: answered => load(context, answered),
      done: ({ 'ignored-message': edit, asked: approval }) =>
        approval
          ? requested(context.t, approval)
          : { to: `${LIST}/${edit?._id}`, message: context.t('ignored-messages:add.done') },
    }),
  { keepsAnswer: true },
)

export default function IgnorePage() {
  const { title, here, at, preview, key, answered } = useShown<typeof loader>()
  const { t, locale } = useShell()
  const format = formatter(locale, preview.time_zone)
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width">
        {t('ignored-messages:add.what', {
          smib: preview.smib.name,
          location: preview.location.name,
          time: format.dateTime(at),
          zone: preview.time_zone,
        })}
      </p>
      {preview.ignored ? (
        <Alert tone="warn" title={t('ignored-messages:add.ignored')}>
          <a className="link" href={`${LIST}/${preview.ignored}`}>
            {t('ignored-messages:add.open')}
          </a>
        </Alert>
      ) : (
        <Section title={t('repairs:effect.title')}>
          <Effect effect={preview.effect} zone={preview.time_zone} />
          <RequestedOrder
            secondPerson={preview.second_person}
            intent="ignore"
            answered={answered}
            formKey={key}
            action={here}
            checkHref={LIST}
            backHref={`/slots/${preview.slot._id}`}
            submit={t('ignored-messages:add.submit')}
            effect={t('ignored-messages:add.effect')}
          />
        </Section>
      )}
    </>
  )
}
