import { isSideRole, type Role } from '@cascade/contracts'

export type FoundAccount = { id: string; username: string; role: Role }
export type AccountAction = {
  key: 'details' | 'list' | 'transfer' | 'adjust' | 'statement' | 'edit' | 'editProfile'
  to: string
}
type Viewer = { _id: string; role: Role }

/** What the viewer may do with an account, the usual first, at the addresses of the specification. */
export function accountActions(
  viewer: Viewer,
  bases: Pick<ReadonlySet<string>, 'has'>,
  account: FoundAccount,
): AccountAction[] {
  const { id, username, role: level } = account
  if (id === viewer._id) return bases.has('profile') ? [{ key: 'editProfile', to: `/${viewer.role}/profile` }] : []
  if (!bases.has(level)) return []
  const base = `/${viewer.role}/${level}`
  return [
    isSideRole(level)
      ? { key: 'list', to: `${base}?q=${encodeURIComponent(username)}` }
      : { key: 'details', to: `${base}/players/details/${id}` },
    { key: 'transfer', to: `${base}/credittransfer/${id}` },
    { key: 'adjust', to: `${base}/creditadjust/${id}` },
    { key: 'statement', to: `${base}/statement/${id}` },
    { key: 'edit', to: `${base}/edit/${id}` },
  ]
}
