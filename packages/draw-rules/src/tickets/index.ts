export { merklePath, merkleRoot } from './merkle-tree'
export * from './ticket-leaf'
