/** Bytes of one uploaded picture at most. */
export const maxImageBytes = 2 * 1024 * 1024
/** Pictures of one game at most. */
export const maxGameImages = 64
/** Pixels of one picture at most, told from its header before it is decoded. */
export const maxImagePixels = 16_777_216
/** A picture's name is the SHA-256 of its stored bytes: what it names never changes. */
export const imageHashPattern = /^[0-9a-f]{64}$/

/** Address of an uploaded picture. */
export const imagePath = (hash: string) => `/api/game/images/${hash}`
