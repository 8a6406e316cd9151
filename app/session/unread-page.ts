/**
 * What a browser is shown that sent more than can be read, most often a very long address. Nobody knows yet who
 * asks, and in which language: all three.
 */
import type { UnreadAnswer } from '../../backend/platform/process/unread-requests'

const title = 'The address is too long'
const languages = [
  {
    lang: 'en',
    title,
    text: 'What the browser sent is longer than can be read, most often because of a very long search in the address. Nothing was changed. Go back and shorten it.',
    home: 'Start page',
  },
  {
    lang: 'ro',
    title: 'Adresa este prea lungă',
    text: 'Ce a trimis browserul este mai lung decât se poate citi, de cele mai multe ori din cauza unei căutări foarte lungi în adresă. Nu s-a modificat nimic. Mergeți înapoi și scurtați-o.',
    home: 'Pagina de start',
  },
  {
    lang: 'pt',
    title: 'O endereço é demasiado longo',
    text: 'O que o navegador enviou é mais longo do que se consegue ler, quase sempre por causa de uma pesquisa muito longa no endereço. Nada foi alterado. Volte atrás e encurte-a.',
    home: 'Página inicial',
  },
]
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<main>
${languages
  .map(
    ({ lang, title, text, home }, index) =>
      `<section lang="${lang}"><h${index === 0 ? 1 : 2}>${title}</h${index === 0 ? 1 : 2}><p>${text}</p><p><a href="/access">${home}</a></p></section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`

export const unreadPage = (status: number): UnreadAnswer | undefined =>
  status === 431
    ? {
        body: page,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': "default-src 'none'",
        },
      }
    : undefined
