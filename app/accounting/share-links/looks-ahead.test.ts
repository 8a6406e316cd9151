import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import { looksAhead, pressedUntil, READS } from './looks-ahead'

const asked = (headers: Record<string, string>, method = 'GET', search = '') =>
  looksAhead(new Request(`http://console/shared?link=x${search}`, { method, headers }), NOW)

const NOW = Date.UTC(2026, 10, 30)
const pressed = (link = 'x', at = NOW) =>
  `&${READS}=${pressedUntil(new URL(`http://console/shared?link=${link}`), at)}`

test.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116 Safari/537.36 BingPreview/1.0b',
])('%s reads ahead', agent => {
  expect(asked({ 'User-Agent': agent })).toBe(true)
  // A person whose program is called so is led on by a press.
  expect(asked({ 'User-Agent': agent }, 'GET', pressed())).toBe(false)
})

test.each([
  ['nothing that was signed', '&read=1'],
  ['what was pressed more than an hour ago', pressed('x', NOW - 3_600_001)],
  ['what ends later than a press could', pressed('x', NOW + 1)],
  ['the press of another link', pressed('y')],
  [
    'a later end under the same mark',
    pressed('x', NOW - 1000).replace(`${NOW - 1000 + HOUR_MS}`, `${NOW - 500 + HOUR_MS}`),
  ],
])('%s leads no program on', (_, search) => {
  expect(asked({ 'User-Agent': 'Slackbot 1.0' }, 'GET', search)).toBe(true)
})

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1',
  '',
])('%s is a reader', agent => {
  expect(asked({ 'User-Agent': agent })).toBe(false)
})

test('a browser that fetches ahead is no reader yet, nor is the head alone', () => {
  expect(asked({ 'Sec-Purpose': 'prefetch;prerender' })).toBe(true)
  expect(asked({ Purpose: 'prefetch' })).toBe(true)
  expect(asked({ 'Sec-Purpose': 'prefetch' }, 'GET', pressed())).toBe(true)
  expect(asked({}, 'HEAD')).toBe(true)
})
