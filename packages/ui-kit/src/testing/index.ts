export { renderApp, renderRemote } from './render-app'
