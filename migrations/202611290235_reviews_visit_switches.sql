-- What a visit's page shows and offers is set for each review page, no longer once for the tenant.
set local role frontdesk_system;

update review_widgets widget
set settings = widget.settings || jsonb_build_object('visit', jsonb_build_object(
  'mayConfirm', coalesce(page.may_confirm, true),
  'mayCancel', coalesce(page.may_cancel, true),
  'showsMaster', coalesce(page.shows_master, true),
  'showsPrice', coalesce(page.shows_price, true),
  'showsTaxi', coalesce(page.shows_taxi, true)))
from tenants tenant
left join visit_pages page on page.tenant_id = tenant.id
where tenant.id = widget.tenant_id and not widget.settings ? 'visit';

-- A tenant that switched something off, and never saved a review page, gets the default one with its switches.
insert into review_widgets (tenant_id, id, branch_id, name, settings, created_at, updated_at)
select page.tenant_id, gen_random_uuid(), null, left(tenant.name, 80),
  jsonb_build_object(
    'mode', 'classic',
    'minimalMapsRating', 4,
    'maps', '[]'::jsonb,
    'notifyPhone', owner.phone,
    'notifyEmail', owner.email,
    'answerPhone', null,
    'footerText', '',
    'language', null,
    'hints', '{
      "negative": ["rude_service", "not_clean", "poor_result", "late_start", "high_price", "late_delivery"],
      "neutral": ["friendly_service", "cleanliness", "poor_result", "late_start", "long_wait", "high_price"],
      "positive": ["friendly_service", "cleanliness", "great_result", "on_time", "cosy_place", "fair_price"]
    }'::jsonb,
    'hasComesAgain', true,
    'takesPhoto', true,
    'visit', jsonb_build_object(
      'mayConfirm', page.may_confirm,
      'mayCancel', page.may_cancel,
      'showsMaster', page.shows_master,
      'showsPrice', page.shows_price,
      'showsTaxi', page.shows_taxi),
    'alertTemplates', '[]'::jsonb,
    'answerTemplates', '[]'::jsonb),
  now(), now()
from visit_pages page
join tenants tenant on tenant.id = page.tenant_id
left join lateral (
  select phone, email from members where members.tenant_id = page.tenant_id and role = 'owner'
  order by created_at limit 1
) owner on true
where not (page.may_confirm and page.may_cancel and page.shows_master and page.shows_price and page.shows_taxi)
on conflict (tenant_id, branch_id) do nothing;

reset role;

-- NOTE: the columns stay for processes of the release before this one.
alter table visit_pages
  alter column may_confirm set default true,
  alter column may_cancel set default true,
  alter column shows_master set default true,
  alter column shows_price set default true,
  alter column shows_taxi set default true;
