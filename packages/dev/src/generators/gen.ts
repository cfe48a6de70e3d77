import { addScreen } from './add-screen'
import { generateConsumer } from './consumer'
import { generateRemote } from './generate-remote'

async function generate([kind, ...args]: readonly string[]): Promise<string> {
  const [first = '', resource = '', plural] = args
  if (kind === 'screen') return addScreen(first, resource, plural)
  if (kind === 'remote') return generateRemote(first)
  if (kind === 'consumer') return generateConsumer(first)
  throw new Error('Choose screen, remote or consumer: npm run gen -- --help')
}

try {
  process.stdout.write(`${await generate(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
