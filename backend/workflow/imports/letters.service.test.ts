/** The same bytes are other letters in Romania and in Portugal. */
import { describe, expect, it } from 'vitest'
import { readText } from './file-text.service'
import { readAs, type OneByte } from './letters.service'

/** As a spreadsheet saves it. */
const western = (text: string) => Buffer.from(text, 'latin1')
const central = (text: string) => Buffer.from(readAs(text, 'windows-1252'), 'latin1')
const read = async (bytes: Uint8Array, likely: OneByte[] = []) => {
  const { pieces, encoding, other } = await readText(bytes, { likely: () => Promise.resolve(likely) })
  return { text: pieces.join(''), encoding, isSure: other?.isSure }
}

describe('a file of one byte a letter', () => {
  it.each(['Salão João', 'Salões de Simões', 'Guimarães', '1º andar', 'Profª Ana', 'n.º 12', 'Três à mesa'])(
    'is Portuguese by its words: %s',
    async text => {
      expect(await read(western(text))).toEqual({ text, encoding: 'windows-1252', isSure: true })
    },
  )

  it.each([
    'Iaşi',
    'Ştefan',
    'Târgu Mureş',
    'Buzău',
    'Brăila',
    'Mărăşti',
    'Ţambal',
    'Kőrösi',
    'Wałęsa',
    'Constanţa',
  ])('is Romanian, or of its neighbours, by its words: %s', async text => {
    expect(await read(central(text))).toEqual({ text, encoding: 'windows-1250', isSure: true })
  })

  it.each(['n.ºs 12-14', 'nºs 3 e 5', 'Srªs', 'Mães', 'Joãozinho', 'Põem', '1ºandar'])(
    'is Portuguese by more of its words: %s',
    async text => {
      expect(await read(western(text))).toEqual({ text, encoding: 'windows-1252', isSure: true })
    },
  )

  it.each(['Timiş', 'IAŞI', 'Str.Ştefan cel Mare', 'ŞTEFAN', 'Erdőd'])(
    'is Romanian, or of its neighbours, by more of its words: %s',
    async text => {
      expect(await read(central(text))).toEqual({ text, encoding: 'windows-1250', isSure: true })
    },
  )

  it.each([
    'Profº Egas Moniz',
    'Largo Comdº Silva',
    'MªJosé',
    'Sr.ªMaria',
    'Tupãssi',
    'Cãibra',
    'Praça do Profº',
  ])('of an abbreviation that a Romanian word could be, too, is asked about: %s', async text => {
    expect((await read(western(text))).isSure).toBe(false)
  })

  it.each(['Băetu', 'Măeri', 'Băoiu', 'Erdőelve'])(
    'of letters that a Portuguese word could have, too, is asked about: %s',
    async text => {
      expect((await read(central(text))).isSure).toBe(false)
    },
  )

  it('whose letters are the same in both is asked of nobody', async () => {
    expect(await read(western('Évora; Câmpina; Şirul'.replace('Ş', 'S')))).toMatchObject({
      text: 'Évora; Câmpina; Sirul',
      isSure: undefined,
    })
  })

  it.each<[string, OneByte[]]>([
    ['Manhã', []],
    ['Manhã', ['windows-1250']],
    ['Manhã', ['windows-1250', 'windows-1252']],
    ['Três', ['windows-1250']],
    ['São; Iaºi', ['windows-1252', 'windows-1252']],
  ])('that both readings fit is asked about: %s, likely %j', async (text, likely) => {
    expect(await read(western(text), likely)).toMatchObject({ isSure: false })
  })

  it('that both readings fit is read as country and language agree', async () => {
    expect(await read(western('Manhã'), ['windows-1252', 'windows-1252'])).toMatchObject({ text: 'Manhã' })
    expect(await read(central('Gară'), ['windows-1250', 'windows-1250'])).toMatchObject({ text: 'Gară' })
  })

  it('is read as somebody says', async () => {
    const { pieces, other } = await readText(western('Manhã €'.replace('€', '\u0080')), {
      encoding: 'windows-1252',
    })
    expect([pieces.join(''), other]).toEqual(['Manhã €', { encoding: 'windows-1250', isSure: true }])
    await expect(readText(western('Manhã'), { encoding: 'utf-8' })).rejects.toMatchObject({
      code: 'not_text',
    })
  })
})
