/** Channels of each kind, by the examples of their public documents. `origin`: where the other side listens. */
export const botToken = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'

export const channelsAt = (origin: string) => ({
  teams: { kind: 'teams', secret: `${origin}/workflows/9d1c/paths/invoke?sig=Zk3-s1gn4ture_of_it` },
  slack: { kind: 'slack', secret: `${origin}/services/T000/B000/AbCdEfGhIjKlMnOpQrStUvWx` },
  telegram: { kind: 'telegram', secret: botToken, recipient: '-1001234567890', address: origin },
  infobip: {
    kind: 'sms',
    address: `${origin}/sms/3/messages`,
    secret: 'App 5f1a9c0d7e2b-4466',
    recipient: '+40712345678',
    template:
      '{"messages":[{"sender":"InfoSMS","destinations":[{"to":"{to}"}],"content":{"text":"{text}"}}]}',
  },
  twilio: {
    kind: 'sms',
    address: `${origin}/2010-04-01/Accounts/AC123/Messages.json`,
    secret: 'Basic QUMxMjM6c2VjcmV0LXRva2Vu',
    format: 'form',
    recipient: '+447111111111',
    template: 'To={to}&From=%2B15005550006&Body={text}',
    wording: '{severity}: {text} & {location}',
  },
})
