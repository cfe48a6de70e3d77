export { appendFacts, type Entry } from './append-facts'
export type { Cut } from './cut'
export { type FactPage, type PageQuery, readPage } from './read-page'
export { audiencePlans, type Fact } from './rows'
