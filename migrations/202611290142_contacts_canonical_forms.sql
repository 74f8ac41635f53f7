-- Phones and names that are stored already get the form under which they are found: canonicalPhone of
-- src/contract/canonical-phones.ts, and composed letters. A phone whose canonical form another contact has stays.
set local role frontdesk_system;

create function pg_temp.canonical(phone text) returns text
  language sql immutable
  as $$
    select case
      when phone ~ '^\+55[1-9][1-9][6-9]\d{7}$' then regexp_replace(phone, '^(\+55\d\d)', '\19')
      when phone ~ '^\+54[1-8]\d{9}$' then regexp_replace(phone, '^\+54', '+549')
      when phone ~ '^\+521[2-9]\d{9}$' then regexp_replace(phone, '^\+521', '+52')
      when phone ~ '^\+225\d[0-3]\d{6}$' then regexp_replace(phone, '^\+225', '+22501')
      when phone ~ '^\+225\d[4-6]\d{6}$' then regexp_replace(phone, '^\+225', '+22505')
      when phone ~ '^\+225\d[7-9]\d{6}$' then regexp_replace(phone, '^\+225', '+22507')
      when phone ~ '^\+229[2-9]\d{7}$' then regexp_replace(phone, '^\+229', '+22901')
      else phone
    end
  $$;

update contacts c set phone = pg_temp.canonical(c.phone)
where c.phone ~ '^\+(5|22)' and pg_temp.canonical(c.phone) <> c.phone
  and not exists (select from contacts o where o.tenant_id = c.tenant_id and o.phone = pg_temp.canonical(c.phone));
update contact_addresses set phone = pg_temp.canonical(phone)
where phone ~ '^\+(5|22)' and pg_temp.canonical(phone) <> phone;
update opt_outs set phone = pg_temp.canonical(phone)
where phone ~ '^\+(5|22)' and pg_temp.canonical(phone) <> phone;

update contacts set name = normalize(name, nfc), given_name = normalize(given_name, nfc)
where name is not nfc normalized or given_name is not nfc normalized;
update contact_tags t set tag = normalize(tag, nfc)
where tag is not nfc normalized
  and not exists (select from contact_tags o
    where o.tenant_id = t.tenant_id and o.contact_id = t.contact_id and o.tag = normalize(t.tag, nfc));

reset role;
