import type { ActionType, NodePlopAPI, PlopGeneratorConfig } from 'plop'
import { domainEdits } from './edits/domain-edits'
import { screenEdits } from './edits/screen-edits'
import { type Extra, extras, type Names, namesOf, pluralOf, resourcePattern, type ScreenAnswers } from './names'
import { type Repository, repositoryAt } from './repository'

const templates = (kind: string, data: object): ActionType => ({
  type: 'addMany',
  destination: '.',
  base: `templates/${kind}`,
  templateFiles: `templates/${kind}/**/*.hbs`,
  globOptions: { dot: true },
  data,
})

/** The generators of `npm run gen`; `plop` calls it once. */
export function defineGenerators(plop: NodePlopAPI): void {
  const repository = repositoryAt(plop.getDestBasePath())
  plop.setGenerator('domain', {
    description: 'a remote, a service and a contract of their own, with one list and one form',
    prompts: prompts('Name of the domain, in small letters:', name => repository.refusalOfDomain(name)),
    actions: answers => domainActions(repository, answersIn(answers)),
  })
  plop.setGenerator('screen', {
    description:
      'one more list and form in a domain that is there, with what it is asked for, from the contract to the tests',
    prompts: prompts('Name of the domain:', name => repository.refusalOfOwner(name)),
    actions: answers => screenActions(repository, answersIn(answers)),
  })
}

type Refuse = (text: string) => string | undefined

function prompts(question: string, refuse: Refuse): PlopGeneratorConfig['prompts'] {
  const resource: Refuse = text => (resourcePattern.test(text) ? undefined : 'Small letters and hyphens only.')
  return [
    { type: 'input', name: 'domain', message: question, validate: text => refuse(text) ?? true },
    {
      type: 'input',
      name: 'resource',
      message: 'What it lists, one of them (price-list):',
      validate: text => resource(text) ?? true,
    },
    {
      type: 'input',
      name: 'plural',
      message: 'Many of them:',
      default: ({ resource: one }: ScreenAnswers) => pluralOf(one),
      validate: text => resource(text) ?? true,
    },
    {
      type: 'input',
      name: 'extras',
      message: `Besides list and form, of ${extras.join(', ')}:`,
      default: 'none',
      validate: text => (extrasIn(text) ? true : `Some of ${extras.join(', ')}, with commas, or none.`),
    },
  ]
}

function answersIn(answers: Record<string, unknown> | undefined): ScreenAnswers {
  const { domain, resource, plural, extras: text } = answers ?? {}
  const chosen = extrasIn(String(text))
  if (!chosen) throw new Error(`${text} is not of ${extras.join(', ')}, nor none.`)
  return { domain: String(domain), resource: String(resource), plural: String(plural), extras: chosen }
}

/** Extras as they are typed; undefined where one is none of them. */
function extrasIn(text: string): readonly Extra[] | undefined {
  const names = text === 'none' ? [] : text.split(',').map(name => name.trim())
  return names.every(isExtra) ? names : undefined
}

const isExtra = (name: string): name is Extra => (extras as readonly string[]).includes(name)

function domainActions(repository: Repository, answers: ScreenAnswers): ActionType[] {
  const names = namesOf(answers)
  return [
    templates('domain', { ...names, versions: repository.versions() }),
    () => repository.apply(domainEdits(names, repository.nextServicePort())),
    ...screenParts(repository, names),
    () => repository.tidyUp(names.domain),
    () => 'Now: npm install, npm run verify; then the words of README.md.',
  ]
}

function screenActions(repository: Repository, answers: ScreenAnswers): ActionType[] {
  const names = namesOf(answers)
  const refusal = repository.refusalOfScreen(names)
  if (refusal) throw new Error(refusal)
  return [
    ...screenParts(repository, names),
    () => repository.tidyUp(names.domain),
    () => 'Now: npm run verify, and a path through the whole in packages/e2e.',
  ]
}

function screenParts(repository: Repository, names: Names): ActionType[] {
  return [
    templates('screen', names),
    ...(names.edit ? [templates('edit', names)] : []),
    ...(names.details ? [templates('details', names)] : []),
    ...(repository.startsWithoutSettings(names.domain) ? [templates('service-test', names)] : []),
    () => repository.apply(screenEdits(names)),
  ]
}
