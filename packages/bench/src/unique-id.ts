import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** As svc-accounts draws them, evenly: which accounts cut a long list into stretches depends on them. */
export const newUniqueId = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
