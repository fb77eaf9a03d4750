-- pasarela: outside a transaction
-- Inquiries by connector account, unknown outcomes before orders that the provider called pending: the budget of an
-- account is spent on the first without looking at the second, of which there may be hundreds of thousands. The version
-- before claims by attempts_due, which goes with the next release: until then an open attempt is in two indexes.
create index concurrently if not exists attempts_to_inquire on attempts
  (connector_account_id, (case when outcome = 'pending' then 1 else 0 end), next_action_at)
  where (state = 'open' or (state = 'calling' and kind = 'submit')) and next_action_at is not null;
-- What is to be sent, without the orders that wait for an inquiry.
create index concurrently if not exists attempts_to_send on attempts (next_action_at)
  where (state = 'waiting' or (state = 'calling' and kind = 'announce')) and next_action_at is not null;
