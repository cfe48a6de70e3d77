import { needsInstantLogin } from './login/needs-instant-login'
import { surviveTranslation } from './translated-page'

surviveTranslation()

/**
 * The asynchronous border that federation needs before anything shared is imported. The kit comes first: its style
 * sheets must stand before those that build on them.
 */
const loadApp = async () => {
  await import('@cascade/web-kit')
  await yieldToMain()
  await import('@cascade/ui-kit')
  await yieldToMain()
  return import('./bootstrap')
}

/** Between two parts that take long to start: whoever presses something meanwhile is heard. */
const yieldToMain = () => new Promise(done => setTimeout(done))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const startApp = () => void loadApp().then(({ start }) => start(root))

if (!needsInstantLogin()) startApp()
else {
  void import(/* webpackChunkName: 'instant-login' */ './login/open-instant-login').then(({ openInstantLogin }) =>
    openInstantLogin(root, { prefetchApp: () => void loadApp().catch(() => undefined), enter: startApp }),
  )
}
