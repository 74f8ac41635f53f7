-- Requests that a process answered within one minute of the machine's time. Kept for some hours.
create table request_minutes (
  minute timestamptz not null,
  process text not null,
  answered int not null,
  -- With a status of 500 or more.
  failed int not null,
  -- Refused sign-ins: a wrong password, a wrong second factor.
  sign_ins_refused int not null,
  primary key (minute, process)
);
grant select, insert, update, delete on request_minutes to frontdesk_system;
