/** What a caller sent, as far as a log may look at it: path, query and body, unchecked. */
export type Sent = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/** A call in the words of the activity log: what was done, to what, with how many points, and why. */
export type LogLine = {
  subject: string
  /** What follows the name of who did it: `gave {amount} to {object}`. */
  does?: string | undefined
  /** The account it was done to, or the admin whose game or draw it was. */
  accountId?: string | undefined
  /** What else it was done to. */
  target?: { kind: 'game' | 'draw'; id: string } | undefined
  amount?: number | undefined
  /** The words of who did it. */
  note?: string | undefined
}
export type Tell = (sent: Sent) => LogLine

/** The same words for every call. */
export const tell =
  (subject: string, does?: string): Tell =>
  () => ({ subject, does })

/** With the account that a parameter of the path names. */
export const tellOf =
  (subject: string, param: string, does: string): Tell =>
  ({ params }) => ({ subject, does, accountId: params[param] })

/** With the game that a parameter of the path names. */
export const tellGame =
  (subject: string, does: string): Tell =>
  ({ params }) => ({ subject, does, target: gameIn(params.id?.replace(/^:/, '')) })

/** A text of the body or query that can be an id. */
export const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined

export const gameIn = (value: unknown): LogLine['target'] => {
  const id = idIn(value)
  return id === undefined ? undefined : { kind: 'game', id }
}

/** A text of the body that somebody wrote to be read. */
export const noteIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** A number of the body that can be an amount of points. */
export const pointsIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12 ? value : undefined
