import { payoutFailures } from '../values/payout-failure.ts'
import { fieldCodes, type ProblemCode, problemCatalogue } from '../values/problem.ts'
import type { Texts } from './texts.ts'

/** The English texts are in the catalogue. */
const problems = Object.fromEntries(
  Object.entries(problemCatalogue).map(([code, entry]) => [code, entry.message]),
) as Record<ProblemCode, string>

export const en: Texts = {
  languageName: 'English',
  problems,
  fields: fieldCodes,
  payoutFailures,
  severalFields: (count) => `${count} fields are wrong: see errors.`,
  pay: {
    title: (merchant) => `Payment to ${merchant}`,
    language: 'Language',
    amountToPay: 'Amount to pay',
    stillToPay: 'Still to pay',
    exactAmount: 'Send exactly this amount, not more and not less.',
    howToPay: 'How to pay',
    steps: {
      transfer: [
        'Open your bank’s app or website and start a transfer.',
        'Copy the account details of this page, exactly as they are shown.',
        'Send the exact amount. If there is a reference, write it in the transfer’s description.',
      ],
      clabe: [
        'Open your bank’s app or website and choose a SPEI transfer.',
        'Enter the CLABE of this page as the destination, and the reference if there is one.',
        'Send the exact amount.',
      ],
      pix: [
        'Copy the Pix code, or scan the picture with your bank’s app.',
        'In the app choose Pix, then “Pix copy and paste”, and paste the code.',
        'Check the name and the amount, and confirm.',
      ],
      pull: [
        'Open the app of the bank whose account you gave to the shop.',
        'Look for the debit request among the pending approvals.',
        'Check the name and the amount, and approve it.',
      ],
      wallet: [
        'Open your wallet’s or your bank’s app and choose to pay to a mobile number.',
        'Enter the details of this page, exactly as they are shown.',
        'Send the exact amount. If there is a reference, write it in the description.',
      ],
    },
    details: 'Payment details',
    bank: 'Bank',
    account: 'Account',
    accountType: 'Account type',
    accountTypes: {
      CC: 'Checking account',
      SVGS: 'Savings account',
      VISTA: 'Sight account',
      RUT: 'RUT account',
      SLRY: 'Salary account',
    },
    beneficiary: 'Beneficiary',
    document: 'Beneficiary’s document',
    transferReference: 'Reference to write',
    phone: 'Mobile number',
    pixCode: 'Pix code',
    pixPicture: 'QR code of this Pix payment; the same code stands beside it as text.',
    copy: 'Copy',
    copyPix: 'Copy the Pix code',
    copyAmount: 'Copy the amount',
    copied: 'Copied',
    payBefore: 'Pay before',
    timeLeft: 'Time left',
    zones: {
      AR: 'Argentina Time',
      BR: 'Brasília Time',
      CL: 'Chile Time',
      CO: 'Colombia Time',
      EC: 'Ecuador Time',
      MX: 'Mexico City Time',
      PE: 'Peru Time',
      PY: 'Paraguay Time',
      UY: 'Uruguay Time',
      VE: 'Venezuela Time',
    },
    updatesItself: 'This page changes by itself as soon as the payment arrives.',
    testRibbon: 'TEST',
    testNote: 'This is a test payment: no real money moves.',
    openPayerApp: 'Open the simulated bank’s payer app',
    merchantReference: 'Order',
    paymentId: 'Payment',
    card: 'Card',
    date: 'Date',
    method: 'Method',
    bankId: 'The bank’s id',
    print: 'Print',
    share: 'Share',
    contact: (merchant) => `Questions to ${merchant}`,
    backTo: (merchant) => `Back to ${merchant}`,
    received: (amount, of) => `${amount} of ${of} arrived so far.`,
    missing: (amount) => `${amount} is still missing: send exactly that, in the same way.`,
    noPixCodeForRest: (merchant) =>
      `The Pix code that you used asks for the whole amount: do not pay with it again. Ask ${merchant} for a code of what is missing.`,
    paid: {
      title: 'Payment received',
      body: (merchant) => `Thank you. ${merchant} has been told; there is nothing more to do.`,
    },
    partlyRefunded: (amount) => `${amount} of this payment was sent back to you; your bank shows when.`,
    takenBack: {
      title: 'This payment was sent back',
      body: (merchant) =>
        `The money went back to where it came from; your bank shows when. Ask ${merchant} if you still want to pay.`,
    },
    expired: {
      title: 'This payment has expired',
      body: (merchant) =>
        `Do not pay with its details any more: ask ${merchant} for a new payment. If you have paid already, keep the receipt; this page changes when the money arrives.`,
    },
    cancelled: {
      title: 'This payment was cancelled',
      body: (merchant) => `Do not pay with its details any more. Ask ${merchant} if you still want to pay.`,
    },
    failed: {
      title: 'The payment did not go through',
      body: (merchant) =>
        `You have paid nothing here. Go back to ${merchant} and try again or choose another way to pay.`,
    },
    failedWhy: {
      declined: 'The bank did not approve it and gave no reason.',
      insufficient_funds: 'There was not enough money or credit for this amount.',
      invalid_account: 'The bank could not use this account or card. Check its details.',
      expired_card: 'The card has expired. Use another card.',
      authentication_failed: 'The bank could not confirm that it was you.',
      processing_error: 'A technical problem stopped the payment.',
      limit_exceeded: 'The amount is above a limit of the account or card. Your bank can say which.',
    },
    inProgress: { title: 'Payment in progress', body: () => 'Please wait: this page changes by itself.' },
    beingChecked: {
      title: 'Your payment has arrived and is being checked',
      body: (merchant) =>
        `Do not pay again. ${merchant} will be told as soon as it is checked; this page changes by itself.`,
    },
    giveReference: {
      title: 'After paying: your bank’s reference',
      body: () => 'Your payment is found by the number that your bank shows after the payment. Write it here.',
    },
    giveReferenceIfAsked: {
      title: 'Paid already?',
      body: () => 'Your bank’s number of the payment helps to find it. You need not give it.',
    },
    referenceField: 'Reference number of your bank',
    sendReference: 'Send the reference',
    referenceGiven: (reference) =>
      `Thank you, noted: ${reference}. You can correct it while the payment is not decided.`,
    unknownPage: {
      title: 'There is no such payment',
      body: () => 'Check the link, or ask the shop that sent it to you for a new one.',
    },
    trouble: {
      title: 'We cannot show this page right now',
      body: () => 'Nothing happened to your payment. Please try again in a minute.',
    },
  },
}
