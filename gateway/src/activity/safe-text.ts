const secretName = /pass|pwd|pin$|token|secret|otp|^key$|apikey|authorization/i
const longestUrl = 500

/** Text that a log can hold on one line. */
export const oneLine = (text: string, longest: number) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, longest)

/** An address without the values of parameters that look like secrets, and without line breaks. */
export function safeUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  if (query === undefined) return oneLine(path, longestUrl)
  const parts = query.split('&').map(part => {
    const name = part.split('=')[0] ?? ''
    return secretName.test(decodeName(name)) ? `${name}=***` : part
  })
  return oneLine(`${path}?${parts.join('&')}`, longestUrl)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
