/** The version of an object as it travels in `ETag` and `If-Match`. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`

/**
 * The version that an edit was made on.
 * @returns undefined when the caller does not say, 0 for a text that is no version of ours.
 */
export function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  return Number(/^(?:W\/)?"(\d+)"$/.exec(ifMatch)?.[1] ?? 0)
}
