-- Lines that wait are judged again only where something about them changed, and what they may belong to is looked up when a
-- person looks. `bank_line_candidates`, `auto_from` and `propose_from` are unused from here on; a later release drops them.

alter table bank_line_states
  -- The text names an order or a payout of ours.
  add column names_order boolean not null default false,
  -- What an operator may confirm the line by: its id and the bank's numbers, as `reference_key` writes them. Empty: an older
  -- release judged the line, and it is judged once more.
  add column numbers text[] not null default '{}',
  -- Something about it changed since it was judged.
  add column judge_again boolean not null default false;
