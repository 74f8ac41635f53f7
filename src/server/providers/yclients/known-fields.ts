import { fieldsBeyond, fieldsNamed, isRecord, type KnownFields } from '#server/platform/values/fields.ts';

/* Documented fields by resource. Any other field is counted: it shows that the vendor changed something. */

const RECORD: KnownFields = {
  ...fieldsNamed(
    'id company_id staff_id visit_id activity_id goods_transactions comer comer_person_info clients_count date',
    'datetime create_date last_change_date comment online attendance visit_attendance confirmed seance_length length',
    'technical_break_duration sms_before sms_now sms_now_text email_now notified master_request sms_remain_hours',
    'email_remain_hours review_requested api_id from_url record_from bookform_id is_mobile created_user_id deleted',
    'paid_full payment_status prepaid prepaid_confirmed is_update_blocked custom_color custom_font_color',
    'record_labels custom_fields documents short_link consumables finance_transactions resource_instances composite',
  ),
  services: fieldsNamed('id title cost cost_to_pay manual_cost cost_per_unit discount first_cost amount'),
  staff: fieldsNamed('id api_id name company_id specialization position avatar avatar_big rating votes_count'),
  client: fieldsNamed(
    'id name surname patronymic display_name phone email card discount success_visits_count fail_visits_count is_new',
    'client_tags custom_fields visits sms_not birth_date',
  ),
};
const CLIENT = fieldsNamed(
  'id company_id name surname patronymic display_name phone email categories sex sex_id discount importance',
  'importance_id card birth_date comment sms_check sms_not sms_bot spent paid balance visits last_change_date',
  'custom_fields success_visits_count fail_visits_count is_new',
);

/** Fields by the vendor's name of the resource; other resources are not read or counted. */
const KNOWN: ReadonlyMap<string, KnownFields> = new Map([
  ['record', RECORD],
  ['client', CLIENT],
]);

const PAYLOAD = fieldsNamed('company_id resource resource_id status data');

/** Returns undocumented fields of one resource. @param resource the vendor's name of it */
export function unknownFields(resource: string, thing: unknown): string[] {
  return fieldsBeyond(thing, KNOWN.get(resource), resource);
}

/** Returns undocumented fields of a payload and its content. @param resource the vendor's name of it */
export function unknownFieldsOfPayload(payload: unknown, resource: string): string[] {
  return [
    ...fieldsBeyond(payload, PAYLOAD, 'post'),
    ...(isRecord(payload) ? unknownFields(resource, payload['data']) : []),
  ];
}
