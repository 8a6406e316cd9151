/** Files of a report, its print, and the way to share it: what stands at the top of each of its pages. */
import { shareLinksContract } from '../../../backend/accounting/share-links/share-links.contract'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'

export function ReportFileLinks({ path, isShareable = true }: { path: string; isShareable?: boolean }) {
  const { t, can } = useShell()
  const { create } = shareLinksContract.permissions
  return (
    <>
      <LinkButton href={`${path}/csv`}>CSV</LinkButton>
      <LinkButton href={`${path}/xlsx`}>XLSX</LinkButton>
      <LinkButton href={`${path}/pdf`}>PDF</LinkButton>
      {isShareable && create && can(create) ? (
        <LinkButton
          href={`/share-links/new?${new URLSearchParams({ kind: 'report', document: path }).toString()}`}
        >
          {t('fiscal:share')}
        </LinkButton>
      ) : null}
      <LinkButton href={`${path}/print`}>{t('engine:list.print')}</LinkButton>
    </>
  )
}
