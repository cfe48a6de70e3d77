export { chooseOption, selectedOption } from './choose-option'
export { renderApp, renderRemote } from './render-app'
