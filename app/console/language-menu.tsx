import { localeNames, locales } from '../i18n/locales'
import { Icon } from '../ui/icon'
import { useShell } from './shell-context'

/** The language selector: flags and names, a form without JavaScript, back to the same page. */
export function LanguageMenu() {
  const { locale, path, t } = useShell()
  return (
    <details className="pop pop-end" {...{ name: 'menu' }}>
      <summary className="bar-item" aria-label={`${t('console:frame.language')}: ${localeNames[locale]}`}>
        <Flag locale={locale} />
        <span>{locale.toUpperCase()}</span>
        <Icon name="down" className="caret" />
      </summary>
      <form method="post" action="/language" className="sheet">
        <input type="hidden" name="redirectTo" value={path} />
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
    </details>
  )
}

const Flag = ({ locale }: { locale: string }) => (
  <img className="flag" src={`/flags/${locale}.svg`} alt="" width={20} height={14} loading="lazy" />
)
