import type { PaperFormat, PaperTable } from './paper'

/** In millimetres; font sizes in points. */
export type Layout = {
  orientation: 'portrait' | 'landscape'
  fontSize: number
  /** Per table and column; together never wider than the page. */
  widths: number[][]
}

export const marginMm = 12
export const cellPaddingMm = 1.4

const pageSidesMm: Readonly<Record<PaperFormat, readonly [short: number, long: number]>> = {
  a4: [210, 297],
  letter: [215.9, 279.4],
}

/** Most legible first: portrait, then landscape, then smaller fonts. */
const layoutCandidates = [
  ['portrait', 8.5],
  ['portrait', 7.5],
  ['landscape', 8.5],
  ['landscape', 7.5],
  ['landscape', 6.5],
  ['landscape', 5.5],
] as const

/** In characters. Longer texts wrap. */
const lineLetters = 24
/** In characters. Longer words may be broken. */
const wordLetters = 14

/** Text width in millimetres at one point. */
export type Measure = (text: string, style: 'normal' | 'bold') => number

export function computeLayout(format: PaperFormat, tables: readonly PaperTable[], measure: Measure): Layout {
  const needs = tables.map(({ columns, rows, sums }) =>
    columns.map((column, at) => {
      const texts = rows.map(row => row[at] ?? '')
      const bold = [...splitWords(column.title), column.fixed ? (sums?.[at] ?? '') : ''].map(text =>
        measure(text, 'bold'),
      )
      return measureNeed(column.fixed ? 'fixed' : 'text', texts, Math.max(...bold), text => measure(text, 'normal'))
    }),
  )
  for (const [orientation, fontSize] of layoutCandidates) {
    const widthMm = pageSidesMm[format][orientation === 'portrait' ? 0 : 1] - 2 * marginMm
    const columnWidths = needs.map(each => each.map(need => need.comfortable * fontSize + 2 * cellPaddingMm))
    if (columnWidths.every(columns => sum(columns) <= widthMm)) {
      const widest = needs.map(each => each.map(need => need.whole * fontSize + 2 * cellPaddingMm))
      return {
        orientation,
        fontSize,
        widths: columnWidths.map((columns, at) => spread(columns, widest[at] ?? [], widthMm)),
      }
    }
  }
  // More columns than fit at a readable size: shrink all, and let their texts wrap.
  const widthMm = pageSidesMm[format][1] - 2 * marginMm
  const fontSize = 5.5
  const widths = needs.map(each => {
    const least = each.map(need => need.least * fontSize + 2 * cellPaddingMm)
    const share = widthMm / sum(least)
    return share < 1 ? least.map(width => width * share) : spread(least, least, widthMm)
  })
  return { orientation: 'landscape', fontSize, widths }
}

/** Widths at one point: with broken words, with comfortable lines, and with all text in one line. */
type Need = { least: number; comfortable: number; whole: number }

function measureNeed(
  kind: 'fixed' | 'text',
  texts: readonly string[],
  heading: number,
  measure: (text: string) => number,
): Need {
  let [whole, word] = [heading, heading]
  const letterWidth = measure('n')
  for (const text of texts) {
    const width = measure(text)
    if (width <= whole && width <= word) continue
    whole = Math.max(whole, width)
    for (const each of splitWords(text)) word = Math.max(word, Math.min(measure(each), wordLetters * letterWidth))
  }
  if (kind === 'fixed') return { least: whole, comfortable: whole, whole }
  const comfortable = Math.max(word, Math.min(whole, lineLetters * letterWidth))
  return { least: Math.min(comfortable, word), comfortable, whole }
}

const splitWords = (text: string) => text.split(/\s+/)

/**
 * Widens columns towards one-line texts, those that need least first, so that no word is broken for a few letters. Then
 * all columns share the rest.
 */
function spread(widths: readonly number[], widest: readonly number[], widthMm: number): number[] {
  const filled = [...widths]
  let restMm = widthMm - sum(widths)
  const missing = widths.map((width, at) => ({ at, mm: Math.max(0, (widest[at] ?? width) - width) }))
  for (const { at, mm } of missing.sort((a, b) => a.mm - b.mm)) {
    const extraMm = Math.max(0, Math.min(mm, restMm))
    filled[at] = (filled[at] ?? 0) + extraMm
    restMm -= extraMm
  }
  const share = widthMm / sum(filled)
  return filled.map(width => width * share)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
