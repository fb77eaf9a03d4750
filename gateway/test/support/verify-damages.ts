/** Damage, what undoes it, and the invariants that must find it; others may. */
export const damages: readonly [what: string, damage: string, repair: string, found: string][] = [
  [
    'a payout without its reservation',
    `update ledger_transfers set kind = 'suspense' where kind = 'reserve' and transaction_id = $1`,
    `update ledger_transfers set kind = 'reserve' where kind = 'suspense' and transaction_id = $1`,
    'I1',
  ],
  [
    'a transaction without its history',
    `update transaction_history set transaction_id = '00000000-0000-4000-8000-000000000001' where transaction_id = $1`,
    `update transaction_history set transaction_id = $1 where transaction_id = '00000000-0000-4000-8000-000000000001'`,
    'I1 I7 I8',
  ],
  [
    'a payout in ERROR that the bank executed',
    `update transactions set status = 'ERROR', reason = 'declined' where id = $1`,
    `update transactions set status = 'COMPLETED', reason = 'paid' where id = $1`,
    'I3 I5 I6',
  ],
  [
    'a completed transaction that the bank never heard of',
    `update transactions set status = 'COMPLETED' where reference = 'refused' and $1 <> '';
     update attempts set key = 'lost-' || key
       where transaction_id in (select id from transactions where reference = 'refused')`,
    `update transactions set status = 'ERROR' where reference = 'refused' and $1 <> '';
     update attempts set key = substr(key, 6)
       where transaction_id in (select id from transactions where reference = 'refused')`,
    'I3',
  ],
  [
    'a balance that somebody raised',
    `update ledger_accounts set balance_minor = balance_minor + 1 where kind = 'available' and $1::text <> ''`,
    `update ledger_accounts set balance_minor = balance_minor - 1 where kind = 'available' and $1::text <> ''`,
    'I4',
  ],
  [
    'a transfer that somebody changed',
    'update ledger_transfers set amount_minor = amount_minor + 1 where transaction_id = $1',
    'update ledger_transfers set amount_minor = amount_minor - 1 where transaction_id = $1',
    'I4 I5',
  ],
  [
    'a failed pay-in that left its credit with the merchant',
    `update transactions set status = 'ERROR', reason = 'reversed' where reference = 'paid' and $1 <> ''`,
    `update transactions set status = 'COMPLETED', reason = 'paid' where reference = 'paid' and $1 <> ''`,
    'I5',
  ],
  [
    'money that operators sent back without booking it',
    `update transactions set suspense_minor = 0, sent_back_minor = suspense_minor where reference = 'twice' and $1 <> ''`,
    `update transactions set suspense_minor = sent_back_minor, sent_back_minor = 0 where reference = 'twice' and $1 <> ''`,
    'I5',
  ],
  [
    'a right to rewrite entries',
    `grant update on ledger_transfers to pasarela_engine; select $1`,
    `revoke update on ledger_transfers from pasarela_engine; select $1`,
    'I4',
  ],
  [
    'a status that the history does not know, PENDING with nothing that moves it',
    `update transactions set status = 'PENDING' where id = $1`,
    `update transactions set status = 'COMPLETED' where id = $1`,
    'I6 I9',
  ],
  [
    'an approved payout that nothing moves',
    `update transactions set status = 'PENDING', reason = 'submitted', approval_until = gateway_now() where id = $1`,
    `update transactions set status = 'COMPLETED', reason = 'paid', approval_until = null where id = $1`,
    'I9',
  ],
  [
    'a callback that was never written',
    `update callback_events set transaction_id = '00000000-0000-4000-8000-000000000002' where transaction_id = $1`,
    `update callback_events set transaction_id = $1 where transaction_id = '00000000-0000-4000-8000-000000000002'`,
    'I7',
  ],
  [
    'a callback of a state that never was',
    `update callback_events set status = 'EXPIRED' where transaction_id = $1`,
    `update callback_events set status = 'COMPLETED' where transaction_id = $1`,
    'I7 I8',
  ],
  [
    'an event that tells more refunded than was',
    `update callback_events set refunded_minor = refunded_minor + 1 where refunded_minor is not null and $1 <> ''`,
    `update callback_events set refunded_minor = refunded_minor - 1 where refunded_minor is not null and $1 <> ''`,
    'I15',
  ],
  [
    'a day of an own account that the ledger does not know',
    `insert into bank_day_moves (bank_account_id, day, moved_minor) select id, '2001-01-01', 1 from bank_accounts where $1 <> ''`,
    `delete from bank_day_moves where day = '2001-01-01' and $1 <> ''`,
    'I16',
  ],
  [
    'nothing that keeps a payout out of a second file',
    'alter index payment_batch_items_once rename to renamed; select $1',
    'alter index renamed rename to payment_batch_items_once; select $1',
    'I17',
  ],
  [
    'a payout that became a withdrawal to an account that nobody confirmed',
    `with a as (insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by)
        select gen_random_uuid(), p.merchant_id, t.environment, t.service_code, t.details, u.id from transactions t
          join points p on p.id = t.point_id join users u on u.merchant_id = p.merchant_id where t.id = $1 limit 1 returning id)
      update transactions set withdrawal_account_id = a.id from a where transactions.id = $1`,
    `update transactions set withdrawal_account_id = null where id = $1;
     delete from withdrawal_accounts where $1 <> ''`,
    'I18',
  ],
  [
    'a withdrawal paid outside that took no money',
    `insert into outside_withdrawals (id, point_id, reference, currency, amount_minor, how, booked_by, created_at)
      select gen_random_uuid(), point_id, 'lost', 'EUR', 100, 'SEPA', 'ana', created_at from transactions where id = $1`,
    `delete from outside_withdrawals where $1 <> ''`,
    'I18',
  ],
  [
    'money in a type that rounds',
    `create table rounded (amount_minor double precision); select $1`,
    `drop table rounded; select $1`,
    'I10',
  ],
  [
    'a table without its wall',
    `alter table transactions disable row level security; select $1`,
    `alter table transactions enable row level security; select $1`,
    'I11',
  ],
  [
    'a policy that lets everybody in',
    `create policy open on transactions for select to pasarela_reader using (true); select $1`,
    `drop policy open on transactions; select $1`,
    'I11',
  ],
  [
    'a policy that says something else',
    'alter policy reader on payout_limits using (point_id is not null); select $1',
    `alter policy reader on payout_limits
       using (point_id in (select id from points where merchant_id = reading_merchant())); select $1`,
    'I11',
  ],
  [
    'a table that people may read, of nobody',
    'create table open (name text); grant select on open to pasarela_reader; select $1',
    'drop table open; select $1',
    'I11',
  ],
  [
    'a card number in a name',
    `update transactions set party_name = '4111 1111 1111 1111' where id = $1`,
    `update transactions set party_name = null where id = $1`,
    'I12',
  ],
  [
    'a right to rewrite the audit log',
    `grant delete on audit_log to pasarela_reader; select $1`,
    `revoke delete on audit_log from pasarela_reader; select $1`,
    'I12',
  ],
  [
    'a line of a bank statement that somebody changed',
    `update bank_lines set amount_minor = amount_minor + 1 where sign = 'D' and $1 <> ''`,
    `update bank_lines set amount_minor = amount_minor - 1 where sign = 'D' and $1 <> ''`,
    'I14',
  ],
  [
    'an entry of a bank statement that lost its line',
    `update bank_statements set booked_entries = booked_entries + 1 where $1 <> ''`,
    `update bank_statements set booked_entries = booked_entries - 1 where $1 <> ''`,
    'I14',
  ],
  [
    'a line of a bank statement on another day',
    `update bank_lines set booking_day = booking_day + 40 where sign = 'D' and $1 <> ''`,
    `update bank_lines set booking_day = booking_day - 40 where sign = 'D' and $1 <> ''`,
    'I14',
  ],
  [
    'a right to rewrite lines of banks',
    `grant update on bank_lines to pasarela_engine; select $1`,
    `revoke update on bank_lines from pasarela_engine; select $1`,
    'I14',
  ],
]
