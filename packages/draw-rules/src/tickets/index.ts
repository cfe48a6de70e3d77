export { merklePath, merkleRoot, ticketLeafHash, toProvenTicket } from './ticket-tree'
