/**
 * One form's life on the server: shown, sent, refused with everything that was typed, settled after somebody else's
 * save. Resource forms and orders share its parts; a form about one thing that is read and sent is a `formPage`.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import type { LastSave } from '../../../backend/platform/contract/problem'
import { ApiError } from '../../api/api-error'
import { demandKeyed, keyIn } from '../../session/form.server'
import type { GuardedContext } from '../../session/guard.server'
import { failureOf, type Failure } from '../data/failure.server'
import { byField, type Problems, type Typed } from './form'
import { baseIn, baseOf, lastSaveIn, parted } from './form-base.server'
import { textIn } from './text-in'

/**
 * A form's own hidden fields. `key`: one per form that was shown, so that a second press of its button does nothing
 * twice.
 */
export function sentIn(form: FormData): { version: number | null; key: string } {
  const version = textIn(form, 'version')
  return {
    version: /^\d{1,15}$/.test(version) ? Number(version) : null,
    key: keyIn(form),
  }
}

/** What was typed; after a conflict, of each field whatever was chosen. */
const chosenIn = (form: FormData, names: readonly string[]): Typed =>
  Object.fromEntries(
    names.map(name => [
      name,
      textIn(form, textIn(form, `keep.${name}`) === 'theirs' ? `theirs.${name}` : name),
    ]),
  )

export interface Refusal {
  status: number
  problems: Problems
  /** Why it did not happen, where no field of the form is to blame. */
  failure: Failure | null
  /**
   * For the next press of the button: after a lost answer the same, since a repeated request that had worked changes
   * nothing.
   */
  key: string
}

/**
 * Why sending failed. A problem of a field that the form does not have counts as a failure of the form.
 * Throws what concerns the whole page.
 */
export function refusalOf(
  error: unknown,
  {
    key,
    names,
    problemsOf = byField,
  }: { key: string; names: readonly string[]; problemsOf?: (found: Problems) => Problems },
): Refusal {
  const failure = failureOf(error)
  const problems = Object.fromEntries(
    Object.entries(problemsOf(failure.fields)).filter(([name]) => names.includes(name)),
  )
  return {
    status: failure.status,
    problems,
    failure: Object.keys(problems).length > 0 ? null : failure,
    key: failure.unknown ? key : randomUUID(),
  }
}

export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'version_conflict'

export interface PageForm {
  typed: Typed
  problems: Problems
  failure: Failure | null
  version: number
  key: string
  /** What stood when it was shown. */
  base: string
  /** After somebody else's save. */
  conflict: PageConflict | null
}

/** Somebody saved first. `theirs`: what stands now of the fields that both have changed. */
interface PageConflict {
  theirs: Typed
  /** Fields that one of the two alone has changed: by the other, in the form now; by this one, as typed. */
  taken: string[]
  own: string[]
  saved: LastSave | null
}

interface Sending<Now> {
  now: Now
  typed: Typed
  /** What the person has read; 0, which no record has, when the form does not say. */
  version: number
  key: string
  form: FormData
}

interface FormPage<Now> {
  /** What the form is about. Redirects when it cannot be changed. */
  read(context: GuardedContext): Promise<Now>
  version(now: Now): number
  /** The form's fields as they are shown first; every field has one, '' when it begins empty. */
  typed(now: Now, context: GuardedContext): Typed
  /** What stands now of fields that two people may disagree on; `typed` without. */
  standing?(now: Now, context: GuardedContext): Typed
  /** Fields that are never shown again, and so are typed anew after a refusal. */
  secrets?(now: Now): readonly string[]
  /** Where it leads when it is done and what the next page says; or what is wrong already, so that nothing was sent. */
  send(
    context: GuardedContext,
    sending: Sending<Now>,
  ): Promise<{ to: string; message: string; problems?: undefined } | { problems: Problems }>
  /** The backend's names and units of problems → the form's. */
  problemsOf?(found: Problems, now: Now, context: GuardedContext): Problems
}

/** Its action goes with `{ keepsAnswer: true }`, and its page shows `useAnswer<PageForm>() ?? form`. */
export function formPage<Now>({
  read,
  version,
  typed,
  standing = typed,
  secrets = () => [],
  send,
  problemsOf,
}: FormPage<Now>) {
  return {
    async load(context: GuardedContext): Promise<{ now: Now; form: PageForm }> {
      const now = await read(context)
      const shown = {
        typed: typed(now, context),
        version: version(now),
        base: baseOf(standing(now, context)),
        key: randomUUID(),
      }
      return { now, form: { ...shown, problems: {}, failure: null, conflict: null } }
    },

    async perform(context: GuardedContext) {
      const { form, toast } = context
      demandKeyed(form)
      const now = await read(context)
      const names = Object.keys(typed(now, context))
      const sent = { typed: chosenIn(form, names), ...versioned(sentIn(form)) }
      const shown = { ...sent.typed, ...Object.fromEntries(secrets(now).map(name => [name, ''])) }
      const refused = (status: number, more: Partial<PageForm>) =>
        data<PageForm>(
          {
            typed: shown,
            version: sent.version,
            base: textIn(form, 'base'),
            key: randomUUID(),
            problems: {},
            failure: null,
            conflict: null,
            ...more,
          },
          { status },
        )
      try {
        const done = await send(context, { ...sent, now, form })
        if (done.problems) return refused(422, { problems: done.problems })
        await toast('good', done.message)
        return redirect(done.to, 303)
      } catch (error) {
        if (isConflict(error)) {
          const newest = await read(context)
          const now = standing(newest, context)
          const { disputed, taken, own } = parted(baseIn(form), sent.typed, now, Object.keys(now))
          return refused(409, {
            typed: { ...shown, ...only(now, taken) },
            version: version(newest),
            base: baseOf(now),
            conflict: { theirs: only(now, disputed), taken, own, saved: lastSaveIn(error) },
          })
        }
        const { status, ...refusal } = refusalOf(error, {
          key: sent.key,
          names,
          ...(problemsOf && { problemsOf: found => problemsOf(found, now, context) }),
        })
        return refused(status, refusal)
      }
    },
  }
}

const only = (texts: Typed, names: readonly string[]): Typed =>
  Object.fromEntries(names.map(name => [name, texts[name] ?? '']))

const versioned = ({ version, key }: ReturnType<typeof sentIn>) => ({ version: version ?? 0, key })
