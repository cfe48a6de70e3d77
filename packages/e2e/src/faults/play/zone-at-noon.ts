/** A zone in which it is about noon, so that no run crosses a midnight. */
export function zoneAtNoon(): string {
  const west = new Date().getUTCHours() - 12
  return `Etc/GMT${west < 0 ? west : `+${west}`}`
}
