/**
 * What alerts say. `{names}` are facts of the alert, or words that `alert-sentences.ts` chooses. `es.json` and `pt.json`
 * have the same shape.
 */
export const en = {
  kinds: {
    callbacks_failing: {
      name: 'Callbacks fail',
      title: 'Callbacks of {point} are suspended',
      text: 'Your callback address has not taken a callback for five days. Callbacks are held for 30 days: correct the address or your server, then send a test.',
    },
    callbacks_recovered: {
      name: 'Callbacks are back',
      title: 'Callbacks of {point} arrive again',
      text: 'Your server answers again. What had waited is being delivered, spread over the next minutes.',
    },
    payment_reversed: {
      name: 'Payments are reversed or returned',
      title: 'A payment of {point} was taken back{in_part}',
      text: 'The bank took the money out of your balance. {told}',
    },
    second_final_state: {
      name: 'A final payment changes again',
      title: 'A final payment of {point} is {status} now',
      text: 'Your server had acknowledged another final status before. A second callback tells it. A server that de-duplicates on the transaction id alone ignores it: check the order yourself.',
    },
    paid_late: {
      name: 'Payments after their expiry, once a day',
      title: '{payments} of {point} paid after their expiry on {day}',
      text: 'Payments that had expired are completed now, and the money is yours. Check that each order is delivered or refunded. Transactions: {payment_ids}{more}.',
    },
    payout_approval: {
      name: 'Payouts and refunds wait for approval',
      title: 'Payouts or refunds of {point} wait for approval',
      text: 'A payout or refund above your limit waits for a second person. Nothing is sent until somebody approves it.',
    },
    payout_approval_lapsing: {
      name: 'The approval of a payout or refund lapses soon',
      title: 'A payout or refund of {point} lapses soon',
      text: 'Nobody has decided about it. When its time is over it fails, and its funds are released.',
    },
    key_expiring: {
      name: 'API keys expire',
      title: 'The API key {key_name} expires in less than {days} days',
      text: 'Rotate it in the credentials of {point}. Requests with an expired key are refused.',
    },
    credential_changed: {
      name: 'Credentials are shown, made or changed',
      title: 'Credentials of {point} were used or changed',
      text: '{by} {action}. If you do not know why, revoke the key or rotate the secret, and look at the audit log.',
    },
    team_changed: {
      name: 'The team changes',
      title: 'Your team has changed',
      text: '{by} {action}. If you do not know why, look at the audit log.',
    },
    withdrawal_account_changed: {
      name: 'An account for withdrawals is proposed, confirmed or taken away',
      title: 'Where your money goes may change',
      text: '{by} {action}. A live account takes money a day after it is confirmed. If you do not know why, take the account away and look at the audit log.',
    },
    withdrawal_account_used: {
      name: 'An account for withdrawals is used for the first time',
      title: 'Money of {point} goes to a new account',
      text: 'The first withdrawal with {service_code} to this account was made. If you do not know why, tell an operator of the gateway at once.',
    },
    sign_in_new_address: {
      name: 'Somebody signed in to my account from a new address',
      title: 'Your account was used from a new address',
      text: 'It came from {address}. If that was not you, change your password and end all other sessions.',
    },
    sign_in_locked: {
      name: 'My account is locked',
      title: 'Your account is locked',
      text: 'There were too many wrong passwords or codes. It opens by itself after a while. If that was not you, somebody knows your address: use a second factor.',
    },
    password_recovered: {
      name: 'My password was set without the old one',
      title: 'A new password was set for your account',
      text: 'It was set by a link for people who forgot theirs. All your sessions ended. If that was not you, tell an operator of the gateway at once.',
    },
    late_execution: {
      name: 'An order was executed after it was reported as failed',
      title: 'An order of {point} was executed late: it may be paid twice',
      text: 'Service code: {service_code}. The merchant was told that it was not executed, and the provider has executed or accepted it since. Ask the merchant at once whether it was paid again. It stands in the review queue.',
    },
    needs_operator: {
      name: 'A transaction needs a person',
      title: 'A transaction of {point} needs a person',
      text: 'Service code: {service_code}. It stands in the list of what needs attention, with the reason.',
    },
    to_pay_old: {
      name: 'A payout or refund waits to be paid at the bank',
      title: 'Payouts or refunds have waited {hours} hours for the bank',
      text: 'Somebody has to make them at the bank and confirm them. They are in the queue “To pay”, the one that waits the longest first.',
    },
    suspense_old: {
      name: 'Money in suspense for more than a day',
      title: 'Money for {point} has been in suspense for a day',
      text: 'Service code: {service_code}. Payer and merchant wait: accept it or return it.',
    },
    outcome_unknown: {
      name: 'Outcomes unknown for more than an hour',
      title: '{account} has not told outcomes for an hour',
      text: 'Calls to the connector {connector} ended without an answer, and inquiries have not told more. Their transactions stay pending. Look at the bank.',
    },
    audit_chain_broken: {
      name: 'The audit log was changed',
      title: 'The audit log is not what was sealed',
      text: 'Chain {chain}, seal {number}: {what}. Run “pasarela audit verify” and compare with the logs of your processes.',
    },
    invariant_violated: {
      name: 'The books do not prove',
      title: 'Invariant {invariant} is violated',
      text: 'Found {violations} times. Run “pasarela verify”: it names each place.',
    },
    authentication_failing: {
      name: 'Credentials are refused again and again',
      title: 'Credentials of {point} are refused again and again',
      text: '{failures} requests within 15 minutes were refused because of their credentials, the first from {address}. Look at the audit log: either a program was set up wrongly, or somebody tries to get in.',
    },
    clock_skew: {
      name: 'The clock of a machine is wrong',
      title: 'The clock of {machine} differs by {seconds} s',
      text: 'The difference from the clock of the database server is corrected, so signatures and one-time codes still work. Let NTP set the clock (chronyd or systemd-timesyncd): beyond 30 seconds the gateway does not start there.',
    },
    cards_guessed: {
      name: 'Card numbers are being guessed',
      title: 'Card numbers are being guessed at {point}',
      text: 'Other cards were sent again and again with references of card pay-ins ({transactions} of them). They are not compared any more. Look at the requests of the point, and revoke the key if you do not know who sends them.',
    },
    numbers_typed_in_vain: {
      name: 'Numbers of transfers are being guessed',
      title: 'Numbers of transfers are being guessed at {point}',
      text: 'Within an hour {numbers} payers’ bank references were given for payments that are not paid. More are refused. None of them gives anybody money: look at who gives them before you confirm a payment of this point by hand.',
    },
    references_used_up: {
      name: 'The references of an own account run out',
      title: '{percent} % of the seven-digit references of {account} are in use',
      text: 'At the pace of the last week the others last {days_left} days. Then orders go to the next account with a route, or are refused. Add another account, or see which points hold most. A reference is free again 31 days after its order has ended.',
    },
    provider_finding: {
      name: 'An account at a provider needs somebody',
      title: 'Something is wrong with {account} at its provider',
      text: '{finding} Orders go on; see the page Providers. It is looked at again every hour.',
    },
    certificate_ending: {
      name: 'A certificate for a provider ends',
      title: 'The certificate of {account} ends at {ends_at}',
      text: 'From then on the provider takes no orders of this account, and its answers are not read. Get a new certificate from the provider, try it, and have it agreed to, while the old one still works.',
    },
    statement_missing: {
      name: 'A bank statement is missing',
      title: 'No statement of {account} for {missing_day}',
      text: 'The last one ends on {last_day}. Fetch the statement at the bank and upload it, or look at the folder that the bank fills. Until then no deposit of these days completes a payment.',
    },
    statement_gap: {
      name: 'The days of a bank account do not add up',
      title: '{account} differs by {amount} {currency} on {day}',
      text: 'Statement, ledger, lines and confirmations of that day do not add up. A line is missing or stands there twice: compare the statement with the bank and import it again, or import the one that is missing.',
    },
    lines_waiting: {
      name: 'Lines of a bank statement wait for a person',
      title: '{lines} lines of {account} have waited for more than a day',
      text: 'In: {credits} {currency}. Out: {debits} {currency}. Nobody has claimed this money. Find its payments, or say what it is.',
    },
    file_refused: {
      name: 'A file of a bank was refused',
      title: 'The file {file} of a bank was refused',
      text: 'Why: {reason} Nothing of it was imported. Correct what the reason names, or ask the bank for the file again.',
    },
    statement_contradicts: {
      name: 'A statement contradicts what was paid',
      title: 'The statement {file} lacks {lines} lines that orders were paid by',
      text: 'The file {other_file} held them, the first of {day} for the transaction {transaction_id}. Ask the bank which of the two is right. Nothing was changed.',
    },
    incoming_money: {
      name: 'Money came that belongs to no payment',
      title: '{amount} {currency} came to {account} for no payment',
      text: 'The provider’s id of it is {payment}. Find out whose it is, and credit it or send it back.',
    },
    proposal_waiting: {
      name: 'A proposal waits for a second person',
      title: '{by} proposes something that a second person decides',
      text: 'What is proposed: {action}. Look at the evidence before you agree.',
    },
    limits_changed: {
      name: 'Limits and safeguards of live points change',
      title: 'Limits or safeguards of {point} have changed',
      text: '{by} {action}. If you do not know why, look at the audit log and set it back.',
    },
    deposit_account_changed: {
      name: 'Accounts for deposits are added',
      title: 'Payers are sent to a new account',
      text: '{by} {action}. An account that takes the place of another one is shown to payers after 24 hours, or once a third person agrees. Compare it with your bank.',
    },
    break_glass: {
      name: 'Somebody acts alone at the machine',
      title: 'Somebody acted alone, without a second person',
      text: '{by} used --break-glass: {done}. Ask them why, and look at the audit log.',
    },
    bootstrap_invitation: {
      name: 'An operator is invited at the machine',
      title: 'An operator was invited at the machine',
      text: 'Somebody with access to the machine invited {email} by “user invite --bootstrap”. No second person confirms that. If you do not know why, disable the account.',
    },
    confirmation_waiting: {
      name: 'Somebody invited waits for a second person',
      title: '{email} waits for a second person',
      text: '{by} gave {email} rights to decide about money. Until somebody else confirms that they are two people, they do not decide about each other’s work, for 30 days.',
    },
  },
  instead: {
    callbacks_down: {
      title: 'Callbacks of {point} have failed {outage}',
      text: 'Your server does not take our callbacks. We go on trying, and nothing is lost. Look at the delivery log for what it answers.',
    },
    payout_returned: {
      title: 'A payout of {point} came back{in_part}',
      text: 'The money is in your balance again. {told}',
    },
    refund_returned: {
      title: 'A refund of {point} came back{in_part}',
      text: 'The money is in your balance again, and the payer does not have it. Ask the payer before you refund again.',
    },
    credentials_of_nobody: {
      title: '{address} sends wrong credentials again and again',
      text: '{failures} requests within 15 minutes were refused because of their credentials, the first from {address}. Look at the audit log: either a program was set up wrongly, or somebody tries to get in.',
    },
  },
  words: {
    outages: {
      '15m': 'for 15 minutes',
      '24h': 'for a day',
      '3d': 'for three days',
    },
    in_part: ' in part',
    several_addresses: 'several addresses',
    told: {
      error:
        'It counts as failed now, and a second callback tells your server. A server that de-duplicates on the transaction id alone ignores it: check the order yourself.',
      completed: 'It still counts as completed, and no callback tells your server: check the order yourself.',
    },
  },
}
