/** A fiscal form: header, table, sums and signatures as they are printed, in the form's own language. */
import { Fragment } from 'react'
import type { FormLogo } from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import { useAcrossPaper } from '../../ui/paper'
import { Qr } from '../../ui/qr'
import type { FormShown } from './fiscal.server'
import { signs } from './form-notes'
import { leadOf } from './form-sheet'

/** `rowHref`: where a row's takings come from. */
export function FiscalForm({
  shown: { form, document },
  rowHref,
  marks,
}: {
  shown: FormShown
  rowHref?: (slotId: string) => string
  /** What a row's mark says, in the reader's language. */
  marks: Readonly<Record<string, string>>
}) {
  useAcrossPaper()
  const { columns, rows, footer } = form
  const groups = columns.reduce<{ name: string | null; keys: string[] }[]>((found, { key, group }) => {
    const last = found.at(-1)
    if (group !== null && last?.name === group) last.keys.push(key)
    else found.push({ name: group, keys: [key] })
    return found
  }, [])
  const labels = new Map(columns.map(one => [one.key, one]))
  const lead = leadOf(columns, footer)
  const hasGroups = groups.some(({ name }) => name !== null)
  return (
    <article className="fiscal" lang={form.language}>
      <header className="fiscal-head">
        {document.logo?.png ? <FormLogoImage logo={document.logo} alt={document.organiser.name} /> : null}
        <h2>{form.title}</h2>
        <dl>
          {form.parties.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className="table-region" role="region" aria-label={form.caption} tabIndex={0}>
        <table className="fiscal-table">
          <caption>{form.caption}</caption>
          <thead>
            <tr>
              {groups.map(({ name, keys }) =>
                name === null ? (
                  keys.map(key => (
                    <th
                      key={key}
                      scope="col"
                      // A cell may not reach into a row that is not there.
                      rowSpan={hasGroups ? 2 : 1}
                      className={labels.get(key)?.numeric ? 'n' : undefined}
                    >
                      {labels.get(key)?.label}
                    </th>
                  ))
                ) : (
                  <th key={keys[0]} scope="colgroup" colSpan={keys.length} className="g">
                    {name}
                  </th>
                ),
              )}
            </tr>
            {hasGroups ? (
              <tr>
                {groups
                  .filter(({ name }) => name !== null)
                  .map(({ keys }) => (
                    <Fragment key={keys[0]}>
                      {keys.map((key, at) => (
                        <th key={key} scope="col" className={at === 0 ? 'n first' : 'n'}>
                          {labels.get(key)?.label}
                        </th>
                      ))}
                    </Fragment>
                  ))}
              </tr>
            ) : null}
            {columns.some(({ nr }) => nr !== '') ? (
              <tr className="nrs" aria-hidden="true">
                {columns.map(({ key, nr, numeric }) => (
                  <td key={key} className={numeric ? 'n' : undefined}>
                    {nr}
                  </td>
                ))}
              </tr>
            ) : null}
          </thead>
          <tbody>
            {rows.map(({ key, slotId, cells, mark }) => (
              <tr key={key}>
                {cells.map((cell, at) => {
                  const name = columns[at]?.key
                  if (name === form.head)
                    return (
                      <th key={name} scope="row">
                        {cell}
                        {mark ? <Mark sign={signs[mark] ?? ''} words={marks[mark] ?? ''} /> : null}
                      </th>
                    )
                  return (
                    <td key={name} className={/^(si|sf|f|d)_in$/.test(name ?? '') ? 'n first' : 'n'}>
                      {name === 'takings' && slotId !== null && rowHref ? (
                        <a className="ev" href={rowHref(slotId)}>
                          {cell}
                        </a>
                      ) : (
                        cell
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {footer.map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row" colSpan={lead}>
                  <span>{label}</span>
                </th>
                {columns.slice(lead).map(({ key }) => (
                  <td key={key} className="n">
                    {cells[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      <footer className="fiscal-foot">
        <div className="fiscal-signed">
          <div className="fiscal-signatures">
            {form.signatures.map(({ key, lines }) => (
              <dl key={key}>
                <div className="fiscal-signer">
                  <dt>{key}</dt>
                </div>
                {lines.map(line => (
                  <div key={line}>
                    <dt>{line}</dt>
                    <dd />
                  </div>
                ))}
              </dl>
            ))}
            {form.seal ? (
              <ul className="fiscal-seal">
                {form.seal.lines.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : null}
          </div>
          {form.seal?.link ? (
            <div className="fiscal-qr">
              <Qr text={form.seal.link} label={form.seal.code} />
            </div>
          ) : null}
        </div>
        <ul className="fiscal-notes">
          {form.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <p className="only-print fiscal-made">{form.foot}</p>
      </footer>
    </article>
  )
}

/** Stands in the page itself: whoever may see the form, with a share link, too, sees its logo. */
export const FormLogoImage = ({ logo, alt }: { logo: FormLogo; alt: string }) => (
  <img
    className="fiscal-logo"
    src={`data:image/png;base64,${logo.png ?? ''}`}
    width={logo.width}
    height={logo.height}
    alt={alt}
  />
)

/** The same sign as on paper and under the form; its word for whoever cannot see it. */
const Mark = ({ sign, words }: { sign: string; words: string }) => (
  <span className="fiscal-mark" title={words}>
    <span aria-hidden="true">{sign}</span>
    <span className="sr-only">{words}</span>
  </span>
)
