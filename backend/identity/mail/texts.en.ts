import type { MailTexts } from './mail-text'

const hello = 'Hello {name},'
const notYou =
  'If it was not you, change your password at once, look through “Second factor” and “Passkeys” in your profile, and tell an administrator.'

export const en: MailTexts = {
  reset_password: {
    subject: 'Set a new password',
    body: [
      hello,
      'a new password was requested for the user “{username}”. With this link you set one. It works once, until {until}:',
      '{link}',
      'If it was not you, you need do nothing: your password stays as it is.',
    ],
  },
  first_password: {
    subject: 'Your account: set your password',
    body: [
      hello,
      'an account has been made for you. You sign in as “{username}”, with a password that you set with this link. It works once, until {until}:',
      '{link}',
    ],
  },
  password_changed: {
    subject: 'Your password was changed',
    body: [
      hello,
      'the password of the user “{username}” was changed on {at}. All other sessions have ended.',
      'If it was not you, set a new password at once with “Forgot password” on the sign-in page, and tell an administrator.',
    ],
  },
  verify_email: {
    subject: 'Your code: {code}',
    body: [
      hello,
      'with this code you show that this address is yours, until {until}:',
      '{code}',
      'Type it in your profile, under “Personal Information”. If you did not ask for it, you need do nothing.',
    ],
  },
  email_changed: {
    subject: 'The e-mail address of your account was changed',
    body: [
      hello,
      'on {at} the user “{username}” was given another e-mail address than this one. Links and codes no longer come here.',
      'If it was not you, tell an administrator at once.',
    ],
  },
  new_sign_in: {
    subject: 'Sign-in from a new browser',
    body: [
      hello,
      'on {at} the user “{username}” signed in from a browser that had not been used before. The address was {ip}.',
      'If it was not you, change your password: all other sessions then end. You may switch these messages off in your profile, under “Email Settings”.',
    ],
  },
  second_factor_on: {
    subject: 'The second factor of your account is on',
    body: [
      hello,
      'the second factor of the user “{username}” was switched on, on {at}. From now on signing in takes a code of an app, a passkey or a recovery code.',
      notYou,
    ],
  },
  second_factor_off: {
    subject: 'The second factor of your account is off',
    body: [
      hello,
      'the second factor of the user “{username}” was switched off, on {at}. Signing in takes the password alone; apps, passkeys and recovery codes no longer open.',
      notYou,
    ],
  },
  app_added: {
    subject: 'An authenticator app was added to your account',
    body: [
      hello,
      'on {at} an authenticator app was set up for the user “{username}”. Its codes now open as the passkeys do.',
      notYou,
    ],
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    body: [hello, 'on {at} the passkey “{passkey}” was added for the user “{username}”.', notYou],
  },
  push_browser_added: {
    subject: 'A browser receives your notifications',
    body: [
      hello,
      'on {at} the browser “{browser}” was added for the user “{username}”. It now shows their notifications, also after they have signed out. You find and remove it under “Subscriptions”.',
      notYou,
    ],
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    body: [
      hello,
      'on {at} the passkey “{passkey}” of the user “{username}” was removed. It no longer opens.',
      notYou,
    ],
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were replaced',
    body: [
      hello,
      'on {at} the recovery codes of the user “{username}” were replaced. The previous ones no longer work.',
      notYou,
    ],
  },
  recovery_code_used: {
    subject: 'A recovery code of yours was used',
    body: [
      hello,
      'on {at} one of the recovery codes of the user “{username}” was used in place of the second factor. Codes left: {left}.',
      notYou,
    ],
  },
  identity_tied: {
    subject: 'Your account was tied to a sign-in with SSO',
    body: [
      hello,
      'on {at} the user “{username}” was tied to a person at {provider}, who signs in with SSO from now on. No other person there gets in by your e-mail address.',
      'If it was not you, tell an administrator at once.',
    ],
  },
  registration_received: {
    subject: 'Your request for an account',
    body: [
      hello,
      'your request for the user “{username}” at {tenant} has been received. An administrator looks at it; until they let you in, you cannot sign in.',
      'If it was not you, you need do nothing.',
    ],
  },
  registration_refused: {
    subject: 'Your request for an account',
    body: [
      hello,
      'an account at {tenant} was requested with this address. It could not be made: either there is an account with this address already, or the user name is taken.',
      'If you have an account, use “Forgot password” on the sign-in page. If not, ask again with another user name, or ask an administrator.',
    ],
  },
  registration_request: {
    subject: 'Account request',
    body: [
      'Hello,',
      '{name} ({email}) asks for an account at {tenant} as “{username}”.',
      'The user is disabled and has no role. If you know them, enable the user and give a role; otherwise archive it.',
    ],
  },
  notifications: {
    subject: 'Notifications: {count}',
    body: [
      hello,
      'this has happened:',
      '{lines}',
      'All of them: {link}',
      'Which of them come by e-mail, and when not, you choose there under “Subscriptions”.',
    ],
  },
  fiscal_report: {
    subject: '{report}: {location}, {period}',
    body: [
      hello,
      '{report} of {location}, {period}, is sealed.',
      '{attached}',
      'Open it in the console: {link}',
      'Each of these files can be verified in the console, without an account.',
    ],
  },
  fiscal_report_waits: {
    subject: 'Not sealed yet: {location}, {period}',
    body: [
      hello,
      '{report} of {location}, {period}, is due (“{schedule}”), and is not sealed yet. Nothing is sent that may still change.',
      'It comes as soon as it is sealed, until {until}.',
      '{link}',
    ],
  },
  fiscal_report_not_sealed: {
    subject: 'Not sealed in time: {location}, {period}',
    body: [
      hello,
      '{report} of {location}, {period}, (“{schedule}”) was not sealed until {until}. It is no longer sent automatically.',
      'When it is sealed, you find it in the console. {link}',
    ],
  },
}
