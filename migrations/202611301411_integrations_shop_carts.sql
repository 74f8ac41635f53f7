-- The shop of a cart; null: an API client sent it.
alter table carts add column branch_id uuid;
alter table carts add foreign key (tenant_id, branch_id) references branches (tenant_id, id);
create index carts_of_branch on carts (tenant_id, branch_id) where branch_id is not null;
