/** What e-mails say, in three languages. Plain text: it reads the same everywhere, and a link shows where it leads. */
import { instantFormat } from '../../platform/contract/instant-format'
import type { MailKind, MailLanguage } from './mail.contract'
import type { MailTexts } from './mail-text'
import type { Composed } from './mail.service'
import { en } from './texts.en'
import { pt } from './texts.pt'
import { ro } from './texts.ro'
import { installationName } from '../../platform/process/installation-name'

const product = {
  en: 'Gambling management system',
  ro: 'Sistem de management al jocurilor de noroc',
  pt: 'Sistema de gestão de jogo',
} as const satisfies Record<MailLanguage, string>

const texts: Record<MailLanguage, MailTexts> = { en, ro, pt }

/** Several people may have one address: each gets a part of the same message. */
export function textOf(
  kind: MailKind,
  language: MailLanguage,
  parts: readonly Readonly<Record<string, string>>[],
): Composed {
  const { subject, body } = texts[language][kind]
  const fill = (line: string, values: Readonly<Record<string, string>>) =>
    line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const filled = (values: Readonly<Record<string, string>>) =>
    body.map(line => fill(line, values)).join('\n\n')
  return {
    subject: fill(subject, parts[0] ?? {}),
    text: parts.map(filled).join('\n\n———\n\n'),
  }
}

/** Under each message: who wrote it. `name`: a tenant's own; null for the installation's. */
export const signed = (text: string, language: MailLanguage, name: string | null): string =>
  `${text}\n\n--\n${name ?? installationName(product[language])}\n`

const tags = { en: 'en-GB', ro: 'ro-RO', pt: 'pt-PT' } as const

/** A moment as people read it, with its zone. */
export const momentText = (at: number, language: MailLanguage, timeZone: string): string =>
  instantFormat(tags[language], { dateStyle: 'long', timeStyle: 'short' }, timeZone).format(at) +
  ` (${timeZone})`
