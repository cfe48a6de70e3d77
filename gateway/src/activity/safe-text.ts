const secretParameter = /pass|pwd|pin$|token|secret|otp|^key$|apikey|authorization/i
const urlLengthMax = 500

/** Removes line breaks, control characters and direction marks. */
export const oneLine = (text: string, lengthMax: number) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, lengthMax)

/** Most calls carry the caller's id and role in the query; services ignore them, so they are dropped from the log. */
const callerParameter = /^(?:id|role)$/i

/** URL for the log: without the caller's id and role, with secrets masked, on one line. */
export function safeUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  if (query === undefined) return oneLine(path, urlLengthMax)
  const parts = query.split('&').flatMap(part => {
    const name = part.split('=')[0] ?? ''
    const decoded = decodeName(name)
    if (callerParameter.test(decoded)) return []
    return [secretParameter.test(decoded) ? `${name}=***` : part]
  })
  return oneLine(parts.length > 0 ? `${path}?${parts.join('&')}` : path, urlLengthMax)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
