-- What a person or a rule said that a line is can be corrected: counter entries take it back, and the line waits again.

-- How often the line was judged before, twice over: its entries count by it, so that each judgement books once.
alter table bank_line_states add column judgement smallint not null default 0;
alter table ledger_transfers add column line_judgement smallint not null default 0;
