import './shared.css'

/** A name or an address, in several lines where the columns of a list would not fit otherwise. */
export function Wrapped({ text }: { text: string | null | undefined }) {
  return <span className="reports-wrapped">{text}</span>
}

type Props = { text: string; look?: 'id' | 'url' }

/** A text that may be longer than its column; all of it is in the hint and can be copied. */
export function Cut({ text, look }: Props) {
  return (
    <span className={look ? `reports-cut reports-${look}` : 'reports-cut'} title={text}>
      {text}
    </span>
  )
}
