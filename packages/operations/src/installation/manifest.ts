import { type DomainName, domainNames } from '@cascade/contracts'
import { z } from 'zod'

export const installationFormat = 'cascade.installation.v1'

const CollectionRows = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/), rows: z.number().int().min(0) })
export type CollectionRows = z.infer<typeof CollectionRows>

/** Manifest of a saved installation: every collection of each service with its number of rows. */
export const InstallationManifest = z.object({
  format: z.literal(installationFormat),
  createdAt: z.iso.datetime(),
  zone: z.string(),
  collections: z.record(z.enum(domainNames), z.array(CollectionRows)),
})

export const partNameOf = (domain: DomainName, collection: string) => `${domain}.${collection}`

/** Part of each service with a line for each collection: its options and indexes. No collection can have this name. */
export const definitionsName = 'system.definitions'

/** @throws Error for a part of an unknown service */
export function parsePartName(part: string): { domain: DomainName; collection: string } {
  const dot = part.indexOf('.')
  const domain = domainNames.find(name => name === part.slice(0, dot))
  if (!domain) throw new Error(`${part} belongs to no service.`)
  return { domain, collection: part.slice(dot + 1) }
}
