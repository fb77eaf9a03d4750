-- pasarela: outside a transaction
create index concurrently if not exists bank_files_stored on bank_files (received_at, id) where state = 'stored';
create index concurrently if not exists bank_files_refused on bank_files (refused_at, id) where state = 'refused';
create index concurrently if not exists bank_files_newest on bank_files (received_at, id);
