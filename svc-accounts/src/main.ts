import { connectMongo, runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { recoverSuperadmin } from './recover-superadmin'
import { createAccountsService } from './service'

/** `recover <username>`: prints a new password of a superadmin, without its factors and networks. */
async function recover(username: string): Promise<void> {
  const env = readEnv()
  const mongo = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  try {
    const password = await recoverSuperadmin(mongo, username)
    process.stdout.write(`New password of ${username}: ${password}\nPlease change it after the sign-in.\n`)
  } finally {
    await mongo.close()
  }
}

const [command, username = ''] = process.argv.slice(2)
if (command === 'recover') {
  recover(username).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
} else {
  runService('accounts', () => {
    const env = readEnv()
    return { service: createAccountsService(env), env }
  })
}
