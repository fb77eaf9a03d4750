import type { WithdrawalAccountData } from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'

export const withdrawals = {
  title: 'Withdrawals',
  explanation: 'Takes your money out, to an account of your own.',
  withdraw: {
    title: 'Withdraw',
    titleOf: (currency: string) => `Withdraw ${currency}`,
    account: 'To the account',
    howMuch: 'How much',
    all: 'All',
    part: 'An amount',
    amount: 'Amount',
    echo: (amount: string) => `You are withdrawing ${amount}`,
    reference: 'Reference',
    referenceHint: 'Your own name for it. The same reference never pays twice.',
    referenceWord: 'WITHDRAWAL',
    facts: { amount: 'Arrives', fee: 'Fee', left: 'Stays available' },
    approval: 'So much needs a second person: it leaves once somebody else approves it.',
    submit: (amount: string) => `Withdraw ${amount}`,
    noAccount: 'Your merchant has no account for withdrawals yet.',
    setAccount: 'Set an account',
    seeAccounts: 'See its account',
    noService: (currency: string) =>
      `No method of this point pays out ${currency}. Ask the operator of the gateway: they pay you outside, and the withdrawal stands here once two of them booked it.`,
  },
  list: {
    title: 'All withdrawals',
    status: 'Status',
    amount: 'Amount',
    account: 'Account',
    reference: 'Reference',
    created: 'Made',
    outside: 'Paid outside',
    emptyTitle: 'No withdrawals yet',
    empty: 'What you take out stands here, with what became of it.',
  },
  states: {
    proposed: 'Proposed',
    waiting: 'Waits',
    suspended: 'Suspended',
    usable: 'Usable',
    ended: 'Ended',
  } satisfies Record<WithdrawalAccountData['state'], string>,
  notes: {
    you: 'You may confirm it.',
    second: (name: string) =>
      `Waits for a second person: an owner or somebody of operations who is not ${name}, nor invited by ${name}.`,
    operators: { test: 'an operator of the gateway confirms', live: 'two operators of the gateway confirm' },
    unnamed: (operators: string) =>
      `Without a document of its holder, nobody of you confirms this account: ${operators} it. Ask them to, or propose it with the document.`,
    unrecorded: (operators: string) =>
      `The operator of the gateway has not recorded your tax id of this country. Ask for it first: then a second person of yours confirms the account. Until then ${operators} it.`,
    other: (operators: string) =>
      `The holder’s document is none of your merchant’s, so nobody of you confirms this account: ${operators} it. Ask them to.`,
    waiting: 'Money goes there from',
    suspended: 'Somebody set a new password by a link. No withdrawals until',
    ended: 'Replaced or taken away',
  },
  accounts: {
    title: 'Accounts for withdrawals',
    explanation:
      'Where your money goes, one account for each method. One person proposes it; another one confirms it, or the operators of the gateway where it is not known as yours. With real money it is used a day later.',
    notAllowed: 'Owners and people of operations propose, confirm and end accounts.',
    list: 'Accounts',
    documents: (known: string) => `Your merchant is known by ${known}. An account of such a holder is yours.`,
    noDocuments:
      'The operator of the gateway has recorded no tax id of your merchant yet: ask for it. Until then operators confirm its accounts.',
    emptyTitle: 'No accounts yet',
    empty: 'Propose the first one below.',
    method: 'Method',
    account: 'Account',
    state: 'State',
    proposed: 'Proposed',
    actions: 'Actions',
    confirm: {
      action: 'Confirm',
      title: 'Confirm the account',
      text: 'Withdrawals with this method go there, instead of to the account before. Compare every digit first.',
      done: 'Confirmed.',
    },
    end: {
      action: 'End',
      title: 'End the account',
      text: 'No withdrawal goes there any more. To use it again, somebody proposes it and another one confirms it.',
      done: 'Ended.',
    },
  },
  propose: {
    title: 'Propose an account',
    explanation: 'It takes the place of the one that is proposed for the method.',
    method: 'Method',
    choose: 'Choose',
    submit: 'Propose',
    done: 'Proposed. Who confirms it stands with the account.',
  },
}
