-- pasarela: outside a transaction
alter table payment_batches validate constraint payment_batches_two_people;
