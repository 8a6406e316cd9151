import type { Config } from '../../../backend/platform/layered-settings/config.contract'
import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'

/** Source 1 is this page; 2 and 3 are questions to the SMIB (specification, section 4). */
export function AskSmib({ config: { _id, smib, archived } }: { config: Config }) {
  const { t, can } = useShell()
  if (archived || !smib) return <p className="prose-width">{t('config:ask.no_board')}</p>
  const path = (source: 2 | 3) => `/config/slot/${_id}/sas/${source}`
  return (
    <div className="prose-width">
      <p>{t('config:ask.about')}</p>
      <div className="form-actions no-print">
        {can('smib::send_cmd') && can('slot::update_config') ? (
          <LinkButton href={`${path(2)}#ask`}>{t('config:ask.save')}</LinkButton>
        ) : null}
        {can('smib::send_cmd') ? (
          <form method="post" action={path(3)}>
            <Button name="intent" value="ask">
              {t('config:ask.show')}
            </Button>
          </form>
        ) : null}
        <a className="link" href={path(2)}>
          {t('config:ask.last_saved')}
        </a>
        <a className="link" href={path(3)}>
          {t('config:ask.last_shown')}
        </a>
      </div>
    </div>
  )
}
