/** Rules that explain lines which repeat. */
export const bankRules = {
  title: 'Rules',
  explanation:
    'What repeats on an account, such as fees and taxes, is explained by rules that people write. Nothing is learned from clicks, and an order always goes first.',
  emptyTitle: 'No rule yet',
  empty:
    'A rule says what a line is by a part of its text or by the bank’s code. Lines of more than its limit still wait for a person.',
  add: 'Add a rule',
  account: 'Bank account',
  sign: 'Direction',
  signs: { C: 'Money in', D: 'Money out' },
  text: 'Text contains',
  textHelp: 'Whole words of at least three characters; case and accents do not matter.',
  code: 'Bank’s code',
  codeHelp: 'As statements of this bank write it; may stay empty.',
  limit: 'Up to',
  limitHelp: 'Lines of more need a person.',
  klass: 'The line is',
  lines: 'Lines explained',
  since: 'Since',
  ended: 'Ended',
  inForce: 'In force',
  end: 'End this rule',
  endWords: 'Lines that come from now on need a person or another rule. What it explained stays as it is.',
  endDone: 'Ended.',
  state: 'State',
}
