import { z } from 'zod'

/**
 * Characters after which a joiner or variation selector is meaningful: emoji, letters of joining scripts, region flags.
 */
const emoji = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*\d](?=\ufe0f\u20e3)`
const unjoined = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{DI}]`
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`
const shaping = String.raw`(?:\u200c|\u200d|[\u180b-\u180f\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){1,2}`
const directionMarks = String.raw`[\u202a-\u202e\u2066-\u2069]`
/** Invisible characters except direction marks; the capture group is kept. */
const invisible = new RegExp(
  String.raw`(${flag}|(?:${emoji}|(?!${unjoined})[\p{L}\p{M}])${shaping})|(?!${directionMarks})\p{DI}`,
  'gu',
)
const anyInvisible = /\p{Default_Ignorable_Code_Point}/gu

/** Printable ASCII with single inner spaces needs no normalisation. */
const isPlain = (text: string) => /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)

/** Normalises prose: removes invisible characters, replaces all spaces with U+0020, composes (NFC) and trims. */
export function normalizeText(text: string): string {
  if (isPlain(text)) return text
  const visible = text.replace(invisible, '$1').replace(/\p{Zs}/gu, ' ')
  return visible
    .replace(/[\u0085\u2028\u2029]/g, '\n')
    .normalize('NFC')
    .trim()
}

/**
 * Normalises a phone, email, username, id or search term: like `normalizeText`, and also narrows full-width characters and
 * unifies hyphens and whitespace.
 */
export function normalizeIdentifier(text: string): string {
  if (isPlain(text)) return text
  const folded = text.replace(anyInvisible, '').normalize('NFKC')
  return folded
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

/** Letters without a Unicode decomposition. */
const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'ı:i ø:o ł:l đ:d ð:d ħ:h ŧ:t ŋ:n ß:ss æ:ae œ:oe þ:th ς:σ'.split(' ').map(pair => pair.split(':')),
)
const foreignLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
/** Accents, and the vowel points of Hebrew and Arabic. Vowel signs of Indic scripts count as letters. */
const accent = /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu

/** The key for searching and sorting: without accents and case, so that all spellings of a name give the same key. */
export function toSearchKey(text: string): string {
  const bare = normalizeIdentifier(text.replace(/[‘’ʼʻ`´]/g, "'"))
    .normalize('NFKD')
    .replace(accent, '')
    .toLowerCase()
  return bare.replace(foreignLetter, letter => plainLetters[letter] ?? letter)
}

const unreadable = 'This contains hidden characters, e.g. marks of text direction: please type it instead of pasting it'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected
const withoutControls = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]*$/
const isWellFormed = (text: string) => !/\p{Cs}/u.test(text)

/**
 * A prose field, normalised by `normalizeText`.
 * @param missing message if the value is missing
 */
export const freeText = (missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite(normalizeText)
    .regex(withoutControls, unreadable)
    .refine(isWellFormed, unreadable)

/** A name: one line with at least one visible letter or digit. */
export const nameText = (missing: string) =>
  freeText(missing)
    .overwrite(text => text.replace(/\s+/g, ' '))
    .min(1, missing)
    .refine(text => text === '' || /[\p{L}\p{N}]/u.test(text), 'At least one letter or digit is needed')

/** A code field, normalised by `normalizeIdentifier`. */
export const codeText = (missing?: string) =>
  z.string(missing === undefined ? undefined : { error: missing }).overwrite(normalizeIdentifier)
