/** A game as one admin offers it. */
export type Offering = { adminId: string; gameId: string }

export const offeringKey = ({ adminId, gameId }: Offering) => `${adminId}|${gameId}`
