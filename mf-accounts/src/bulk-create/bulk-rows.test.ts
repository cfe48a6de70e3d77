import { describe, expect, it } from 'vitest'
import { createSets, type FieldSet } from '../shared/field-sets'
import { buildBulkColumns, buildBulkRows, contactsIn, createHeadingCheck, referencesIn } from './bulk-rows'
import { parseTable } from './parse-table'

const set = createSets.admin as FieldSet
const labels: Record<string, string> = { firstName: 'First Name', lastName: 'Last Name', refId: 'Reference' }
const columns = buildBulkColumns(set, field => labels[field] ?? field)
const defaultColumns = columns.map(({ label }) => label)
const parse = (text: string) => parseTable(text, defaultColumns, createHeadingCheck(columns))
const rules = {
  role: 'admin' as const,
  set,
  columns,
  defaults: {},
  references: new Map<string, string | null>([
    ['superadmin1', 's1'],
    ['nobody', null],
  ]),
  locations: { countries: new Set(['IN', 'MC']), states: new Map([['IN', new Set(['MH'])]]) },
  usedContacts: new Set<string>(),
  texts: {
    unknownReference: 'unknown',
    unknownStatus: 'no status',
    unknownCountry: 'no country',
    unknownState: 'no state',
    repeated: (line: number) => `again ${line}`,
    contactUsed: 'used',
    active: 'Active',
    deactive: 'Deactive',
  },
}
const rows = (text: string) => buildBulkRows(parse(text), rules)

describe('a pasted table', () => {
  it('may have a heading in any order', () => {
    const table = parse('Last name\tFIRST NAME\nBerg\tAda')
    expect(table.columns).toEqual(['Last name', 'FIRST NAME'])
    expect(table.rows).toEqual([{ line: 2, cells: ['Berg', 'Ada'] }])
  })

  it('has the default columns without a heading', () => {
    expect(parse('Ada\tBerg\tada@example.test').columns).toEqual(defaultColumns)
  })

  it('keeps separators and line breaks inside quotes', () => {
    const { rows: records } = parse('a,"b ""x"", c\nd",e\nf,g,h')
    expect(records).toEqual([
      { line: 1, cells: ['a', 'b "x", c\nd', 'e'] },
      { line: 3, cells: ['f', 'g', 'h'] },
    ])
  })

  it('detects its separator outside quotes', () => {
    const heading = ['First Name', 'Last Name', 'Email']
    const cells = (text: string) => parse(text).rows.map(row => row.cells)
    expect(cells(`${heading.join(',')}\nAda,"Berg; Hill",a@x.test`)).toEqual([['Ada', 'Berg; Hill', 'a@x.test']])
    expect(cells(`${heading.join(';')}\nAda;Berg, jun.;"a\tb"`)).toEqual([['Ada', 'Berg, jun.', 'a\tb']])
    expect(cells(`\ufeff"First Name","Last Name"\r\n"Ada\t",Berg; Hill`)).toEqual([['Ada', 'Berg; Hill']])
    expect(cells('Ada,Berg; Hill,ada@x.test,2.5')).toEqual([['Ada', 'Berg; Hill', 'ada@x.test', '2.5']])
    expect(cells('Ada;Berg;ada@x.test;2,50')).toEqual([['Ada', 'Berg', 'ada@x.test', '2,50']])
    expect(cells('Ada\tBerg, Hill, and, others')).toEqual([['Ada', 'Berg, Hill, and, others']])
  })

  it('skips empty lines but counts them', () => {
    expect(parse('a\tb\n\n\r\nc\td\n').rows.map(({ line }) => line)).toEqual([1, 4])
  })
})

describe('bulk rows', () => {
  const heading = 'First Name\tLast Name\temail\tcommission\tReference\tuserStatus\n'

  it('are converted to the values that the form would send', () => {
    const [row] = rows(`${heading}Ada\tBerg\tada@example.test\t2.5%\tSuperAdmin1\tdeactive`)
    expect(row?.errors).toEqual({})
    expect(row?.values).toMatchObject({ firstName: 'Ada', commissionAmount: 2.5, refId: 's1', userStatus: false })
  })

  it('report all errors of all rows', () => {
    const [one, two] = rows(`${heading}\tBerg\tnope\tx\tnobody\tmaybe\nEve\tHill\teve@example.test\t101\tsuperadmin1\t`)
    expect(one?.errors).toEqual({
      firstName: 'First Name is required',
      email: 'Not an email address',
      commissionAmount: 'Write digits only, without letters',
      refId: 'unknown',
      userStatus: 'no status',
    })
    expect(two?.errors).toEqual({ commissionAmount: 'Must be between 0 and 100' })
  })

  it('report unknown countries and states, and accept any state of a country without a list', () => {
    const players = {
      set: createSets.player as FieldSet,
      columns: buildBulkColumns(createSets.player as FieldSet, String),
    }
    const heading = 'firstName\tlastName\tcountry\tstate\n'
    const text = `${heading}A\tB\tXX\tMH\nC\tD\tin\tQQ\nE\tF\tIN\tMH\nG\tH\tMC\tMO`
    const table = parseTable(text, [], createHeadingCheck(players.columns))
    const built = buildBulkRows(table, { ...rules, ...players, role: 'player' })
    const at = ({ errors: { country, state } }: (typeof built)[number]) => country ?? state
    expect(built.map(at)).toEqual(['no country', 'no state', undefined, undefined])
  })

  it('show the value to be stored, and a message for an ambiguous number', () => {
    const set = createSets.master as FieldSet
    const masters = { ...rules, role: 'master' as const, set, columns: buildBulkColumns(set, String) }
    const rowOf = (line: Record<string, string>) => {
      const text = `${Object.keys(line).join('\t')}\n${Object.values(line).join('\t')}`
      return buildBulkRows(parseTable(text, [], createHeadingCheck(masters.columns)), masters)[0]
    }
    const clear = rowOf({ phone: '+44 20 7946 0018', pinCode: '५६० ०३४', pin: '7788', commissionAmount: '7.5 %' })
    expect(clear?.display).toMatchObject({ phone: '442079460018', pinCode: '560034', commissionAmount: '7.50 %' })
    expect(clear?.display.userStatus).toBe('Active')

    const line = { phone: '4.42079E+11', pinCode: '560034.00', pin: '0456', commissionAmount: '7,5' }
    const unclear = rowOf(line)
    expect(unclear?.display).toMatchObject(line)
    expect(unclear?.errors).toMatchObject({
      phone: 'Write all digits, without an exponent',
      pinCode: 'PIN Code takes digits only, not "."',
      pin: 'PIN cannot begin with 0',
      commissionAmount: 'Write decimals with a point: 7.5',
    })
    expect(rowOf({ phone: '-442079460018', pin: '0x1F', commissionAmount: '2e0' })?.errors).toMatchObject({
      phone: 'Phone takes digits only, not "-"',
      pin: 'PIN takes digits only, not "x"',
      commissionAmount: 'Write all digits, without an exponent',
    })
  })

  it('report duplicate values with the line of the first', () => {
    const [, two] = rows(`${heading}A\tB\tx@example.test\t1\tsuperadmin1\t\nC\tD\tX@example.test\t1\tsuperadmin1\t`)
    expect(two?.errors).toEqual({ email: 'again 2' })
  })

  it('find and compare names, emails and states without the invisible characters of a copy', () => {
    const text = `${heading}A\tB\tx@example.test\u200b\t1\t\u2066superadmin1\u2069\tactive\u2060\nC\tD\tx@example.test\t1\tsuperadmin1\t`
    expect(referencesIn(parse(text), columns)).toEqual(['superadmin1'])
    expect(contactsIn(parse(text), columns, 'email')).toEqual(['x@example.test'])
    const [one, two] = rows(text)
    expect(one?.values).toMatchObject({ email: 'x@example.test', refId: 's1', userStatus: true })
    expect([one?.errors, two?.errors]).toEqual([{}, { email: 'again 2' }])
  })

  it('use defaults for empty cells only', () => {
    const withDefaults = { ...rules, defaults: { refId: 's9', password: 'secret-1' } }
    const table = parse(`${heading}A\tB\tx@example.test\t1\tsuperadmin1\t\nC\tD\ty@example.test\t1\t\t`)
    expect(buildBulkRows(table, withDefaults).map(({ values }) => values.refId)).toEqual(['s1', 's9'])
  })

  it('deduplicate the references of all rows', () => {
    const table = parse(`${heading}A\tB\tx\t1\tsuperadmin1\t\nC\tD\ty\t1\tSUPERADMIN1\t\nE\tF\tz\t1\t\t`)
    expect(referencesIn(table, columns)).toEqual(['superadmin1'])
  })
})
