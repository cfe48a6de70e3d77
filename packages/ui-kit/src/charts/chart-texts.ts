import { defineTexts } from '../i18n/texts'

export const chartTexts = defineTexts('charts', {
  view: 'Show as',
  chart: 'Chart',
  table: 'Table',
  nothing: 'Nothing in this time',
})
