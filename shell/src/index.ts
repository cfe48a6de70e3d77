import { isFrontDoor } from './login/is-front-door'
import { surviveTranslation } from './translated-page'

surviveTranslation()

/**
 * The asynchronous border that federation needs before anything shared is imported. The kit comes first: its style
 * sheets must stand before those that build on them.
 */
const rest = async () => {
  await import('@cascade/web-kit')
  await breath()
  await import('@cascade/ui-kit')
  await breath()
  return import('./bootstrap')
}

/** Between two parts that take long to start: whoever presses something meanwhile is heard. */
const breath = () => new Promise(done => setTimeout(done))

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const enter = () => void rest().then(({ start }) => start(place))

if (!isFrontDoor()) enter()
else {
  void import(/* webpackChunkName: 'front-door' */ './login/open-front-door').then(({ openFrontDoor }) =>
    openFrontDoor(place, { fetchRest: () => void rest().catch(() => undefined), enter }),
  )
}
