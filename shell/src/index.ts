import { isFrontDoor } from './login/is-front-door'

/**
 * The asynchronous border that federation needs before anything shared is imported. The kit comes first: its style
 * sheets must stand before those that build on them.
 */
const rest = async () => {
  await import('@cascade/ui-kit')
  return import('./bootstrap')
}

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const enter = () => void rest().then(({ start }) => start(place))

if (!isFrontDoor()) enter()
else {
  void import(/* webpackChunkName: 'front-door' */ './login/open-front-door').then(({ openFrontDoor }) =>
    openFrontDoor(place, { fetchRest: () => void rest().catch(() => undefined), enter }),
  )
}
