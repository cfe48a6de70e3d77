/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  admin: 'admin',
  superareamanager: 'superareamanager',
  areamanager: 'areamanager',
  master: 'master',
  player: 'player',
  gift: 'gift',
  loan: 'loan',
  otc: 'otc',
  profile: 'profile',
} as const
