import { toSearchKey } from '@cascade/contracts'

/** Range of a label to mark, end exclusive. */
export type Span = readonly [from: number, to: number]
export type Match = { score: number; spans: Span[] }

/** Matches every typed word: as a prefix of the label, of one of its words, as initials, or as a substring. */
export function matchLabel(label: string, typed: string): Match | undefined {
  const words = toSearchKey(typed).split(' ').filter(Boolean)
  const { key, places } = foldLabel(label)
  const matches = words.map(word => matchWord(key, word))
  if (matches.some(match => match === undefined)) return undefined
  const found = matches as Match[]
  const spans = found
    .flatMap(match => match.spans.map(([from, to]): Span => [places[from] ?? 0, places[to] ?? label.length]))
    .sort(([a], [b]) => a - b)
  return { score: Math.max(0, ...found.map(match => match.score)), spans: withoutOverlap(spans) }
}

/** Search key of a label, with the position in the label of each of its characters. */
function foldLabel(label: string): { key: string; places: number[] } {
  const places: number[] = []
  let [key, at] = ['', 0]
  for (const character of label) {
    const part = character.trim() === '' ? ' ' : toSearchKey(character)
    for (const _ of part.split('')) places.push(at)
    key += part
    at += character.length
  }
  return { key, places }
}

function matchWord(label: string, word: string): Match | undefined {
  if (label.startsWith(word)) return { score: 0, spans: [[0, word.length]] }
  const starts = Array.from(label.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ index }) => index)
  const start = starts.find(index => label.startsWith(word, index))
  if (start !== undefined) return { score: 1, spans: [[start, start + word.length]] }
  if (
    word.length > 1 &&
    starts
      .map(index => label[index])
      .join('')
      .startsWith(word)
  ) {
    return { score: 2, spans: starts.slice(0, word.length).map(index => [index, index + 1] as const) }
  }
  // Two letters occur in almost every label.
  const inside = word.length > 2 ? label.indexOf(word) : -1
  return inside < 0 ? undefined : { score: 3, spans: [[inside, inside + word.length]] }
}

function withoutOverlap(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const [from, to] of spans) {
    const end = merged.at(-1)?.[1] ?? 0
    if (to > end) merged.push([Math.max(from, end), to])
  }
  return merged
}
