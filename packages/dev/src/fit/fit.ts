import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMisfits } from '@cascade/contracts'
import { RemoteNeeds } from '@cascade/contracts/gateway'

/** Response of `/fit.json`. */
const offerPath = '/fit.json'
const timeoutMs = 10_000

/**
 * Compares the build in `dist` of a remote's folder with the suite that runs at an address.
 * @returns one sentence per problem; empty if it fits
 * @throws Error with one sentence if build or suite cannot be read
 */
export async function findProblems(folder: string, address = ''): Promise<string[]> {
  if (!URL.canParse(address)) throw new Error('Give the address of the suite: npm run fit -- https://suite.example')
  return findMisfits(await readNeeds(folder), await readOffer(address))
}

async function readNeeds(folder: string): Promise<RemoteNeeds> {
  const built = await readFile(join(folder, 'dist', 'remote.json'), 'utf8').catch(() => undefined)
  if (built === undefined) throw new Error('There is no dist/remote.json: run npm run build first.')
  const { needs } = JSON.parse(built) as { needs?: unknown }
  if (needs === undefined) throw new Error('remote.json names no calls: add needs.calls and build again.')
  return RemoteNeeds.parse(needs)
}

async function readOffer(address: string): Promise<RemoteNeeds> {
  const response = await fetch(new URL(offerPath, address), { signal: AbortSignal.timeout(timeoutMs) }).catch(cause => {
    throw new Error(`${address} does not respond.`, { cause })
  })
  const offer = RemoteNeeds.safeParse(await response.json().catch(() => undefined))
  if (!offer.success) throw new Error(`${address} is not a suite that says what it offers to remotes.`)
  return offer.data
}
