/** What a caller sent, as far as a log may look at it: path, query and body, unchecked. */
export type Sent = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/** A call in the words of the activity log: what was done, to which account, with how many points. */
export type Told = { subject: string; accountId?: string | undefined; amount?: number | undefined }
export type Tell = (sent: Sent) => Told

/** The same words for every call. */
export const tell =
  (subject: string): Tell =>
  () => ({ subject })

/** With the account that a parameter of the path names. */
export const tellOf =
  (subject: string, param: string): Tell =>
  ({ params }) => ({ subject, accountId: params[param] })

/** A text of the body or query that can be an id. */
export const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined

/** A number of the body that can be an amount of points. */
export const pointsIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12 ? value : undefined
