-- Money of a provider for none of our orders becomes lines of a list of its connector account. Each line has the id of its
-- incoming payment (`incoming_money`).

-- `provider`: the money that came to a connector account of a provider for no order. No statements, numbers and days.
alter table bank_accounts add column kind text not null default 'bank' check (kind in ('bank', 'provider'));
