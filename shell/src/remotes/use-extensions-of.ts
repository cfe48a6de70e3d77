import { type Extensions, noExtensions, type RegisteredRemote } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import type { RemoteLoader } from './remote-loader'

/** Cards and actions of remotes. Their code loads only if there are any, as it would delay the first list. */
export function useExtensionsOf(
  remotes: readonly RegisteredRemote[] | undefined,
  role: string,
  loader: RemoteLoader,
): Extensions {
  const [extensions, setExtensions] = useState(noExtensions)
  useEffect(() => {
    if (!remotes?.some(({ cards, actions }) => cards ?? actions)) return
    let isCurrent = true
    import('./extensions').then(
      ({ listExtensions }) => isCurrent && setExtensions(listExtensions(remotes, role, loader)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [remotes, role, loader])
  return extensions
}
