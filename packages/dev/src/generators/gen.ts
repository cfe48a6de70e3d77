import { addScreen } from './add-screen'
import { generateConsumer } from './consumer'
import { generateRemote } from './generate-remote'

const usage = `npm run gen screen <domain> <resource> [<plural>]   a list and a form in a domain: gen screen games price-list
npm run gen remote <folder>   a repository of another team with screens of its own, outside of this one
npm run gen consumer <folder>   a service of another team that reads events, outside of this one`

async function generate([kind, ...args]: readonly string[]): Promise<string> {
  const [first = '', resource = '', plural] = args
  if (kind === 'screen') return addScreen(first, resource, plural)
  if (kind === 'remote') return generateRemote(first)
  if (kind === 'consumer') return generateConsumer(first)
  throw new Error(usage)
}

try {
  process.stdout.write(`${await generate(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
