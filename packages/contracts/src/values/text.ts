import { z } from 'zod'

/** An emoji, a letter of a script whose letters join or have variants, a flag of a region: what follows shapes these. */
const emoji = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*\d](?=\ufe0f\u20e3)`
const unjoined = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{DI}]`
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`
const shaping = String.raw`(?:\u200c|\u200d|[\u180b-\u180f\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){1,2}`
const directionMarks = String.raw`[\u202a-\u202e\u2066-\u2069]`
/** Characters that are drawn as nothing, other than marks of direction; the group holds what is to stay. */
const invisible = new RegExp(
  String.raw`(${flag}|(?:${emoji}|(?!${unjoined})[\p{L}\p{M}])${shaping})|(?!${directionMarks})\p{DI}`,
  'gu',
)
const anyInvisible = /\p{Default_Ignorable_Code_Point}/gu

/** Nothing in these texts needs reading: printable ASCII, single blanks inside. */
const isPlain = (text: string) => /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)

/** A text in words: without invisible characters, with plain blanks, composed (NFC), trimmed. */
export function readText(text: string): string {
  if (isPlain(text)) return text
  const visible = text.replace(invisible, '$1').replace(/\p{Zs}/gu, ' ')
  return visible
    .replace(/[\u0085\u2028\u2029]/g, '\n')
    .normalize('NFC')
    .trim()
}

/** A phone, email, username, id or search: besides that full-width forms are narrow, hyphens and blanks plain. */
export function readIdentifier(text: string): string {
  if (isPlain(text)) return text
  const folded = text.replace(anyInvisible, '').normalize('NFKC')
  return folded
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

/** Letters that no decomposition takes apart. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'ı:i ø:o ł:l đ:d ð:d ħ:h ŧ:t ŋ:n ß:ss æ:ae œ:oe þ:th ς:σ'.split(' ').map(pair => pair.split(':')),
)
const foreignLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
/** Accents, and the vowel points of Hebrew and Arabic. Vowel signs of Indic scripts are letters to their readers. */
const accent = /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu

/** What texts are searched and sorted by: without accents and case, so that any spelling of a name gives one key. */
export function toSearchKey(text: string): string {
  const bare = readIdentifier(text.replace(/[‘’ʼʻ`´]/g, "'"))
    .normalize('NFKD')
    .replace(accent, '')
    .toLowerCase()
  return bare.replace(foreignLetter, letter => plainLetters[letter] ?? letter)
}

const unreadable = 'This contains hidden characters, e.g. marks of text direction: please type it instead of pasting it'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected
const withoutControls = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$/
const isWellFormed = (text: string) => !/\p{Cs}/u.test(text)

/** A text in words, as `readText` reads it. @param missing is said where there is none */
export const freeText = (missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite(readText)
    .regex(withoutControls, unreadable)
    .refine(isWellFormed, unreadable)

/** A name: at least one letter or digit is seen. */
export const nameText = (missing: string) =>
  freeText(missing)
    .min(1, missing)
    .refine(text => text === '' || /[\p{L}\p{N}]/u.test(text), 'At least one letter or digit is needed')

/** A code, as `readIdentifier` reads it. */
export const codeText = (missing?: string) =>
  z.string(missing === undefined ? undefined : { error: missing }).overwrite(readIdentifier)
