-- When the booking system told the sum in spent_minor; visits that came to be held later are added to it. Null: nobody told.
alter table contacts add column spent_at timestamptz;
