-- A statement of real money that does not prove itself takes effect only when somebody else than its uploader accepts it.

alter table bank_files
  -- The person who uploaded the file. Null: a command on the machine, the watched folder, or a file from before this column.
  add column uploaded_by uuid;
