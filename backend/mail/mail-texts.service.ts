/** What e-mails say, in three languages. Plain text: it reads the same everywhere, and a link shows where it leads. */
import type { MailKind, MailLanguage } from './mail.contract'
import type { Composed } from './mail.service'

interface Text {
  subject: string
  /** Paragraphs; `{name}` is filled in. */
  body: readonly string[]
}

const product = {
  en: 'Gambling management system',
  ro: 'Sistem de administrare a jocurilor de noroc',
  pt: 'Sistema de gestão de jogos',
} as const satisfies Record<MailLanguage, string>

const texts: Record<MailLanguage, Record<MailKind, Text>> = {
  en: {
    reset_password: {
      subject: 'Set a new password',
      body: [
        'Hello {name},',
        'somebody asked for a new password for the user “{username}”. With this link you set one. It works once, until {until}:',
        '{link}',
        'If it was not you, you need do nothing: your password stays as it is.',
      ],
    },
    first_password: {
      subject: 'Your account: set your password',
      body: [
        'Hello {name},',
        'an account has been made for you. You sign in as “{username}”, with a password that you set with this link. It works once, until {until}:',
        '{link}',
      ],
    },
    password_changed: {
      subject: 'Your password was changed',
      body: [
        'Hello {name},',
        'the password of the user “{username}” was changed on {at}. All other sessions have ended.',
        'If it was not you, set a new password at once with “Forgot password” on the sign-in page, and tell an administrator.',
      ],
    },
  },
  ro: {
    reset_password: {
      subject: 'Setați o parolă nouă',
      body: [
        'Bună ziua, {name},',
        'cineva a cerut o parolă nouă pentru utilizatorul „{username}”. Cu acest link o puteți seta. Funcționează o singură dată, până la {until}:',
        '{link}',
        'Dacă nu ați fost dumneavoastră, nu trebuie să faceți nimic: parola rămâne neschimbată.',
      ],
    },
    first_password: {
      subject: 'Contul dumneavoastră: setați parola',
      body: [
        'Bună ziua, {name},',
        'vi s-a creat un cont. Vă autentificați cu numele „{username}” și cu parola pe care o setați cu acest link. Funcționează o singură dată, până la {until}:',
        '{link}',
      ],
    },
    password_changed: {
      subject: 'Parola dumneavoastră a fost schimbată',
      body: [
        'Bună ziua, {name},',
        'parola utilizatorului „{username}” a fost schimbată la {at}. Toate celelalte sesiuni s-au încheiat.',
        'Dacă nu ați fost dumneavoastră, setați imediat o parolă nouă cu „Ați uitat parola?” din pagina de autentificare și anunțați un administrator.',
      ],
    },
  },
  pt: {
    reset_password: {
      subject: 'Defina uma nova palavra-passe',
      body: [
        'Olá, {name},',
        'alguém pediu uma nova palavra-passe para o utilizador «{username}». Com esta ligação pode defini-la. Funciona uma única vez, até {until}:',
        '{link}',
        'Se não foi você, não precisa de fazer nada: a palavra-passe continua a mesma.',
      ],
    },
    first_password: {
      subject: 'A sua conta: defina a palavra-passe',
      body: [
        'Olá, {name},',
        'foi criada uma conta para si. Inicia sessão como «{username}», com a palavra-passe que definir através desta ligação. Funciona uma única vez, até {until}:',
        '{link}',
      ],
    },
    password_changed: {
      subject: 'A sua palavra-passe foi alterada',
      body: [
        'Olá, {name},',
        'a palavra-passe do utilizador «{username}» foi alterada em {at}. Todas as outras sessões terminaram.',
        'Se não foi você, defina já uma nova palavra-passe em «Esqueceu-se da palavra-passe?», na página de início de sessão, e avise um administrador.',
      ],
    },
  },
}

/** Several people may have one address: each gets a part of the same message. */
export function textOf(
  kind: MailKind,
  language: MailLanguage,
  parts: readonly Readonly<Record<string, string>>[],
): Composed {
  const { subject, body } = texts[language][kind]
  const filled = (values: Readonly<Record<string, string>>) =>
    body.map(line => line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')).join('\n\n')
  return { subject, text: `${parts.map(filled).join('\n\n———\n\n')}\n\n--\n${product[language]}\n` }
}

const tags = { en: 'en-GB', ro: 'ro-RO', pt: 'pt-PT' } as const

/** A moment as people read it, with its zone. */
export const momentText = (at: number, language: MailLanguage, timeZone: string): string =>
  new Intl.DateTimeFormat(tags[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(at) + ` (${timeZone})`
