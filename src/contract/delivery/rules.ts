import { AUDIENCE_RULES } from '#contract/audiences/codes.ts';
import { FLOW_RULES } from '#contract/flows/codes.ts';
import { MAILING_RULES } from '#contract/mailings/codes.ts';
import { POLICY_RULES } from '#contract/policy/codes.ts';
import { WAITLIST_RULES } from '#contract/waitlist/codes.ts';

/** Rules of the ledger itself: the record, the channel, the provider. */
const DELIVERY_RULES = [
  'due',
  'send_window',
  'weekday',
  'quota_exhausted',
  'channel_unavailable',
  'channel_resting',
  'sending_paused',
  'visit_checking',
  'daily_limit',
  'not_delivered',
  'warm_up',
  'no_contact',
  'no_channel',
  'no_test_phone',
  'written_lately',
  'conditions_differ',
  'too_late',
  'visit_past',
  'visit_cancelled',
  'visit_moved',
  'visit_finished',
  'branch_inactive',
  'subject_gone',
  'window_closed',
  'template_missing',
  'template_not_approved',
  'template_lacks_media',
  'recipient_invalid',
  'content_rejected',
  'answered_by_person',
  'provider_refused',
  'channel_removed',
] as const;

/** Why a message waits, was not sent or failed; in a file without Zod, like the rooms' `values.ts`. */
export const DECISION_RULES = [
  ...DELIVERY_RULES,
  ...POLICY_RULES,
  ...AUDIENCE_RULES,
  ...FLOW_RULES,
  ...MAILING_RULES,
  ...WAITLIST_RULES,
] as const;

/**
 * Rules by which a flow never concerned a subject: it is in another status, or another kind of event happened. Such a
 * decision is stored only where it cancels or stops a message; without one, "why not" makes it again when asked.
 */
export const UNCONCERNED_RULES = [
  'status_differs',
  'change_differs',
  'order_status_differs',
  'deal_stage_differs',
  'deal_pipeline_differs',
  'event_name_differs',
] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Not counted as skipped: the verdict for the new time of the visit counts instead. */
export const UNCOUNTED_RULES = ['visit_moved'] as const satisfies readonly (typeof DECISION_RULES)[number][];

/** Why a test send ends with a change of the mode or the number: it would have reached no contact. */
export const TEST_ENDED_RULES = [
  'flow_stopped',
  'no_test_phone',
] as const satisfies readonly (typeof DECISION_RULES)[number][];
