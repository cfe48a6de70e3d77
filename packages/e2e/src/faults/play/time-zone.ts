/** A time zone where it is about noon, so that no run crosses midnight. */
export function findZoneAtNoon(): string {
  const west = new Date().getUTCHours() - 12
  return `Etc/GMT${west < 0 ? west : `+${west}`}`
}
