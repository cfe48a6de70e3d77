import { BlockList, isIP } from 'node:net'

/**
 * Network that an address counts as in limits: an IPv4 address itself, the first 64 bits of an IPv6 address (one
 * customer owns all of them).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * The /48 of a network, which is at most what one customer owns.
 * @param network as `networkOf` returns it
 * @returns undefined for IPv4
 */
export const siteOf = (network: string): string | undefined =>
  network.includes(':') ? network.slice(0, network.lastIndexOf(':')) : undefined

/**
 * A test whether an address is in one of the networks.
 * @param entries addresses and networks, e.g. `10.0.0.0/8`
 * @throws Error for an entry that is neither an address nor a network
 */
export function createNetworkTest(entries: readonly string[]): (address: string) => boolean {
  const networks = new BlockList()
  for (const entry of entries) addTo(networks, entry)
  return address => {
    const version = isIP(address)
    return version !== 0 && networks.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function addTo(networks: BlockList, entry: string) {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  const length = bits === undefined ? undefined : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  const isValid = length === undefined || (length >= 0 && length <= (version === 6 ? 128 : 32))
  if (version === 0 || more.length > 0 || !isValid) throw new Error(`${entry} is neither an address nor a network.`)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (length === undefined) networks.addAddress(address, family)
  else networks.addSubnet(address, length, family)
}
