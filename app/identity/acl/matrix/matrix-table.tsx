/** One sheet of the matrix. A cell says what it means by its shape, and in words for those who hear it. */
import { rightCells } from '../../../../backend/identity/acl/rights-matrix.contract'
import { useAcrossPaper } from '../../../ui/paper'
import { useShell } from '../../../console/shell-context'
import { permissionWords } from '../../../i18n/permission-words'
import { cellAt } from './cell'
import type { MatrixUser } from './matrix.server'
import type { MatrixSection } from './sections'

/** Over so few columns a heading that lies is broken into letters. */
const NARROW = 3

const marks = { g: 'yes', n: 'part', '-': undefined } as const

export function MatrixTable({ sheet, users }: { sheet: MatrixSection[]; users: MatrixUser[] }) {
  const { t, format } = useShell()
  useAcrossPaper()
  const about = format.list(sheet.map(({ entity }) => t(`permissions:entities.${entity}`)))
  const caption = t('users:matrix.caption', { about })
  const words = { g: t('users:matrix.granted'), n: t('users:matrix.narrowed'), '-': t('users:matrix.not') }
  const columns = sheet.flatMap(section =>
    section.columns.map((column, nr) => ({ ...column, className: nr === 0 ? 'first' : undefined })),
  )
  return (
    <div className="matrix-region" role="region" aria-label={caption} tabIndex={0}>
      <table className="matrix">
        <caption>{about}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('users:matrix.user')}
            </th>
            {sheet.map(({ entity, columns: own }) => (
              <th
                key={entity}
                scope="colgroup"
                colSpan={own.length}
                className={own.length > NARROW ? 'first' : 'first upright'}
              >
                <span>{t(`permissions:entities.${entity}`)}</span>
              </th>
            ))}
          </tr>
          <tr>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                <span>{permissionWords(name, t).verb}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map(user => (
            <tr key={user.id}>
              <th scope="row">
                <a className="link" href={`/acl/users/${user.id}/rights`}>
                  {user.name}
                </a>
                <small>
                  {user.username} · {user.tenant ?? t('users:matrix.of_system')}
                  {user.isActive ? '' : ` · ${t('users:state.disabled')}`}
                </small>
              </th>
              {columns.map(({ name, index, className }) => {
                const cell = cellAt(user.cells, index)
                const mark = [marks[cell], className].filter(Boolean).join(' ')
                return (
                  <td key={name} className={mark || undefined}>
                    {words[cell]}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What the shapes mean, on screen and on paper. */
export function MatrixKey() {
  const { t } = useShell()
  return (
    <ul className="matrix-key">
      {(['g', 'n', '-'] as const).map(cell => (
        <li key={cell}>
          <i className={marks[cell]} aria-hidden="true" />
          {t(`users:matrix.${rightCells[cell]}`)}
        </li>
      ))}
    </ul>
  )
}
