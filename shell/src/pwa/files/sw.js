/*
 * Shows the offline page when a page cannot be loaded. Caches nothing else, neither API responses nor files, so that
 * deployments take effect at once.
 */
const kept = 'cascade-offline-1'
const page = '/offline.html'

self.addEventListener('install', event => {
  self.skipWaiting()
  event.waitUntil(caches.open(kept).then(cache => cache.add(new Request(page, { cache: 'reload' }))))
})

self.addEventListener('activate', event => {
  const forget = caches
    .keys()
    .then(names => Promise.all(names.filter(name => name !== kept).map(name => caches.delete(name))))
  event.waitUntil(Promise.all([forget, self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', event => {
  const { request, preloadResponse } = event
  if (request.mode !== 'navigate' || new URL(request.url).pathname.startsWith('/api/')) return
  const load = async () => (await preloadResponse) ?? fetch(request)
  event.respondWith(load().catch(() => caches.match(page).then(found => found ?? Response.error())))
})
