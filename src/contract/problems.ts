import { ADMIN_PROBLEMS } from './admin/codes.ts';
import { CASES_PROBLEMS } from './assistants/case-codes.ts';
import { ANNOUNCEMENTS_PROBLEMS } from './announcements/codes.ts';
import { IDEAS_PROBLEMS } from './ideas/codes.ts';
import { ASSISTANTS_PROBLEMS } from './assistants/codes.ts';
import { FLOWER_SHOP_PROBLEMS } from './assistants/flower-shop/codes.ts';
import { KNOWLEDGE_PROBLEMS } from './assistants/knowledge-codes.ts';
import { REST_PROBLEMS } from './assistants/rest-codes.ts';
import { AUDIENCES_PROBLEMS } from './audiences/codes.ts';
import { AUTH_PROBLEMS } from './auth/codes.ts';
import { BILLING_PROBLEMS } from './billing/codes.ts';
import { BOOKING_PROBLEMS } from './booking/codes.ts';
import { CHANNELS_PROBLEMS } from './channels/codes.ts';
import { CONNECTIONS_PROBLEMS } from './connections/codes.ts';
import { CONTACTS_PROBLEMS } from './contacts/codes.ts';
import { CONVERSATIONS_PROBLEMS } from './conversations/codes.ts';
import { DEALS_PROBLEMS } from './deals/codes.ts';
import { DESK_PROBLEMS } from './desk/codes.ts';
import { DELIVERY_PROBLEMS } from './delivery/codes.ts';
import { FLOWS_PROBLEMS } from './flows/codes.ts';
import { IMPORTS_PROBLEMS } from './imports/codes.ts';
import { INTEGRATIONS_PROBLEMS } from './integrations/codes.ts';
import { LINKS_PROBLEMS } from './links/codes.ts';
import { MAILINGS_PROBLEMS } from './mailings/codes.ts';
import { PARTNERS_PROBLEMS } from './partners/codes.ts';
import { QUALITY_PROBLEMS } from './quality/codes.ts';
import { REHEARSAL_PROBLEMS } from './rehearsal/codes.ts';
import { REPLIES_PROBLEMS } from './replies/codes.ts';
import { REVIEWS_PROBLEMS } from './reviews/codes.ts';
import { TEMPLATES_PROBLEMS } from './templates/codes.ts';
import { TEXTS_PROBLEMS } from './texts/codes.ts';
import { TRANSFERS_PROBLEMS } from './transfers/codes.ts';
import { VISITS_PROBLEMS } from './visits/codes.ts';
import { CHATBOTS_PROBLEMS } from './chatbots/codes.ts';
import { WAITLIST_PROBLEMS } from './waitlist/codes.ts';

/** Refusals that any call may answer with. */
const COMMON_PROBLEMS = {
  'request.invalid': 400,
  'request.not_found': 404,
  'request.too_large': 413,
  'request.too_often': 429,
  'request.unsupported_media': 415,
  'server.failed': 500,
  'server.unavailable': 503,
  'idempotency.key_missing': 400,
  'idempotency.key_reused': 409,
  'idempotency.in_progress': 409,
} as const;

/**
 * Every refusal the API can answer with, and its HTTP status. Codes are part of the contract: never rename one.
 * Texts for people are in the web's locales, keyed by code; the API sends none.
 */
export const PROBLEMS = {
  ...COMMON_PROBLEMS,
  ...AUTH_PROBLEMS,
  ...ANNOUNCEMENTS_PROBLEMS,
  ...IDEAS_PROBLEMS,
  ...BILLING_PROBLEMS,
  ...CHANNELS_PROBLEMS,
  ...CONNECTIONS_PROBLEMS,
  ...CONTACTS_PROBLEMS,
  ...VISITS_PROBLEMS,
  ...DEALS_PROBLEMS,
  ...INTEGRATIONS_PROBLEMS,
  ...TEXTS_PROBLEMS,
  ...TEMPLATES_PROBLEMS,
  ...IMPORTS_PROBLEMS,
  ...AUDIENCES_PROBLEMS,
  ...CONVERSATIONS_PROBLEMS,
  ...DESK_PROBLEMS,
  ...DELIVERY_PROBLEMS,
  ...LINKS_PROBLEMS,
  ...REVIEWS_PROBLEMS,
  ...BOOKING_PROBLEMS,
  ...FLOWS_PROBLEMS,
  ...MAILINGS_PROBLEMS,
  ...TRANSFERS_PROBLEMS,
  ...CHATBOTS_PROBLEMS,
  ...WAITLIST_PROBLEMS,
  ...ASSISTANTS_PROBLEMS,
  ...CASES_PROBLEMS,
  ...KNOWLEDGE_PROBLEMS,
  ...ADMIN_PROBLEMS,
  ...REST_PROBLEMS,
  ...FLOWER_SHOP_PROBLEMS,
  ...REPLIES_PROBLEMS,
  ...REHEARSAL_PROBLEMS,
  ...PARTNERS_PROBLEMS,
  ...QUALITY_PROBLEMS,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The body of every answer that is not 2xx. */
export type ProblemBody = {
  code: ProblemCode;
  /** Details of the problem: for `request.invalid` a `fields` record of field path → reasons. */
  details?: Record<string, unknown>;
  /** Set on 5xx, so that a person can quote it to support. */
  requestId?: string;
};
