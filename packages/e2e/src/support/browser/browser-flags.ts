/**
 * Needed where Chromium runs as root, without a display and without the internet; the pages of a profile in one
 * process, as starting one for each test took longer than loading the suite.
 */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--process-per-site',
]
