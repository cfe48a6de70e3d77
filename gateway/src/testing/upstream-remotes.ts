import { createHash } from 'node:crypto'
import { type AcceptedVersion, remotesInternal } from '@cascade/contracts/gateway'
import { conflict, type Router } from '@cascade/service-kit'

type Row = { id: string; accepted: AcceptedVersion; previous?: AcceptedVersion | undefined }

/** Accepted versions of remotes in memory. */
export function serveRemotes({ serveInternal }: Pick<Router, 'serveInternal'>) {
  const rows = new Map<string, Row>()
  serveInternal(remotesInternal.read, async () => ({ remotes: [...rows.values()] }))
  serveInternal(remotesInternal.accept, async ({ body: { id, next, replaces, actor } }) => {
    const before = rows.get(id)
    if ((before?.accepted.hash ?? null) !== replaces) throw conflict('stale')
    const by = { by: actor.username, at: new Date().toISOString() }
    const hash = next && createHash('sha256').update(next.signed.text).digest('hex')
    const accepted = next && hash ? { ...next, hash, ...by } : before?.previous
    if (accepted) rows.set(id, { id, accepted, previous: before?.accepted })
    return {}
  })
  return rows
}
