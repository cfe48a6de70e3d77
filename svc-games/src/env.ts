import { mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'

export const readEnv = () => parseEnv({ ...processEnv, ...mongoEnv })
