import { loadEventually } from '@cascade/web-kit/load-eventually'
import { needsInstantLogin } from './login/needs-instant-login'
import { surviveTranslation } from './translated-page'
import { restrictSinks } from './trusted-types'

restrictSinks()
surviveTranslation()

/**
 * The asynchronous boundary that federation needs before shared modules are imported. The kit comes first: later style
 * sheets override its own.
 */
const loadApp = async () => {
  await import('@cascade/web-kit')
  await yieldToMain()
  await import('@cascade/ui-kit')
  await yieldToMain()
  if (opensDashboard()) import('./dashboard/dashboard-page').catch(() => undefined)
  return import('./bootstrap')
}

/** The dashboard follows the login. */
const opensDashboard = () => needsInstantLogin() || /^\/\w+(?:\/dashboard)?\/?$/.test(location.pathname)

/** Yields to the event loop between two long tasks, so that input stays responsive. */
const yieldToMain = () => new Promise(done => setTimeout(done))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const startApp = () => void loadEventually(loadApp).then(({ start }) => start(root))

if (!needsInstantLogin()) startApp()
else {
  const loadLogin = () => import(/* webpackChunkName: 'instant-login' */ './login/open-instant-login')
  void loadEventually(loadLogin).then(({ openInstantLogin }) =>
    openInstantLogin(root, { prefetchApp: () => void loadEventually(loadApp), enter: startApp }),
  )
}
