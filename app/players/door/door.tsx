/**
 * A kiosk's page at the door: one field, and allow or deny. It works without scripts: a scanner that types and sends
 * Enter is all it needs.
 * Whatever keeps the backend from answering in time, the answer is "ask the manager", never allow.
 */
import { useActionData } from '@remix-run/react'
import type { z } from 'zod'
import {
  doorPath,
  doorState,
  doorWords,
  scanAnswer,
  scanInput,
  scanPath,
} from '../../../backend/players/player-exclusion/player-scans.contract'
import { bare } from '../../../backend/platform/contract/typed-text'
import { documentType } from '../../../backend/players/player-exclusion/person.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { Island } from '../../islands/island'
import { Notices } from '../../engine/components/list-notes'
import { locationChoices } from '../../estate/locations/location-choices.server'
import { isId } from '../../engine/data/resource-at.server'
import { unusedOf } from '../../engine/address/notice'
import { page } from '../../session/failures.server'
import { demandField } from '../../session/form.server'
import { open, type OpenContext } from '../../session/guard.server'
import { SessionEnded } from '../../session/tokens.server'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Field, Input, Select } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { EmptyState, PageHeader } from '../../ui/page'

/** Somebody waits at the door: after so long the manager is quicker. Milliseconds. */
const PATIENCE_MS = 2_000

type Answer = Omit<z.output<typeof scanAnswer>, 'scanned_at'> & {
  /** Null: the backend has not answered. */
  scanned_at: number | null
}

/** Who is signed in is believed from the last time when the backend is away: this page has to say so itself. */
function demandDoorman({ user, can, request, requestSession }: OpenContext): void {
  if (!user) throw new SessionEnded('nobody is signed in')
  if (!can('pe_scan::create')) throw page('forbidden', 403, request, requestSession)
}

export const loader = open(async context => {
  demandDoorman(context)
  const { url, api, t } = context
  const location = url.searchParams.get('location') ?? ''
  const title = t('door:title')
  const notices = unusedOf(url.searchParams, { location: isId })
  if (!isId(location))
    return { title, notices, location: null, locations: (await locationChoices(api)).locations, state: null }
  const state = await orNull(
    api.call('GET', `${doorPath}?location=${location}`, { schema: doorState, timeLimitMs: PATIENCE_MS }),
  )
  return { title, notices, location, locations: [], state }
})

export const action = open(async (context): Promise<Answer> => {
  demandDoorman(context)
  demandField(context.form, ['secret_number'])
  const { form, url, api, locale } = context
  const sent = scanInput.safeParse({
    location: url.searchParams.get('location'),
    document_type: form.get('kind') ?? undefined,
    // A part of a longer text may be somebody else's number: that is nobody's.
    number: bare(String(form.get('secret_number') ?? '')),
    language: locale,
  })
  const answered = sent.success
    ? await orNull(
        api.call('POST', scanPath, { body: sent.data, schema: scanAnswer, timeLimitMs: PATIENCE_MS }),
      )
    : null
  const fault = sent.success ? null : 'document_number'
  return answered ?? { answer: 'manager', fault, scanned_at: null, is_stale: false, list_as_of: null }
})

/** Null for whatever the backend did not answer in time, or answered with anything but an answer. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const icons = { allow: 'check', deny: 'close', manager: 'warning' } as const

export default function Door() {
  const { title, notices, location, locations, state } = useLoaded<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={notices} />
      {location === null ? (
        <ChooseDoor locations={locations} />
      ) : (
        <div className="door">
          {answer ? <DoorAnswer answer={answer} /> : null}
          {/* The page of a kiosk stays open for days: an autofocus after each answer is what a scanner types into. */}
          <form method="post" className="door-form" autoComplete="off">
            <Field id="door-number" label={t('door:number')}>
              <Input
                id="door-number"
                // By this name no session keeps what was typed.
                name="secret_number"
                type="text"
                required
                maxLength={80}
                autoFocus
                spellCheck={false}
                autoComplete="off"
                autoCapitalize="characters"
                className="door-number"
              />
            </Field>
            <Field id="door-kind" label={t('door:kind')}>
              <Select
                id="door-kind"
                name="kind"
                // The next visitor's is another: it goes back after each answer.
                defaultValue={documentType.options[0]}
                options={documentType.options.map(value => ({ value, label: t(`door:document.${value}`) }))}
              />
            </Field>
            <Button type="submit" tone="primary" className="door-check">
              {t('door:check')}
            </Button>
          </form>
          <ListAge
            state={answer?.scanned_at ? answer : state}
            isAway={state === null && !answer?.scanned_at}
          />
          <div className="no-print">
            <Island
              name="door-sound"
              props={{
                answer: answer?.answer ?? null,
                words: {
                  on: t('door:sound_on'),
                  off: t('door:sound_off'),
                  held_back: t('door:sound_held_back'),
                },
              }}
            />
            <p className="mt-2">
              <a className="link" href="/player-exclusion/door">
                {t('door:change')}
              </a>
            </p>
          </div>
        </div>
      )}
    </>
  )
}

function DoorAnswer({ answer: { answer, fault, scanned_at } }: { answer: Answer }) {
  const { t, format, locale } = useShell()
  return (
    <div className={`door-answer door-${answer}`} role="alert">
      <Icon name={icons[answer]} className="door-icon" />
      <div>
        <p className="door-word">{doorWords[locale][answer]}</p>
        <p>
          {fault === 'age_unknown'
            ? t('door:age_unknown')
            : fault
              ? t('door:unreadable', { problem: t([`errors:fields.${fault}`, 'errors:fields.invalid']) })
              : scanned_at === null
                ? t('door:no_answer')
                : t('door:answered', { time: format.dateTime(scanned_at) })}
        </p>
      </div>
    </div>
  )
}

function ListAge({
  state,
  isAway,
}: {
  state: { is_stale: boolean; list_as_of: number | null } | null
  isAway: boolean
}) {
  const { t, format } = useShell()
  if (isAway) return <Alert tone="warn">{t('door:no_answer')}</Alert>
  if (!state?.is_stale) return null
  return (
    <Alert tone="warn">
      {state.list_as_of === null
        ? t('door:stale_none')
        : t('door:stale_since', { time: format.dateTime(state.list_as_of) })}
    </Alert>
  )
}

function ChooseDoor({ locations }: { locations: readonly { value: string; label: string }[] }) {
  const { t } = useShell()
  if (locations.length === 0) return <EmptyState title={t('door:no_location')} />
  return (
    <form method="get" className="door-form">
      <p>{t('door:choose')}</p>
      <Field id="door-location" label={t('door:location')}>
        <Select id="door-location" name="location" options={locations} />
      </Field>
      <Button type="submit" tone="primary" className="door-check">
        {t('door:use')}
      </Button>
    </form>
  )
}
