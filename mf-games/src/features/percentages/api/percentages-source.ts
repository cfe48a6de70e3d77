import { gamesApi } from '@cascade/contracts/games'
import { listSource } from '@cascade/web-kit'

/** Percentages of one admin's games, in the order of the games unless sorted. */
export const percentagesSource = (adminId: string) => listSource(gamesApi.percentages, { params: { adminId } })
