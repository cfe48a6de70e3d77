export * from './choose-option'
export * from './render-app'
