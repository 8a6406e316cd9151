/**
 * A secret as an action's result: it stands in this answer's page and nowhere else, neither in an address nor in a
 * session.
 */
import { useShell } from '../../console/shell-context'
import { Island } from '../../islands/island'
import type { ResourceName } from '../../addresses/names'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'

/** What an action answers in place of a redirect. */
export interface Revealed {
  revealed: true
  /** Namespace of its words: `<entity>:secret`. */
  entity: ResourceName
  title: string
  crumbs: Record<string, string>
  /** Null when the form was sent again: the first answer had it. */
  secret: string | null
  /** The record that it belongs to. */
  back: string
}

export const isRevealed = (answer: unknown): answer is Revealed =>
  typeof answer === 'object' && answer !== null && 'revealed' in answer

export function OneTimeSecret({ entity, title, secret, back }: Omit<Revealed, 'revealed' | 'crumbs'>) {
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <Alert
        tone="warn"
        className="mb-3"
        title={t(secret === null ? 'engine:secret.shown_before' : 'engine:secret.once')}
      >
        <p>{t(secret === null ? 'engine:secret.get_another' : `${entity}:secret.told`)}</p>
      </Alert>
      {secret === null ? null : (
        <>
          <p className="mb-1 text-sm" id="secret-label">
            {t(`${entity}:secret.label`)}
          </p>
          <Island
            name="copy"
            props={{ words: { copy: t('engine:secret.copy'), copied: t('engine:secret.copied') } }}
          >
            <p className="mb-3">
              {/* One click or tap selects all of it, so that it is copied whole without a script. */}
              <output
                aria-labelledby="secret-label"
                className="select-all whitespace-pre-wrap break-words font-mono text-lg"
              >
                {secret}
              </output>
            </p>
          </Island>
        </>
      )}
      <LinkButton href={back} tone="primary">
        {t(secret === null ? 'engine:secret.open' : 'engine:secret.noted')}
      </LinkButton>
    </>
  )
}
