import type { RegisteredRemote } from '@cascade/contracts/gateway'

/** First segments below `/{role}/` that the shell itself serves. */
const shellPaths = ['dashboard', 'remotes']

/**
 * Leaves out bases and public paths that an earlier remote, or the shell, has.
 * @param report called once for each claim of an address that belongs to another owner
 */
export function claimAddresses(report: (remote: string, address: string, owner: string) => void) {
  const reported = new Set<string>()
  return (remotes: readonly RegisteredRemote[]): RegisteredRemote[] => {
    const owners = new Map(shellPaths.map(path => [`/${path}`, 'the shell']))
    const isOwn = (remote: string, address: string) => {
      // Addresses differ by more than case.
      const key = address.toLowerCase()
      const owner = owners.get(key) ?? remote
      owners.set(key, owner)
      const line = `${remote} ${address}`
      if (owner !== remote && !reported.has(line)) {
        reported.add(line)
        report(remote, address, owner)
      }
      return owner === remote
    }
    return remotes.map(remote => ({
      ...remote,
      bases: remote.bases.filter(({ path }) => isOwn(remote.id, `/${path}`)),
      ...(remote.publicPaths && {
        publicPaths: remote.publicPaths.filter(path => isOwn(remote.id, `/public/${path}`)),
      }),
    }))
  }
}
