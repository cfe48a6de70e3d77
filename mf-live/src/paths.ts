/** Every address of this remote, relative to `/{role}/`. */
export const paths = {
  game: 'game',
} as const
