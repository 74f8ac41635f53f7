-- Another account that posted to the address with the right secret, and was refused; since the secret was last entered.
alter table connections add column foreign_account text;
alter table connections add column foreign_at timestamptz;
