import type { MailKind } from './mail.contract'

interface Text {
  subject: string
  /** Paragraphs; `{name}` is filled in. */
  body: readonly string[]
}

export type MailTexts = Record<MailKind, Text>
