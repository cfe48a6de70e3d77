import './shared.css'

/** A name or an address: in several lines between its words, and a long word is cut; the hint has all of it. */
export function Wrapped({ text }: { text: string | null | undefined }) {
  return (
    <span className="reports-wrapped" title={text ?? undefined}>
      {text}
    </span>
  )
}

type Props = { text: string; look?: 'id' | 'url' | 'line' }

/** A text that may be longer than its column; all of it is in the hint and can be copied. */
export function Cut({ text, look }: Props) {
  return (
    <span className={look ? `reports-cut reports-${look}` : 'reports-cut'} title={text}>
      {text}
    </span>
  )
}
