import { can } from '@cascade/contracts'
import { remotesInternal, type SignedDescriptor } from '@cascade/contracts/gateway'
import { forbidden, type Routes } from '@cascade/service-kit'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'

/** Of 256 KB each; a gateway that has just started reads the rest in its next rounds. */
const textsPerReadMax = 20

export const remoteRoutes: Routes<AccountsDeps> = ({ serveInternal }, deps) => {
  serveInternal(remotesInternal.read, async ({ body: { signatures } }) => {
    let textsLeft = textsPerReadMax
    const view = ({ text, signature }: SignedDescriptor) => {
      if (signatures.includes(signature) || textsLeft === 0) return { signature }
      textsLeft -= 1
      return { signature, text }
    }
    const rows = await deps.remotes.list()
    return {
      remotes: rows.map(({ _id: id, accepted, previous }) => ({
        ...{ id, accepted: view(accepted), previous: previous && view(previous) },
      })),
    }
  })

  serveInternal(remotesInternal.accept, async ({ body: { actor, id, replaces, next } }) => {
    const { role } = await requireActor(deps, { actor })
    if (!can(role, 'remotes.manage')) throw forbidden()
    await deps.remotes.accept(id, replaces, next)
    return {}
  })
}
