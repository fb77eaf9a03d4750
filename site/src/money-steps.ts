import type { MethodFacts } from './gateway-facts.ts'
import type { Step } from './money-diagram.ts'

/** How the payer learns how to pay, and how the money moves, by the kind of the method. */
const payinMiddle: Readonly<Record<string, (method: MethodFacts) => readonly Step[]>> = {
  deposit_account: ({ currency }) => [
    reply(
      'account to pay to',
      'The reply has the account to pay to (`target_account`) and a `payment_url` that shows it to the payer.',
    ),
    pays(
      `bank transfer in ${currency}`,
      `The payer makes a bank transfer in ${currency} to that account, with the reference of the reply.`,
    ),
  ],
  clabe: () => [
    reply(
      'CLABE to pay to',
      'The reply has a CLABE (`clabe`) and a `payment_url`. On a live point with an own account all payments share one CLABE: show `target_account_reference` too.',
    ),
    pays('SPEI transfer', 'The payer sends a SPEI transfer to that CLABE.'),
  ],
  qr: () => [
    reply('Pix code', 'The reply has the Pix code (`pix_br_code`), and a `payment_url` that shows it as a QR picture.'),
    pays('Pix', 'The payer scans the code or pastes it into the app of their bank, and pays.'),
  ],
  pull: () => [
    order('asks the bank for the money', 'Pasarela orders the debit at the provider within your request.'),
    asks('asks the payer to agree', 'The bank asks the payer to agree in the app of the bank.'),
    pays('agrees; the bank debits', 'The payer agrees, and the bank moves the money.'),
  ],
  wallet: () => [
    reply('number to pay to', 'The reply says what to pay to, and has a `payment_url` that shows it to the payer.'),
    pays('pays in the wallet app', 'The payer pays in the app of the wallet.'),
  ],
  card: () => [
    order('charges the card', 'Pasarela sends the card to the provider within your request and stores no card number.'),
    asks(
      '3-D Secure, if wanted',
      'The bank of the card may ask the payer to confirm: lead the payer to `redirect_url`.',
    ),
    pays('the bank pays', 'The bank of the card agrees, and the money moves to the provider.'),
  ],
}

/** The steps of a pay-in. Throws for a kind that has no description here, so that a new kind is not forgotten. */
export function payinSteps(kind: string, method: MethodFacts): readonly Step[] {
  const middle = payinMiddle[kind]
  if (middle === undefined) throw new Error(`money-steps.ts describes no pay-in of the kind ${kind} (${method.code})`)
  return [
    {
      from: 'You',
      to: 'Pasarela',
      label: 'create the pay-in',
      sentence: 'You create the pay-in: `POST /api/v1/payments/payin_hth`. It is PENDING.',
    },
    ...middle(method),
    {
      from: 'Provider',
      to: 'Pasarela',
      label: 'the money arrived',
      sentence: 'The provider reports the money. Pasarela books it to your balance: the status becomes COMPLETED.',
    },
    { from: 'Pasarela', to: 'You', label: 'callback COMPLETED', sentence: 'Pasarela sends you a signed callback.' },
  ]
}

export function payoutSteps({ currency }: MethodFacts): readonly Step[] {
  return [
    {
      from: 'You',
      to: 'Pasarela',
      label: 'create the payout',
      sentence: 'You create the payout: `POST /api/v1/payments/payout_hth`. Amount and fee are held in your balance.',
    },
    order(
      'orders the transfer',
      'Pasarela orders the transfer at the provider, under a key of its own, so that it can never be paid twice.',
    ),
    {
      from: 'Provider',
      to: 'Payer',
      label: `transfer in ${currency}`,
      isMoney: true,
      sentence: `The provider pays the beneficiary in ${currency}.`,
    },
    {
      from: 'Provider',
      to: 'Pasarela',
      label: 'result',
      sentence: 'The provider confirms. If it takes longer than 8 seconds, your reply is PENDING meanwhile.',
    },
    {
      from: 'Pasarela',
      to: 'You',
      label: 'callback COMPLETED or ERROR',
      sentence: 'Pasarela sends you a signed callback. After ERROR the amount is yours again.',
    },
  ]
}

function reply(label: string, sentence: string): Step {
  return { from: 'Pasarela', to: 'You', label, sentence }
}

function order(label: string, sentence: string): Step {
  return { from: 'Pasarela', to: 'Provider', label, sentence }
}

function asks(label: string, sentence: string): Step {
  return { from: 'Provider', to: 'Payer', label, sentence }
}

function pays(label: string, sentence: string): Step {
  return { from: 'Payer', to: 'Provider', label, sentence, isMoney: true }
}
