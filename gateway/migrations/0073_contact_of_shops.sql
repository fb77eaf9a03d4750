-- How payers reach the shop: an address of mail, a telephone, or a short text.
alter table point_brands add column contact text check (length(contact) between 1 and 120);
