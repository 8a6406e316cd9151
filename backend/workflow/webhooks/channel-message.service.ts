/**
 * What each kind of channel receives, as its public documents have it: an Adaptive Card for a workflow of Teams, a
 * text for an incoming webhook of Slack and for `sendMessage` of Telegram's Bot API, and what the template of a gateway
 * says for a text message. All of it is plain text there: nothing that a notification names is read as markup.
 */
import { momentText } from '../../identity/mail/mail-texts.service'
import type { ResourceDetails } from '../news/resource-details.contract'
import type { NotificationsTable } from '../news/notifications.table'
import type { Words } from '../news/own-words.service'
import { withValues } from '../news/placeholders.contract'
import { sentenceOf } from '../news/sentence.service'
import type { GatewayValue, WordingValue } from './notification-channels.contract'
import type { NotificationChannelsTable } from './notification-channels.table'

type MessageChannel = Pick<NotificationChannelsTable, 'kind' | 'language' | 'wording'>
/** To whom and in which shape, as the channel has it when it is sent. */
export type Addressed = Pick<NotificationChannelsTable, 'kind' | 'recipient' | 'format' | 'template'>
/** What waits to be sent: the words, whoever then gets them. */
interface Message {
  text: string
  level: Severity
}
type Severity = 'info' | 'warning' | 'alarm'
type Values = Record<WordingValue, string> & { level: Severity }

const severities: Record<Severity, Words> = {
  info: { en: 'Information', ro: 'Informare', pt: 'Informação' },
  warning: { en: 'Warning', ro: 'Avertizare', pt: 'Aviso' },
  alarm: { en: 'Alarm', ro: 'Alarmă', pt: 'Alarme' },
}
const trial: Words = {
  en: 'This is a test of the channel “{name}”. Nothing has happened.',
  ro: 'Acesta este un test al canalului „{name}”. Nu s-a întâmplat nimic.',
  pt: 'Isto é um teste do canal «{name}». Nada aconteceu.',
}
const pushTrial: Words = {
  en: 'This is a test. Nothing has happened.',
  ro: 'Acesta este un test. Nu s-a întâmplat nimic.',
  pt: 'Isto é um teste. Nada aconteceu.',
}
const usual = '{severity}: {text}\n{time}\n{link}'
/** Each character of a text message is paid for. */
const usualSms = '{severity}: {text} ({time})'

/** Telegram takes 4,096 characters of a text, a card 28 KB; a text message of this length is four or five. */
const MOST_CHARACTERS = 2_000
const MOST_SMS_CHARACTERS = 600
/** A push service takes 4 KB, and a character may be three bytes. */
const MOST_PUSH_CHARACTERS = 1_000

/** What is stored until it is sent. `zone`: of the location, in which its time is written. */
export function notificationMessage(
  channel: MessageChannel,
  row: Pick<
    NotificationsTable,
    'template' | 'content' | 'data' | 'resource_details' | 'count' | 'severity' | 'first_at'
  >,
  { zone, link }: { zone: string; link: string },
): string {
  const details = JSON.parse(row.resource_details) as ResourceDetails
  return JSON.stringify(
    messageOf(channel, {
      // The count may still grow, so the sentence says only that it happened.
      text: sentenceOf({ ...row, count: 1 }, channel.language, false),
      severity: severities[row.severity as Severity][channel.language],
      level: row.severity as Severity,
      location: details.location_name ?? '–',
      serial: details.slot_name ?? '–',
      time: momentText(row.first_at, channel.language, zone),
      link,
    }),
  )
}

export const testMessage = (
  channel: MessageChannel & Addressed & { name: string },
  { now, zone, link }: { now: number; zone: string; link: string },
): string =>
  requestBody(
    channel,
    messageOf(channel, {
      text: withValues(trial[channel.language], () => channel.name),
      severity: severities.info[channel.language],
      level: 'info',
      location: '–',
      serial: '–',
      time: momentText(now, channel.language, zone),
      link,
    }),
  )

/** The body of the request: what was stored, to whom the channel leads now. */
export const storedMessage = (channel: Addressed, stored: string): string =>
  requestBody(channel, JSON.parse(stored) as Message)

/** As the service worker reads it (`public/push-worker.js`). */
export const pushMessage = (
  row: Pick<
    NotificationsTable,
    'id' | 'template' | 'content' | 'data' | 'resource_details' | 'count' | 'severity' | 'first_at'
  >,
  { language, zone }: { language: keyof Words; zone: string },
): string =>
  JSON.stringify({
    title: severities[row.severity as Severity][language],
    body: `${cut(sentenceOf({ ...row, count: 1 }, language, false), MOST_PUSH_CHARACTERS)}\n${momentText(row.first_at, language, zone)}`,
    tag: row.id,
    url: '/notifications/list',
    urgent: row.severity === 'alarm',
  })

export const pushTest = (language: keyof Words): string =>
  JSON.stringify({
    title: severities.info[language],
    body: pushTrial[language],
    tag: 'test',
    url: '/notifications/subscriptions',
    urgent: true,
  })

function messageOf({ kind, wording }: MessageChannel, values: Values): Message {
  const most = kind === 'sms' ? MOST_SMS_CHARACTERS : MOST_CHARACTERS
  const whole = withValues(
    wording ?? (kind === 'sms' ? usualSms : usual),
    name => values[name as WordingValue],
  )
  return { text: whole.length > most ? `${cut(whole, most - 1)}…` : whole, level: values.level }
}

function requestBody(channel: Addressed, { text, level }: Message): string {
  switch (channel.kind) {
    case 'teams':
      return JSON.stringify(cardOf(text, level))
    case 'slack':
      return JSON.stringify({ text: slackText(text) })
    case 'telegram':
      return JSON.stringify({
        chat_id: channel.recipient,
        text,
        link_preview_options: { is_disabled: true },
      })
    case 'sms':
      return gatewayBody(channel, { to: channel.recipient ?? '', text })
  }
}

/** Never within a character that is two. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

const colours = { info: 'default', warning: 'warning', alarm: 'attention' } as const

/** Text runs, since Teams reads Markdown in text blocks. */
const cardOf = (text: string, level: Severity) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        body: text.split('\n').map((line, index) => ({
          type: 'RichTextBlock',
          inlines: [
            {
              type: 'TextRun',
              text: line,
              ...(index === 0 && { weight: 'bolder', color: colours[level] }),
            },
          ],
        })),
      },
    },
  ],
})

/** Slack reads these three alone as markup: links, and `<!channel>`, which calls everybody. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const gatewayBody = (
  { format, template }: Pick<Addressed, 'format' | 'template'>,
  values: Record<GatewayValue, string>,
): string =>
  withValues(template ?? '', name => {
    const value = values[name as GatewayValue]
    return format === 'json' ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value)
  })
