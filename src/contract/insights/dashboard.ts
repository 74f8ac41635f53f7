import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { CohortPerson } from './cohorts.ts';
import { ConversionEffect, ConversionPeriod } from './conversion.ts';
import { VisitCounts } from './results.ts';
import { INQUIRY_GROUPS, CLIENT_GROUPS, COMPARISON_KINDS, TARGET_METRICS } from './values.ts';
import { Day, Instant, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { MasterId } from '#contract/visits/calls.ts';

const Days = { from: z.iso.date(), to: z.iso.date() };

export const DashboardQuery = z.object({
  period: ConversionPeriod.default('month'),
  /** A day of the period; today when absent, and at the latest. */
  on: Day.optional(),
  branchId: BranchId.optional(),
});

/** Figures of some days. */
const PointFigures = VisitCounts.extend({
  /** Clients whose first visit or order was in these days. */
  newClients: z.int(),
  /** Clients who came in these days and before them, each once. */
  returningClients: z.int(),
});

/** An average of several periods has fractions. */
const Count = z.number().min(0);

/** Figures of a period, or the average of several. */
export const Figures = z.object({
  attended: Count,
  noShow: Count,
  cancelled: Count,
  newClients: Count,
  returningClients: Count,
  paid: z.array(Money),
  /** Paid per visit marked as arrived, by currency. */
  averageBill: z.array(Money),
  /** Length of the attended visits that have a master. */
  busyMinutes: Count,
  /** Conversations in which a contact wrote something that needs an answer, once a day each. */
  inquiries: Count,
  answered: Count,
  /** Median time until the first answer; null: nothing was answered. */
  answerSeconds: z.int().nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** Figures of the days with which the period is compared. */
export const Comparison = z.object({
  /** `weekdays`: the same weekdays of earlier weeks · `before`: the period before · `year_before`: a year earlier. */
  kind: z.enum(COMPARISON_KINDS),
  /** Periods of which the figures are the average. */
  periods: z.int(),
  /** The latest of them; cut to as many days as the period has so far. */
  ...Days,
  figures: Figures,
});
export type Comparison = z.infer<typeof Comparison>;

/** A row of the master table; null: visits without a master. */
export const MasterFigures = z.object({
  masterId: MasterId.nullable(),
  name: z.string(),
  branchTitle: z.string(),
  attended: z.int(),
  noShow: z.int(),
  cancelled: z.int(),
  newClients: z.int(),
  paid: Money,
  /** Paid per visit marked as arrived; null: there was none. */
  averageBill: Money.nullable(),
  busyMinutes: z.int(),
});
export type MasterFigures = z.infer<typeof MasterFigures>;

/** Contacts who came within 14 days of a message. */
const Came = z.object({
  sent: z.int(),
  visited: z.int(),
  /** The ends of the 95 % interval of their share. */
  low: z.number(),
  high: z.number(),
});
export type Came = z.infer<typeof Came>;

/** A flow or mailing with what came of its messages. */
export const SenderFigures = Came.extend({
  senderId: SenderId,
  kind: SenderKind,
  title: z.string(),
  spent: z.array(Money),
  /** Null: it never had a control group. */
  effect: ConversionEffect.nullable(),
});
export type SenderFigures = z.infer<typeof SenderFigures>;

export const TargetMetric = z.enum(TARGET_METRICS);
export type TargetMetric = z.infer<typeof TargetMetric>;

/** A monthly target: minor units of the currency, a count, or hundredths of a percent. */
export const Target = z.object({ metric: TargetMetric, value: z.int().min(1).max(1_000_000_000_000) });
export type Target = z.infer<typeof Target>;

const AttendedAndMissed = z.object({ attended: z.int(), noShow: z.int() });

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/insights/dashboard',
  access: 'member',
  summary:
    'Visits, clients, money, answers and what messages brought in a day, week, month or year, beside earlier ones.',
  query: DashboardQuery,
  reply: z.object({
    period: ConversionPeriod,
    /** Up to today where the period is not over. */
    ...Days,
    /** Last day of the whole period. */
    end: z.iso.date(),
    today: z.iso.date(),
    timeZone: TimeZone,
    /** Currency of targets: the branch's, or the cabinet's. */
    currency: z.string(),
    /** A day of the period before and after; null: there is nothing. */
    earlier: z.iso.date().nullable(),
    later: z.iso.date().nullable(),
    total: VisitCounts,
    figures: Figures,
    /** Clients who passed three of their usual intervals in these days, without a visit since and a booking ahead. */
    lostClients: z.int(),
    /** The usual comparison first; empty: there is nothing to compare with. */
    compared: z.array(Comparison),
    /** Days of a week or month, months of a year; of a day, the same weekday of eight weeks. */
    points: z.array(
      PointFigures.extend({
        ...Days,
        /** The same days of the first comparison; null: none. */
        before: z.object({ attended: Count, paid: z.array(Money) }).nullable(),
      }),
    ),
    /** At most 200, those with the highest revenue first. */
    masters: z.array(MasterFigures),
    /** All flows and all mailings; a visit counts once, for the last message before it. */
    came: z.object({ flow: Came, mailing: Came }),
    /** At most ten, the most visits first. */
    senders: z.array(SenderFigures),
    /** No-shows of the half-year before the first reminder, and of the requested days since; null: no reminder was sent. */
    reminders: z.object({ since: z.iso.date(), before: AttendedAndMissed, after: AttendedAndMissed }).nullable(),
    /** Targets of the month, where the period is one. */
    targets: z.array(Target),
    /** Clients whose changes are being counted. */
    waiting: z.int(),
    /** A visit or a message is stored, of any day. */
    hasAny: z.boolean(),
  }),
  problems: ['branch.not_found'],
});
export type Dashboard = z.infer<typeof getDashboard.reply>;

export const ClientGroup = z.enum(CLIENT_GROUPS);
export type ClientGroup = z.infer<typeof ClientGroup>;

export const listDashboardClients = endpoint({
  method: 'GET',
  path: '/api/v1/insights/dashboard/clients',
  access: 'member',
  summary: 'The clients behind a number of the dashboard, those who were here last first.',
  query: PageQuery.extend({
    group: ClientGroup.default('new'),
    from: Day,
    to: Day,
    branchId: BranchId.optional(),
    /** Belongs to their first visit; for new clients alone. */
    masterId: MasterId.optional(),
  }),
  reply: pageOf(CohortPerson),
});

export const Inquiry = z.object({
  conversationId: ConversationId,
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  inquiredAt: Instant,
  /** Null: not answered yet. */
  answeredAt: Instant.nullable(),
});
export type Inquiry = z.infer<typeof Inquiry>;

export const InquiryGroup = z.enum(INQUIRY_GROUPS);
export type InquiryGroup = z.infer<typeof InquiryGroup>;

export const listInquiries = endpoint({
  method: 'GET',
  path: '/api/v1/insights/dashboard/conversations',
  access: 'member',
  summary: 'The conversations behind a number of the dashboard, once for each day, newest first.',
  query: PageQuery.extend({ group: InquiryGroup.default('all'), from: Day, to: Day }),
  reply: pageOf(Inquiry),
});

export const listTargets = endpoint({
  method: 'GET',
  path: '/api/v1/insights/targets',
  access: 'member',
  summary: 'The targets of the current month.',
  query: z.object({ branchId: BranchId.optional() }),
  reply: z.object({ currency: z.string(), targets: z.array(Target) }),
  problems: ['branch.not_found'],
});

/** Months that are over keep the targets they had. */
export const setTarget = endpoint({
  method: 'PUT',
  path: '/api/v1/insights/targets',
  access: 'owner',
  summary: 'Sets or removes a target from the current month on.',
  body: z.object({
    metric: TargetMetric,
    /** Null: of the whole business. */
    branchId: BranchId.nullable().default(null),
    /** Null removes it. */
    value: Target.shape.value.nullable(),
  }),
  reply: z.object({ targets: z.array(Target) }),
  problems: ['branch.not_found'],
});
