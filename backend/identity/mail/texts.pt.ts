import type { MailTexts } from './mail-text'

const hello = 'Olá, {name},'
const notYou =
  'Se não foi você, altere já a palavra-passe, verifique «Segundo fator» e «Chaves de acesso» no seu perfil e avise um administrador.'

export const pt: MailTexts = {
  reset_password: {
    subject: 'Defina uma nova palavra-passe',
    body: [
      hello,
      'alguém pediu uma nova palavra-passe para o utilizador «{username}». Com esta ligação pode defini-la. Funciona uma única vez, até {until}:',
      '{link}',
      'Se não foi você, não precisa de fazer nada: a palavra-passe continua a mesma.',
    ],
  },
  first_password: {
    subject: 'A sua conta: defina a palavra-passe',
    body: [
      hello,
      'foi criada uma conta para si. Inicia sessão como «{username}», com a palavra-passe que definir através desta ligação. Funciona uma única vez, até {until}:',
      '{link}',
    ],
  },
  password_changed: {
    subject: 'A sua palavra-passe foi alterada',
    body: [
      hello,
      'a palavra-passe do utilizador «{username}» foi alterada em {at}. Todas as outras sessões terminaram.',
      'Se não foi você, defina já uma nova palavra-passe em «Esqueceu-se da palavra-passe?», na página de início de sessão, e avise um administrador.',
    ],
  },
  verify_email: {
    subject: 'O seu código: {code}',
    body: [
      hello,
      'com este código confirma que este endereço é seu, até {until}:',
      '{code}',
      'Escreva-o no perfil, em «Informação pessoal». Se não o pediu, não precisa de fazer nada.',
    ],
  },
  email_changed: {
    subject: 'O endereço de e-mail da sua conta foi alterado',
    body: [
      hello,
      'em {at} o utilizador «{username}» passou a ter outro endereço de e-mail. As ligações e os códigos deixam de chegar aqui.',
      'Se não foi você, avise já um administrador.',
    ],
  },
  new_sign_in: {
    subject: 'Início de sessão num navegador novo',
    body: [
      hello,
      'em {at} o utilizador «{username}» iniciou sessão num navegador que ainda não tinha sido usado. O endereço era {ip}.',
      'Se não foi você, altere a palavra-passe: todas as outras sessões terminam. Pode desligar estas mensagens no perfil, em «Definições de e-mail».',
    ],
  },
  second_factor_on: {
    subject: 'O segundo fator da sua conta foi ligado',
    body: [
      hello,
      'o segundo fator do utilizador «{username}» foi ligado em {at}. A partir de agora, iniciar sessão exige um código de uma aplicação, uma chave de acesso ou um código de recuperação.',
      notYou,
    ],
  },
  second_factor_off: {
    subject: 'O segundo fator da sua conta foi desligado',
    body: [
      hello,
      'o segundo fator do utilizador «{username}» foi desligado em {at}. Iniciar sessão exige apenas a palavra-passe; aplicações, chaves de acesso e códigos de recuperação deixaram de servir.',
      notYou,
    ],
  },
  app_added: {
    subject: 'Foi adicionada uma aplicação de autenticação à sua conta',
    body: [
      hello,
      'em {at} foi configurada uma aplicação de autenticação para o utilizador «{username}». Os códigos dela servem a par das chaves de acesso.',
      notYou,
    ],
  },
  passkey_added: {
    subject: 'Foi adicionada uma chave de acesso à sua conta',
    body: [
      hello,
      'em {at} foi adicionada a chave de acesso «{passkey}» para o utilizador «{username}».',
      notYou,
    ],
  },
  push_browser_added: {
    subject: 'Um navegador recebe as suas notificações',
    body: [
      hello,
      'em {at} foi adicionado o navegador «{browser}» para o utilizador «{username}». A partir de agora mostra as notificações dele, mesmo com a sessão terminada. Encontra-o e remove-o em «Subscrições».',
      notYou,
    ],
  },
  passkey_removed: {
    subject: 'Foi removida uma chave de acesso da sua conta',
    body: [
      hello,
      'em {at} foi removida a chave de acesso «{passkey}» do utilizador «{username}». Deixou de servir.',
      notYou,
    ],
  },
  recovery_codes_renewed: {
    subject: 'Os seus códigos de recuperação foram renovados',
    body: [
      hello,
      'em {at} foram renovados os códigos de recuperação do utilizador «{username}». Os anteriores deixaram de servir.',
      notYou,
    ],
  },
  recovery_code_used: {
    subject: 'Foi usado um código de recuperação seu',
    body: [
      hello,
      'em {at} foi usado um dos códigos de recuperação do utilizador «{username}» em vez do segundo fator. Códigos que restam: {left}.',
      notYou,
    ],
  },
  identity_tied: {
    subject: 'A sua conta foi associada a um início de sessão com SSO',
    body: [
      hello,
      'em {at} o utilizador «{username}» foi associado a uma pessoa em {provider}, que a partir de agora inicia sessão com SSO. Mais ninguém de lá consegue entrar com o seu endereço de e-mail.',
      'Se não foi você, avise já um administrador.',
    ],
  },
  registration_received: {
    subject: 'O seu pedido de conta',
    body: [
      hello,
      'o pedido para o utilizador «{username}» em {tenant} foi recebido. Um administrador vai vê-lo; até o aprovar, não pode iniciar sessão.',
      'Se não foi você, não precisa de fazer nada.',
    ],
  },
  registration_refused: {
    subject: 'O seu pedido de conta',
    body: [
      hello,
      'foi pedida uma conta em {tenant} com este endereço. Não pôde ser criada: ou já existe uma conta com este endereço, ou o nome de utilizador está ocupado.',
      'Se tem uma conta, use «Esqueceu-se da palavra-passe?» na página de início de sessão. Se não, peça de novo com outro nome de utilizador, ou fale com um administrador.',
    ],
  },
  registration_request: {
    subject: 'Alguém pede uma conta',
    body: [
      'Olá,',
      '{name} ({email}) pede uma conta em {tenant} como «{username}».',
      'O utilizador está desativado e não tem nenhuma função. Se o conhece, ative-o e dê-lhe uma função; caso contrário, arquive-o.',
    ],
  },
  notifications: {
    subject: 'Notificações: {count}',
    body: [
      hello,
      'aconteceu o seguinte:',
      '{lines}',
      'Todas as notificações: {link}',
      'Ali, em «Subscrições», escolhe que notificações recebe por e-mail e quando não.',
    ],
  },
  fiscal_report: {
    subject: '{report}: {location}, {period}',
    body: [
      hello,
      '{report} de {location}, {period}: selado.',
      '{attached}',
      'Abra-o na consola: {link}',
      'Quem tiver um destes ficheiros pode verificá-lo na consola, sem conta.',
    ],
  },
  fiscal_report_waits: {
    subject: 'Ainda não selado: {location}, {period}',
    body: [
      hello,
      '{report} de {location}, {period} («{schedule}») devia ser enviado agora, mas ainda não está selado. Não se envia nada que possa mudar.',
      'Chega assim que for selado, até {until}.',
      '{link}',
    ],
  },
  fiscal_report_not_sealed: {
    subject: 'Não selado a tempo: {location}, {period}',
    body: [
      hello,
      '{report} de {location}, {period} («{schedule}») não foi selado até {until}. Já não é enviado automaticamente.',
      'Quando for selado, encontra-o na consola. {link}',
    ],
  },
}
