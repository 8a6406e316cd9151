export const locales = ['en', 'ro', 'pt'] as const
export type Locale = (typeof locales)[number]
export const fallbackLocale: Locale = 'en'

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** Each language in its own name, as the language menu shows it. */
export const localeNames: Record<Locale, string> = { en: 'English', ro: 'Română', pt: 'Português' }

/** The regional form whose dates and numbers are written (domain.md section 13). */
export const regions: Record<Locale, string> = { en: 'en-GB', ro: 'ro-RO', pt: 'pt-PT' }

/** By its regional form. */
export const localeOf = (region: string): Locale =>
  locales.find(locale => regions[locale] === region) ?? fallbackLocale

/** Looks a text up: `t('slots:fields.serial')`. Of several keys, the first that exists. */
export type Translate = (key: string | string[], values?: Record<string, unknown>) => string
