-- Where each field of a bank line stood. What a payer or merchant may have typed is text: it is shown, and it decides nothing.

alter table bank_lines
  -- Fields that stood in an element that the format gives to the bank alone. The others may have been typed by anybody, also
  -- those of all lines from before this column.
  add column bank_fields text[] not null default '{}'
    check (bank_fields <@ array['name', 'document', 'account', 'return_code', 'ids']),
  -- What the entry holds can be read in two ways: the line waits for a person.
  add column in_doubt boolean not null default false;
