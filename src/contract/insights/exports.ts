import { z } from 'zod';
import { OfRfmDashboard, RfmPeopleFilter } from '#contract/audiences/rfm.ts';
import { RFM_GROUPS } from '#contract/audiences/values.ts';
import { listContacts } from '#contract/contacts/calls.ts';
import { OPT_OUT_SCOPES, OPT_OUT_SOURCES } from '#contract/contacts/values.ts';
import { OptOutFilter } from '#contract/contacts/opt-outs.ts';
import { ImportId } from '#contract/imports/calls.ts';
import { MailingPeopleFilter } from '#contract/mailings/results.ts';
import { MailingParams } from '#contract/mailings/calls.ts';
import { REJECTION_REASONS } from '#contract/imports/values.ts';
import { ReviewFilter } from '#contract/reviews/calls.ts';
import { DashboardQuery } from './dashboard.ts';
import { MASTER_COLUMNS, POINT_COLUMNS, SENDER_COLUMNS } from './values.ts';
import { HINTS, MAP_SERVICES } from '#contract/reviews/values.ts';
import { SubscriberFilter } from '#contract/contacts/subscribers.ts';

/** Columns of an exported list, in their order; the caller gives their titles in the language of the member. */
export const CONTACT_COLUMNS = [
  'name',
  'phone',
  'email',
  'birth_date',
  'language',
  'tags',
  'note',
  'consent_source',
  'consented_on',
  'visits',
  'last_visit',
  'next_visit',
] as const;
export const SUBSCRIBER_COLUMNS = ['name', 'phone', 'channel', 'subscribed', 'last_message', 'tags'] as const;

const OPT_OUT_COLUMNS = [
  'name',
  'phone',
  'source',
  'scope',
  'note',
  'created',
  'created_by',
  'ends',
  'lifted',
  'lifted_by',
] as const;

/** A JSON list of a number of texts. */
const textsFor = (count: number) =>
  z
    .string()
    .max(1_000)
    .transform((text, ctx): string[] => {
      const texts = z.array(z.string().max(60)).length(count).safeParse(parsedJson(text));
      if (texts.success) return texts.data;
      ctx.addIssue({ code: 'custom', message: 'format' });
      return z.NEVER;
    });

/** A format, one title per column, and what divides the cells of CSV: programs expect the sign of their language. */
const sheetOf = (columns: readonly string[]) =>
  z.object({
    format: z.enum(['csv', 'xlsx']),
    titles: textsFor(columns.length),
    delimiter: z.enum([';', ',']).default(';'),
  });

/** The list of contacts as a file, with the filters of the list. */
export const exportContacts = {
  method: 'GET',
  path: '/api/v1/contacts/export',
  query: sheetOf(CONTACT_COLUMNS).extend(listContacts.query.omit({ cursor: true, limit: true }).shape),
} as const;

/** The list of subscribers as a file, with the filters of the list. */
export const exportSubscribers = {
  method: 'GET',
  path: '/api/v1/phones/subscribers/export',
  query: sheetOf(SUBSCRIBER_COLUMNS).extend(SubscriberFilter.shape),
} as const;

/** The ignore list or its history as a file; `words` name the sources and then the scopes, in their order. */
export const exportOptOuts = {
  method: 'GET',
  path: '/api/v1/phones/ignore/export',
  query: sheetOf(OPT_OUT_COLUMNS)
    .extend(OptOutFilter.shape)
    .extend({ words: textsFor(OPT_OUT_SOURCES.length + OPT_OUT_SCOPES.length) }),
} as const;

export const MAILING_PEOPLE_COLUMNS = ['name', 'phone', 'channel', 'at', 'replied'] as const;

/** The contacts behind a number of a mailing as a file, with the filters of their list. */
export const exportMailingPeople = {
  method: 'GET',
  path: '/api/v1/distributions/:mailingId/people/export',
  params: MailingParams,
  query: sheetOf(MAILING_PEOPLE_COLUMNS).extend(MailingPeopleFilter.shape),
} as const;

/** Columns beside those of the file. */
const REJECTION_COLUMNS = ['reason', 'row'] as const;

/** Rejected rows of an import as a file, with their reasons; `words` name the reasons in their order. */
export const exportRejections = {
  method: 'GET',
  path: '/api/v1/contacts/imports/:importId/rejections/export',
  params: z.object({ importId: ImportId }),
  query: sheetOf(REJECTION_COLUMNS).extend({ words: textsFor(REJECTION_REASONS.length) }),
} as const;

const REVIEW_COLUMNS = [
  'date',
  'stars',
  'text',
  'hints',
  'comes_again',
  'map',
  'contact',
  'phone',
  'visit',
  'services',
  'master',
  'branch',
  'answer',
] as const;

/** Reviews as a file, with the filters of the list; `words` name our hints, then the maps, then yes and no. */
export const exportReviews = {
  method: 'GET',
  path: '/api/v1/reviews/export',
  query: sheetOf(REVIEW_COLUMNS)
    .extend(ReviewFilter.shape)
    .extend({ words: textsFor(HINTS.length + MAP_SERVICES.length + 2) }),
} as const;

export const RFM_COLUMNS = ['name', 'phone', 'group', 'since', 'visits', 'spent', 'currency', 'last_visit'] as const;

/** The clients behind a number of a dashboard as a file; `words` name the groups in their order. */
export const exportRfm = {
  method: 'GET',
  path: '/api/v1/insights/rfm/:dashboardId/people/export',
  params: OfRfmDashboard,
  query: sheetOf(RFM_COLUMNS)
    .extend(RfmPeopleFilter.shape)
    .extend({ words: textsFor(RFM_GROUPS.length) }),
} as const;

/** The tables of the dashboard as files, with the period and branch of the page. */
export const exportPoints = {
  method: 'GET',
  path: '/api/v1/insights/dashboard/points/export',
  query: sheetOf(POINT_COLUMNS).extend(DashboardQuery.shape),
} as const;

/** `words` name what has no master. */
export const exportMasters = {
  method: 'GET',
  path: '/api/v1/insights/dashboard/masters/export',
  query: sheetOf(MASTER_COLUMNS)
    .extend(DashboardQuery.shape)
    .extend({ words: textsFor(1) }),
} as const;

/** `words` name a flow and a mailing. */
export const exportSenders = {
  method: 'GET',
  path: '/api/v1/insights/dashboard/senders/export',
  query: sheetOf(SENDER_COLUMNS)
    .extend(DashboardQuery.shape)
    .extend({ words: textsFor(2) }),
} as const;

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
