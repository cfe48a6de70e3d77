/** Somebody else changed the account between reading and writing it: read again and decide again. */
export class AccountMoved extends Error {
  override readonly name = 'AccountMoved'
}
