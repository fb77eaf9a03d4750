-- Reports of a day that is not over, and notices of single movements: their lines stand until a statement holds the same
-- movements. Balances and the proof of a day come from statements alone.

-- `booked`: whole days; `intraday`: what happened so far; `notice`: single movements.
alter table bank_statements add column kind text not null default 'booked';
alter table bank_statements add constraint bank_statements_kind check (kind in ('booked', 'intraday', 'notice')) not valid;

-- A report or a notice held it, and no statement. The statement's line of the same movement is a row of its own.
alter table bank_lines add column announced boolean not null default false;

-- `booked`: a statement holds the line. `announced`: only a report or a notice does. `adopted`: the statement's line
-- `adopted_by` is the same movement. `itemised`: a statement's line whose parts are lines. `part`: an announced line that is
-- a part of the statement's line `adopted_by`. `not_booked`: statements of its days came without it.
alter table bank_line_states
  add column standing text not null default 'booked',
  add column adopted_by uuid references bank_lines (id);
alter table bank_line_states add constraint bank_line_states_standing check (
  standing in ('booked', 'announced', 'adopted', 'itemised', 'part', 'not_booked')
  and (adopted_by is not null) = (standing in ('adopted', 'part'))
  and (standing <> 'announced' or state in ('new', 'expected', 'applied', 'closed'))
  and (standing <> 'adopted' or state in ('applied', 'closed'))
  and (standing not in ('itemised', 'not_booked') or state = 'closed')
  and (state <> 'expected' or standing = 'announced')) not valid;
-- `expected`: an announced line that moved no money.
alter table bank_line_states drop constraint bank_line_states_state;
alter table bank_line_states add constraint bank_line_states_state_2 check (state in ('new', 'expected', 'in_suspense',
  'returning', 'applied', 'linked', 'explained', 'closed')) not valid;
