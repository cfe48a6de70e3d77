import { invalid } from '../runtime/errors'

/** Version of an object for `ETag` and `If-Match`. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`

/** Proxies weaken a tag and append the encoding: `W/"2"`, `"2-gzip"`, `"2--br"`, `"2;gzip"`, `"2"-gzip`. */
const versionTag = /^(?:W\/)?"(\d{1,15})(?:[^a-z0-9\s",]+[a-z][^\s",]*)?"(?:-[a-z]+)?$/i

/**
 * The outdated version that an edit is based on; undefined if it is current or not given.
 * @throws AppError VALIDATION for a malformed tag
 */
export function parseStaleVersion(ifMatch: string | undefined, { version }: { version: number }): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const tags = ifMatch.split(',').flatMap(tag => tag.trim() || [])
  const versions = tags.map(tag => Number(versionTag.exec(tag)?.[1] ?? Number.NaN))
  if (versions.length === 0 || versions.some(Number.isNaN)) {
    throw invalid('If-Match is not valid: send the ETag with which the object was read, such as "2".')
  }
  return versions.includes(version) ? undefined : Math.max(...versions)
}
