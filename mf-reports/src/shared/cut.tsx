import './shared.css'

/** Wraps between words and truncates a long word; the tooltip has the full text. */
export function Wrapped({ text }: { text: string | null | undefined }) {
  return (
    <span className="reports-wrapped" title={text ?? undefined}>
      {text}
    </span>
  )
}

type Props = { text: string; look?: 'id' | 'url' | 'line' }

/** Truncated text; the tooltip has all of it, and copying works. */
export function Cut({ text, look }: Props) {
  return (
    <span className={look ? `reports-cut reports-${look}` : 'reports-cut'} title={text}>
      {text}
    </span>
  )
}
