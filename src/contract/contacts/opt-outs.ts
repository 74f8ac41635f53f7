import { z } from 'zod';
import { OptOut, OptOutId, OptOutScope, OptOutSource } from './calls.ts';
import { LONGEST_REASON, MAX_LIFTED_AT_ONCE, MAX_OPT_OUT_MONTHS, OPT_OUT_STATES } from './values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';

/** How long an opt-out holds; `until` is its last day in the zone of the tenant. */
export const OptOutPeriod = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('forever') }),
  z.object({ kind: z.literal('until'), day: Day }),
  z.object({ kind: z.literal('months'), months: z.int().min(1).max(MAX_OPT_OUT_MONTHS) }),
]);
export type OptOutPeriod = z.infer<typeof OptOutPeriod>;

export const OptOutReason = z.string().trim().max(LONGEST_REASON, { error: 'too_long' });

export const OptOutFilter = z.object({
  search: z.string().trim().max(100).optional(),
  source: OptOutSource.optional(),
  scope: OptOutScope.optional(),
  state: z.enum(OPT_OUT_STATES).default('active'),
});
export type OptOutFilter = z.output<typeof OptOutFilter>;

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/api/v1/phones/ignore',
  access: 'member',
  summary: 'The ignore list or its history, newest first; search by name or phone.',
  query: PageQuery.extend(OptOutFilter.shape),
  reply: pageOf(OptOut).extend({ count: z.int() }),
});

/** Several at once: a pasted list. Unreadable numbers are named in `details.fields.phones`. */
export const addOptOuts = endpoint({
  method: 'POST',
  path: '/api/v1/phones/ignore',
  access: 'member',
  summary: 'Puts phones on the ignore list.',
  takesIdempotencyKey: true,
  body: z.object({
    phones: z.array(z.string().trim().max(40)).min(1, { error: 'required' }).max(1000),
    note: OptOutReason.optional(),
    scope: OptOutScope.default('all'),
    period: OptOutPeriod.default({ kind: 'forever' }),
  }),
  /** `foreign`: numbers of other countries among them. */
  reply: z.object({ added: z.int(), alreadyThere: z.int(), foreign: z.int() }),
});

/** The form's version: phones as pasted, one per line or separated by commas. */
export const PastedOptOuts = z.object({
  phones: z.string().trim().min(1, { error: 'required' }).max(40_000, { error: 'too_long' }),
  note: addOptOuts.body.shape.note,
  scope: addOptOuts.body.shape.scope,
  period: addOptOuts.body.shape.period,
});

/** `before` is what the member saw: another value is refused, and nothing is overwritten. */
export const changeOptOut = endpoint({
  method: 'PATCH',
  path: '/api/v1/phones/ignore/:optOutId',
  access: 'member',
  summary: 'Changes the reason and the period of an entry of the ignore list.',
  params: z.object({ optOutId: OptOutId }),
  body: z.object({
    note: OptOutReason,
    period: OptOutPeriod,
    before: z.object({ note: z.string(), endsAt: Instant.nullable() }),
  }),
  problems: ['opt_out.not_found', 'opt_out.over', 'opt_out.changed_meanwhile'],
});

const Several = z.object({ optOutIds: z.array(OptOutId).min(1, { error: 'required' }).max(MAX_LIFTED_AT_ONCE) });

/** Entries that are over already stay as they are. */
export const liftOptOuts = endpoint({
  method: 'POST',
  path: '/api/v1/phones/ignore/lift',
  access: 'member',
  summary: 'Takes entries off the ignore list.',
  body: Several,
  /** The entries taken off by this call. */
  reply: z.object({ lifted: z.array(OptOutId) }),
});

/** For Undo: only entries that a member took off. */
export const restoreOptOuts = endpoint({
  method: 'POST',
  path: '/api/v1/phones/ignore/restore',
  access: 'member',
  summary: 'Puts entries back that a member took off.',
  body: Several,
  reply: z.object({ restored: z.array(OptOutId) }),
});
