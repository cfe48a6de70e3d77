const nameOf = (actorId: string) => `credit-sender:${actorId}`

/** Whose wallet this user chose last in this tab: a series of transfers goes on out of the same one. */
export const rememberedSender = (actorId: string) => sessionStorage.getItem(nameOf(actorId))

export function rememberSender(actorId: string, senderId: string): void {
  sessionStorage.setItem(nameOf(actorId), senderId)
}
