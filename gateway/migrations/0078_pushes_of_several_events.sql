-- A provider may send several events in one push, and events that only prompt an inquiry.
-- The row that keeps headers and body of a push of several events: its own id, or another's of the same instant. Null: they are in
-- the row itself, which belongs to its event alone.
alter table provider_notifications add column push_id uuid;
-- Nothing of the push is believed: the provider is asked about the key. Such a row keeps no headers and no body.
alter table provider_notifications add column prompts_inquiry boolean not null default false;
