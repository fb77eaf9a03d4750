-- Statements that came and decisions about statements: each may let lines of the account take effect.
alter table bank_accounts
  add column statement_changes integer not null default 0;
-- What the account had counted when the line was judged last: a waiting line that is behind is judged again at once.
alter table bank_line_states
  add column judged_at_change integer not null default 0;
