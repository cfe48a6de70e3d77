/** The domains that have a service. `packages/config` holds the same names with their ports; `check:domains` compares. */
export const domainNames = ['accounts', 'games', 'live', 'reports'] as const
export type DomainName = (typeof domainNames)[number]
