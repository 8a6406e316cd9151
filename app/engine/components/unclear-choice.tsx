import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Notices } from './list-notes'
import type { Notice } from '../address/list-spec'

/**
 * In place of a form over many rows whose address was not understood as a whole: what was not used, and the way to
 * choose anew.
 */
export function UnclearChoice({ notices, back }: { notices: readonly Notice[]; back: string }) {
  const { t } = useShell()
  return (
    <>
      <Notices notices={notices} />
      <p className="prose-width mb-2">{t('engine:command.unclear')}</p>
      <LinkButton href={back}>{t('engine:command.choose_again')}</LinkButton>
    </>
  )
}
