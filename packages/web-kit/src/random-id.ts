/** 32 hex digits. The browser's own UUIDs do not exist on plain HTTP pages. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
