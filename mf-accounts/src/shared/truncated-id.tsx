import './shared.css'

/** A truncated id: a full one takes a third of the list. The tooltip has all of it, and copying works. */
export const TruncatedId = ({ id }: { id: string }) => (
  <span className="accounts-id" title={id}>
    {id}
  </span>
)
