export { merklePath, merkleRoot } from './merkle-tree'
export { ticketLeafHash, toProvenTicket } from './ticket-leaf'
