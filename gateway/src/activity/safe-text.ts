const secretParameter = /pass|pwd|pin$|token|secret|otp|^key$|apikey|authorization/i
const urlLengthMax = 500

/** Text that a log can hold on one line. */
export const oneLine = (text: string, lengthMax: number) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, lengthMax)

/** Who asks travels in the query of most calls, is ignored by the services, and says nothing in a log. */
const callerParameter = /^(?:id|role)$/i

/** An address without who asked, without the values of parameters that look like secrets, and without line breaks. */
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
