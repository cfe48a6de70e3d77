import type { Span } from './match'

/** A text with its matching parts marked. */
export function Marked({ text, spans = [] }: { text: string; spans?: readonly Span[] | undefined }) {
  const parts = spans.map(([from, to], index) => (
    <span key={from}>
      {text.slice(spans[index - 1]?.[1] ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ))
  return (
    <>
      {parts}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  )
}
