import './turnover.css'
import { type ResponseOf, roleLabels } from '@cascade/contracts'
import type { reportsApi } from '@cascade/contracts/reports'
import { Link, useLocation } from 'react-router-dom'
import { texts } from '../texts'

type Props = Pick<ResponseOf<typeof reportsApi.turnover>, 'path'> & { name?: 'id' | 'userId' }

/** Breadcrumb from the reader to the account whose children are shown. @param name parameter of the account */
export function LevelPath({ path, name = 'id' }: Props) {
  const text = texts.useText()
  const { search } = useLocation()
  const own = path[0]?._id
  const buildSearch = ({ _id, role }: (typeof path)[number]) => {
    const next = new URLSearchParams(search)
    for (const each of ['page', 'q', name, 'role']) next.delete(each)
    if (_id !== own) next.set(name, _id)
    if (_id !== own && name === 'id') next.set('role', role)
    return next.toString()
  }
  if (path.length < 2) return null
  return (
    <nav className="reports-levels" aria-label={text('levels')}>
      <ol>
        {path.map((account, index) => {
          const label = (
            <>
              {account.username} <small>{roleLabels[account.role]}</small>
            </>
          )
          const isLast = index === path.length - 1
          return (
            <li key={account._id} aria-current={isLast || undefined}>
              {isLast ? label : <Link to={{ search: buildSearch(account) }}>{label}</Link>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
