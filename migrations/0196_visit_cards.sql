-- Under which card of the booking system its customer is booked: where the card goes to another contact, the visit follows.
alter table visits add column client_external_id text;
