export { choose, chosen } from './choose-option'
export { renderApp, renderRemote } from './render-app'
