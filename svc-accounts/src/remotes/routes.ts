import { createHash } from 'node:crypto'
import { can } from '@cascade/contracts'
import { type AcceptedVersion, remotesInternal } from '@cascade/contracts/gateway'
import { forbidden, type Routes } from '@cascade/service-kit'
import { requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import type { StoredVersion } from './remote-store'

/** Of 256 KB each; a gateway that has just started reads the rest in its next rounds. */
const documentsPerReadMax = 20

export const remoteRoutes: Routes<AccountsDeps> = ({ serveInternal }, deps) => {
  serveInternal(remotesInternal.read, async ({ body: { knownHashes } }) => {
    let documentsLeft = documentsPerReadMax
    const view = ({ text, signature, at, ...rest }: StoredVersion): AcceptedVersion => {
      const stored = { ...rest, at: at.toISOString() }
      if (knownHashes.includes(rest.hash) || documentsLeft === 0) return stored
      documentsLeft -= 1
      return { ...stored, signed: { text, signature } }
    }
    const rows = await deps.remotes.list()
    return {
      remotes: rows.map(({ _id: id, accepted, previous }) => ({
        id,
        accepted: view(accepted),
        previous: previous && view(previous),
      })),
    }
  })

  serveInternal(remotesInternal.accept, async ({ body: { actor, id, replaces, next } }) => {
    const { role, username: by } = await requireActor(deps, { actor })
    if (!can(role, 'remotes.manage')) throw forbidden()
    const stamp = { by, at: deps.now() }
    if (!next) await deps.remotes.rollBack(id, replaces, stamp)
    else {
      const hash = createHash('sha256').update(next.signed.text).digest('hex')
      await deps.remotes.accept(id, replaces, { ...next.signed, version: next.version, hash, ...stamp })
    }
    return {}
  })
}
