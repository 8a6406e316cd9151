/** Files of a report, its print, and the way to share it: what stands at the top of each of its pages. */
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { ShareButton } from '../../workflow/exports/share-button'

export function ReportFileLinks({ path, isShareable = true }: { path: string; isShareable?: boolean }) {
  const { t } = useShell()
  return (
    <>
      <LinkButton href={`${path}/csv`}>CSV</LinkButton>
      <LinkButton href={`${path}/xlsx`}>XLSX</LinkButton>
      <LinkButton href={`${path}/pdf`}>PDF</LinkButton>
      {isShareable ? <ShareButton kind="report" document={path} /> : null}
      <LinkButton href={`${path}/print`}>{t('engine:list.print')}</LinkButton>
    </>
  )
}
