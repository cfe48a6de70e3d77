import type { Server } from 'node:http'

/** Scripts come from our origin only; antd writes its styles into the page, and images may be made in it. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Sets them before anyone answers, so that no answer is without: not an error's, not the socket server's. */
export function addSecurityHeaders(server: Server, secure: boolean): void {
  const headers = Object.entries(securityHeaders(secure))
  server.prependListener('request', (_request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  })
}
