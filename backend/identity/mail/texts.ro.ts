import type { MailTexts } from './mail-text'

const hello = 'Bună ziua, {name},'
const notYou =
  'Dacă nu ați fost dumneavoastră, schimbați imediat parola, verificați „Al doilea factor” și „Chei de acces” din profil și anunțați un administrator.'

export const ro: MailTexts = {
  reset_password: {
    subject: 'Setați o parolă nouă',
    body: [
      hello,
      'cineva a cerut o parolă nouă pentru utilizatorul „{username}”. Cu acest link o puteți seta. Funcționează o singură dată, până la {until}:',
      '{link}',
      'Dacă nu ați fost dumneavoastră, nu trebuie să faceți nimic: parola rămâne neschimbată.',
    ],
  },
  first_password: {
    subject: 'Contul dumneavoastră: setați parola',
    body: [
      hello,
      'vi s-a creat un cont. Vă autentificați cu numele „{username}” și cu parola pe care o setați cu acest link. Funcționează o singură dată, până la {until}:',
      '{link}',
    ],
  },
  password_changed: {
    subject: 'Parola dumneavoastră a fost schimbată',
    body: [
      hello,
      'parola utilizatorului „{username}” a fost schimbată la {at}. Toate celelalte sesiuni s-au încheiat.',
      'Dacă nu ați fost dumneavoastră, setați imediat o parolă nouă cu „Ați uitat parola?” din pagina de autentificare și anunțați un administrator.',
    ],
  },
  verify_email: {
    subject: 'Codul dumneavoastră: {code}',
    body: [
      hello,
      'cu acest cod confirmați că adresa vă aparține, până la {until}:',
      '{code}',
      'Scrieți-l în profil, la „Date personale”. Dacă nu l-ați cerut, nu trebuie să faceți nimic.',
    ],
  },
  email_changed: {
    subject: 'Adresa de e-mail a contului a fost schimbată',
    body: [
      hello,
      'la {at} utilizatorul „{username}” a primit altă adresă de e-mail decât aceasta. Linkurile și codurile nu mai vin aici.',
      'Dacă nu ați fost dumneavoastră, anunțați imediat un administrator.',
    ],
  },
  new_sign_in: {
    subject: 'Autentificare dintr-un browser nou',
    body: [
      hello,
      'la {at} utilizatorul „{username}” s-a autentificat dintr-un browser care nu fusese folosit până atunci. Adresa era {ip}.',
      'Dacă nu ați fost dumneavoastră, schimbați parola: toate celelalte sesiuni se încheie atunci. Aceste mesaje se opresc din profil, la „Setări e-mail”.',
    ],
  },
  second_factor_on: {
    subject: 'Al doilea factor al contului a fost activat',
    body: [
      hello,
      'al doilea factor al utilizatorului „{username}” a fost activat la {at}. De acum, autentificarea cere un cod dintr-o aplicație, o cheie de acces sau un cod de rezervă.',
      notYou,
    ],
  },
  second_factor_off: {
    subject: 'Al doilea factor al contului a fost dezactivat',
    body: [
      hello,
      'al doilea factor al utilizatorului „{username}” a fost dezactivat la {at}. Autentificarea cere doar parola; aplicațiile, cheile de acces și codurile de rezervă nu mai sunt valabile.',
      notYou,
    ],
  },
  app_added: {
    subject: 'O aplicație de autentificare a fost adăugată contului',
    body: [
      hello,
      'la {at} a fost configurată o aplicație de autentificare pentru utilizatorul „{username}”. Codurile ei sunt valabile alături de cheile de acces.',
      notYou,
    ],
  },
  passkey_added: {
    subject: 'O cheie de acces a fost adăugată contului',
    body: [
      hello,
      'la {at} a fost adăugată cheia de acces „{passkey}” pentru utilizatorul „{username}”.',
      notYou,
    ],
  },
  push_browser_added: {
    subject: 'Un browser primește notificările dvs.',
    body: [
      hello,
      'la {at} a fost adăugat browserul „{browser}” pentru utilizatorul „{username}”. De acum arată notificările sale, chiar și după deconectare. Îl găsiți și îl eliminați în „Abonamente”.',
      notYou,
    ],
  },
  passkey_removed: {
    subject: 'O cheie de acces a fost eliminată din cont',
    body: [
      hello,
      'la {at} a fost eliminată cheia de acces „{passkey}” a utilizatorului „{username}”. Nu mai este valabilă.',
      notYou,
    ],
  },
  recovery_codes_renewed: {
    subject: 'Codurile dumneavoastră de rezervă au fost înnoite',
    body: [
      hello,
      'la {at} au fost înnoite codurile de rezervă ale utilizatorului „{username}”. Cele anterioare nu mai sunt valabile.',
      notYou,
    ],
  },
  recovery_code_used: {
    subject: 'A fost folosit un cod de rezervă al dumneavoastră',
    body: [
      hello,
      'la {at} a fost folosit unul dintre codurile de rezervă ale utilizatorului „{username}” în locul celui de-al doilea factor. Coduri rămase: {left}.',
      notYou,
    ],
  },
  identity_tied: {
    subject: 'Contul dumneavoastră a fost asociat cu o autentificare prin SSO',
    body: [
      hello,
      'la {at} utilizatorul „{username}” a fost asociat cu o persoană de la {provider}, care de acum se autentifică prin SSO. Nimeni altcineva de acolo nu mai poate intra cu adresa dumneavoastră de e-mail.',
      'Dacă nu ați fost dumneavoastră, anunțați imediat un administrator.',
    ],
  },
  registration_received: {
    subject: 'Cererea dumneavoastră de cont',
    body: [
      hello,
      'cererea pentru utilizatorul „{username}” la {tenant} a fost primită. Un administrator o va analiza; până nu o aprobă, nu vă puteți autentifica.',
      'Dacă nu ați fost dumneavoastră, nu trebuie să faceți nimic.',
    ],
  },
  registration_refused: {
    subject: 'Cererea dumneavoastră de cont',
    body: [
      hello,
      's-a cerut un cont la {tenant} cu această adresă. Contul nu a putut fi creat: fie există deja un cont cu această adresă, fie numele de utilizator este ocupat.',
      'Dacă aveți un cont, folosiți „Ați uitat parola?” din pagina de autentificare. Dacă nu, cereți din nou cu alt nume de utilizator sau întrebați un administrator.',
    ],
  },
  registration_request: {
    subject: 'Cineva cere un cont',
    body: [
      'Bună ziua,',
      '{name} ({email}) cere un cont la {tenant} cu numele de utilizator „{username}”.',
      'Utilizatorul este dezactivat și nu are niciun rol. Dacă îl cunoașteți, activați-l și dați-i un rol; altfel arhivați-l.',
    ],
  },
  notifications: {
    subject: 'Notificări: {count}',
    body: [
      hello,
      's-au întâmplat următoarele:',
      '{lines}',
      'Toate notificările: {link}',
      'Acolo, la „Abonamente”, alegeți ce notificări primiți prin e-mail și când nu.',
    ],
  },
  fiscal_report: {
    subject: '{report}: {location}, {period}',
    body: [
      hello,
      '{report} pentru {location}, {period}: sigilat.',
      '{attached}',
      'Deschideți-l în consolă: {link}',
      'Oricine are unul dintre aceste fișiere îl poate verifica în consolă, fără cont.',
    ],
  },
  fiscal_report_waits: {
    subject: 'Încă nesigilat: {location}, {period}',
    body: [
      hello,
      '{report} pentru {location}, {period} („{schedule}”) este la termen, dar încă nu este sigilat. Nu trimitem nimic care se mai poate schimba.',
      'Îl primiți imediat ce este sigilat, cel târziu la {until}.',
      '{link}',
    ],
  },
  fiscal_report_not_sealed: {
    subject: 'Nesigilat la timp: {location}, {period}',
    body: [
      hello,
      '{report} pentru {location}, {period} („{schedule}”) nu a fost sigilat până la {until}. Nu mai este trimis automat.',
      'După sigilare îl găsiți în consolă. {link}',
    ],
  },
}
