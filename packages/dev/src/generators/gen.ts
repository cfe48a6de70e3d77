import { fileURLToPath } from 'node:url'
import { generateConsumer } from './consumer'
import { slicePatterns } from './copy/slice-files'
import { domainEdits } from './edits/domain-edits'
import { screenEdits } from './edits/screen-edits'
import { generateRemote } from './generate-remote'
import { domainPattern, type Names, namesOf, pluralOf, resourcePattern } from './names'
import { type Repository, repositoryAt } from './repository'

const usage = `npm run gen screen <domain> <resource> [<plural>]   a list and a form in a domain: gen screen games price-list
npm run gen domain <domain> <resource> [<plural>]   a remote, a service and a contract with one list and one form
npm run gen remote <folder>   a repository of another team with screens of its own, outside of this one
npm run gen consumer <folder>   a service of another team that reads events, outside of this one`

async function generate(args: readonly string[]): Promise<string> {
  const [kind, domain = '', resource = '', plural = pluralOf(resource)] = args
  if (kind === 'remote') return generateRemote(domain)
  if (kind === 'consumer') return generateConsumer(domain)
  if (kind !== 'screen' && kind !== 'domain') throw new Error(usage)
  if (!domainPattern.test(domain)) throw new Error(`A domain has small letters only.\n${usage}`)
  if (![resource, plural].every(name => resourcePattern.test(name)))
    throw new Error(`A resource has small letters and hyphens only.\n${usage}`)
  const repository = repositoryAt(fileURLToPath(new URL('../../../../', import.meta.url)))
  const names = namesOf({ domain, resource, plural })
  const problem = kind === 'domain' ? repository.problemOfDomain(domain) : repository.problemOfScreen(names)
  if (problem) throw new Error(problem)
  if (kind === 'domain') addDomain(repository, names)
  addScreen(repository, names)
  repository.format(domain)
  return kind === 'domain' ? 'Next: npm install, npm run verify, then the line in README.md.' : 'Next: npm run verify.'
}

function addDomain(repository: Repository, names: Names) {
  repository.fillTemplates({ ...names, ...repository.versions() })
  repository.apply(domainEdits(names, repository.nextServicePort()))
}

function addScreen(repository: Repository, names: Names) {
  repository.copySlice(names, slicePatterns(names, repository.startsWithoutSettings(names.domain)))
  repository.apply(screenEdits(names))
}

try {
  process.stdout.write(`${await generate(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
