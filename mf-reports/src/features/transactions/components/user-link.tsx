import { Link, useLocation } from 'react-router-dom'
import { reportsTexts } from '../../../texts'

/** Narrows the report to one user; the other filters stay. */
export function UserLink({ username }: { username: string }) {
  const text = reportsTexts.useText()
  const search = new URLSearchParams(useLocation().search)
  search.set('user', username)
  search.delete('page')
  return (
    <Link to={{ search: search.toString() }} title={text('ofUser', { username })}>
      {username}
    </Link>
  )
}
