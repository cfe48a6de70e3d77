import type { ActionType, NodePlopAPI, PlopGeneratorConfig } from 'plop'
import { domainEdits } from './edits/domain-edits'
import { screenEdits } from './edits/screen-edits'
import { type Names, namesOf, pluralOf, resourcePattern, type ScreenAnswers } from './names'
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
    description: 'one more list and form in a domain that is there, from the contract to the tests',
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
  ]
}

function answersIn(answers: Record<string, unknown> | undefined): ScreenAnswers {
  const { domain, resource, plural } = answers ?? {}
  return { domain: String(domain), resource: String(resource), plural: String(plural) }
}

function domainActions(repository: Repository, answers: ScreenAnswers): ActionType[] {
  const names = namesOf(answers)
  return [
    templates('domain', { ...names, versions: repository.versions() }),
    () => repository.apply(domainEdits(names, repository.nextServicePort())),
    ...screenParts(repository, names),
    () => repository.tidyUp(names.domain),
    () => 'Now: npm install, npm run verify. What no program can write: the picture and the words of README.md.',
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
    ...(repository.startsWithoutSettings(names.domain) ? [templates('service-test', names)] : []),
    () => repository.apply(screenEdits(names)),
  ]
}
