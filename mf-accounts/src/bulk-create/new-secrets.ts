/** Without easily confused characters. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const passwordLength = 12

export const newPassword = () =>
  Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Six digits. */
export const newPin = () => 100_000 + randomInt(900_000)

/** Unbiased, below `limit`. */
function randomInt(limit: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value < 2 ** 32 - (2 ** 32 % limit) ? value % limit : randomInt(limit)
}
