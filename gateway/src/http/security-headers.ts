import type { Server } from 'node:http'

/** Inline styles for antd; `data:` and `blob:` for generated images and PDFs. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  'frame-src blob:',
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
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** What no screen uses; browsers complain about names that they do not know. */
const deniedFeatures = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read', 'display-capture'],
  ...['encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]
/** Passkeys, copying, sharing of receipts and the wall of live games. */
const ownFeatures = [
  'publickey-credentials-create',
  'publickey-credentials-get',
  'clipboard-write',
  'fullscreen',
  'web-share',
]
const permissionsPolicy = [
  ...deniedFeatures.map(name => `${name}=()`),
  ...ownFeatures.map(name => `${name}=(self)`),
].join(', ')

/** Browsers read these from pages only; other responses stay smaller without them. */
const pageHeaders = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
}
const noPage = /^\/(?:api|mf|static)\//

/** Sets the headers before any handler runs, so that errors and the socket server have them too. */
export function addSecurityHeaders(server: Server, secure: boolean): void {
  const headers = Object.entries(securityHeaders(secure))
  const withPageHeaders = [...headers, ...Object.entries(pageHeaders)]
  server.prependListener('request', ({ url = '' }, response) => {
    for (const [name, value] of noPage.test(url) ? headers : withPageHeaders) response.setHeader(name, value)
  })
}
