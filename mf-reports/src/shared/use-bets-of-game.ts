import { useAddress } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'

/** Leads from a figure to the bets behind it: those of one game in the same days. */
export function useBetsOfGame(period: { preset: string; startDate: string; endDate: string }) {
  const navigate = useNavigate()
  const address = useAddress()
  return (gameId: string) => {
    const { preset, startDate, endDate } = period
    const search = new URLSearchParams({ gameId, preset, startDate, endDate })
    for (const [name, value] of [...search]) if (!value) search.delete(name)
    void navigate({ pathname: address(paths.bets), search: search.toString() })
  }
}
