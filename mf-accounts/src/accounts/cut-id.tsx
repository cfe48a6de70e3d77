import './accounts.css'

/** The beginning of an id, which is as wide as a third of the list; all of it is in the hint and can be copied. */
export const CutId = ({ id }: { id: string }) => (
  <span className="accounts-id" title={id}>
    {id}
  </span>
)
