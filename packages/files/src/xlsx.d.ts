declare module 'xlsx/xlsx.mjs' {
  export * from 'xlsx'
}
