import { remotesInternal, type SignedDescriptor } from '@cascade/contracts/gateway'
import { conflict, type Router } from '@cascade/service-kit'

type Row = { id: string; accepted: SignedDescriptor; previous?: SignedDescriptor | undefined }

/** Accepted versions of remotes in memory. */
export function serveRemotes({ serveInternal }: Pick<Router, 'serveInternal'>) {
  const rows = new Map<string, Row>()
  serveInternal(remotesInternal.read, async ({ body: { signatures } }) => {
    const view = ({ signature, text }: SignedDescriptor) =>
      signatures.includes(signature) ? { signature } : { signature, text }
    const remotes = [...rows.values()].map(({ id, accepted, previous }) => ({
      ...{ id, accepted: view(accepted), previous: previous && view(previous) },
    }))
    return { remotes }
  })
  serveInternal(remotesInternal.accept, async ({ body: { id, next, replaces } }) => {
    const before = rows.get(id)
    const accepted = next ?? before?.previous
    if (!accepted || (before?.accepted.signature ?? null) !== replaces) throw conflict('stale')
    rows.set(id, { id, accepted, previous: before?.accepted })
    return {}
  })
  return rows
}
