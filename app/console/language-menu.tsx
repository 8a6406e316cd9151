import { localeNames, locales } from '../i18n/locales'
import { useShell } from './shell-context'

/**
 * The language selector. Where scripts run it is fetched when it is opened; before the sign-in, where none do, it
 * stands in the page.
 */
export function LanguageMenu() {
  const { locale, path, user, t, isForAnybody } = useShell()
  const label = `${t('console:frame.language')}: ${localeNames[locale]}`
  const shown = (
    <>
      <Flag locale={locale} />
      <span>{locale.toUpperCase()}</span>
    </>
  )
  if (user)
    return (
      <a
        className="bar-item caret"
        href={`/language?from=${encodeURIComponent(path)}`}
        data-sheet="pop-end"
        aria-label={label}
      >
        {shown}
      </a>
    )
  return (
    <details className="pop pop-end" {...{ name: 'menu' }}>
      <summary className="bar-item caret" aria-label={label}>
        {shown}
      </summary>
      <div className="sheet">
        {isForAnybody ? <LanguageLinks at={path} /> : <LanguageChoice from={path} />}
      </div>
    </details>
  )
}

/** Flags and names: a form without JavaScript, back to the same page. */
export function LanguageChoice({ from }: { from: string }) {
  const { locale } = useShell()
  return (
    <form method="post" action="/language">
      <input type="hidden" name="redirectTo" value={from} />
      <ul className="sheet-list">
        {locales.map(one => (
          <li key={one}>
            <button
              type="submit"
              name="lng"
              value={one}
              lang={one}
              aria-current={one === locale ? 'true' : undefined}
            >
              <Flag locale={one} />
              {localeNames[one]}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** Each language at an address of its own: no cookie is needed. */
function LanguageLinks({ at }: { at: string }) {
  const { locale } = useShell()
  const [pathname = '', search] = at.split('?')
  return (
    <ul className="sheet-list">
      {locales.map(one => {
        const parameters = new URLSearchParams(search)
        parameters.set('lng', one)
        return (
          <li key={one}>
            <a
              href={`${pathname}?${parameters.toString()}`}
              hrefLang={one}
              lang={one}
              aria-current={one === locale ? 'true' : undefined}
            >
              <Flag locale={one} />
              {localeNames[one]}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const Flag = ({ locale }: { locale: string }) => <span className={`flag flag-${locale}`} aria-hidden="true" />
