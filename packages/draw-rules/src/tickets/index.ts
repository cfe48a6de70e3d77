export { pathOf, rootOf } from './merkle-tree'
export { provenTicket, ticketLeaf } from './ticket-leaf'
