import { describe, expect, it } from 'vitest'
import { fieldProblems } from './field-problems'
import { line, optionalLine, optionalLines, sentence } from './primitives'

const name = line(1, 60)
const problemsOf = (text: string) => {
  const read = name.safeParse(text, { reportInput: true })
  return read.success ? null : fieldProblems(read.error)['']
}

describe('a name', () => {
  it.each([
    ['a family of emoji', '👨‍👩‍👧 Arad'],
    ['a heart in colour', '❤️'],
    ['a word that a joiner is written in', 'نامه‌ای'],
    ['Romanian in parts', 'Bra\u0306ila'],
    ['punctuation alone', '–'],
  ])('may hold %s', (_what, text) => expect(name.parse(text)).toBe(text))

  it('loses what cannot be seen around it', () => {
    expect(name.parse('\u200b\ufeff Mercur\u200e\u200d ')).toBe('Mercur')
  })

  it.each([
    ['a mark that turns the direction round', 'EGT\u202egpj', 'U+202E'],
    ['an isolate', '\u2066EGT\u2069 2', 'U+2066'],
    ['a space without width', 'E\u200bGT', 'U+200B'],
    ['a separator of lines', 'EGT\u2028Sofia', 'U+2028'],
    ['a separator of paragraphs', 'EGT\u2029Sofia', 'U+2029'],
  ])('does not hold %s', (_what, text, character) =>
    expect(problemsOf(text)).toEqual([{ code: 'unseen_character', params: { character } }]),
  )

  it.each([
    ['C0', 'E\u0007GT'],
    ['C1', 'E\u0085GT'],
    ['two lines', 'E\nGT'],
  ])('does not hold controls: %s', (_what, text) =>
    expect(problemsOf(text)).toEqual([{ code: 'control_characters' }]),
  )

  it('has something that can be seen', () => {
    expect(problemsOf('\u200b\u200b')).toEqual([{ code: 'required' }])
    expect(problemsOf('\u3164')).toEqual([{ code: 'nothing_visible' }])
    expect(problemsOf('\u2800\u0301')).toEqual([{ code: 'nothing_visible' }])
  })
})

describe('longer texts', () => {
  const note = optionalLines(500)

  it('a note keeps its lines, ended in one way', () =>
    expect(note.parse('Seen in Arad:\r\n\tbelly door\n')).toBe('Seen in Arad:\n\tbelly door'))

  it('a note has no hidden characters either', () =>
    expect(['a\u202eb', 'a\u0000b', 'a\u2028b'].map(text => note.safeParse(text).success)).toEqual([
      false,
      false,
      false,
    ]))

  it('a reason that was typed on two lines is one', () =>
    expect(sentence(3, 200).parse('Door open \n  since noon')).toBe('Door open since noon'))

  it('a long row of blanks inside a text takes no longer than its letters', () => {
    const long = `a${' '.repeat(300_000)}b`
    expect(line(3, 60).safeParse(long).success).toBe(false)
    expect(optionalLines(60).safeParse(long).success).toBe(false)
    expect(sentence(3, 60).safeParse(long).success).toBe(false)
  })

  it('what may be left out is nothing when it is blank', () =>
    expect(['', '  ', '\u200b', null, undefined].map(text => optionalLine(60).parse(text))).toEqual(
      Array(5).fill(null),
    ))
})
