import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, MessageId, MessageStatus } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { MailingOutcome, MailingParams } from './calls.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';

/** Messages by step. A message counts in every step it has passed: a read one was also delivered and sent. */
const Steps = { sent: z.int(), delivered: z.int(), read: z.int(), replied: z.int(), failed: z.int() };

/** One text of an A/B test. */
export const VariantResult = z.object({
  /** 0 is the mailing's own text. */
  variant: z.int(),
  text: z.string(),
  ...Steps,
  /** Contacts who came or ordered after the message. */
  visited: z.int(),
  /** Share of the contacts who did what the test measures, with the ends of its 95 % interval; 0 to 1. */
  rate: z.number(),
  low: z.number(),
  high: z.number(),
  /** Chance that its rate is the highest, 0 to 1. */
  chance: z.number(),
});
export type VariantResult = z.infer<typeof VariantResult>;

/**
 * The results of one mailing by part. Its recipients and messages by step are in its own counts; visits, revenue and the
 * effect against the control group are those of the conversion of its sender.
 */
export const MailingResults = z.object({
  channels: z.array(z.object({ channelId: ChannelId, kind: ChannelKind, title: z.string(), ...Steps })),
  /** Messages by the hour in which they left; by the day where the mailing took longer than two days. */
  unit: z.enum(['hour', 'day']),
  moments: z.array(z.object({ at: Instant, ...Steps })),
  /** Why messages failed or were not sent, the most frequent first. */
  reasons: z.array(z.object({ rule: DecisionRule, count: z.int() })),
  /** Messages whose provider never answered: nobody knows whether they were sent, and they are not sent again. */
  unconfirmed: z.int(),
  /** Empty without an A/B test. */
  variants: z.array(VariantResult),
});
export type MailingResults = z.infer<typeof MailingResults>;

export const getMailingResults = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/:mailingId/results',
  access: 'member',
  summary: 'The messages of a mailing by channel, hour, text and reason.',
  params: MailingParams,
  reply: MailingResults,
  problems: ['distribution.not_found'],
});

/** A text or a template that was sent. */
export const SentText = z.object({
  /** Null: a text of the mailing's own. */
  templateName: z.string().nullable(),
  /** The language of the template or the text; null: the main text. */
  language: z.string().nullable(),
  /** The text of an A/B test; null without one, and for templates. */
  variant: z.int().nullable(),
  /** With variables by their names; empty: the template is not there any more. */
  text: z.string(),
  messages: z.int(),
});
export type SentText = z.infer<typeof SentText>;

export const listSentTexts = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/:mailingId/sent-texts',
  access: 'member',
  summary: 'The texts and templates that were sent with a mailing, the most frequent first.',
  params: MailingParams,
  reply: z.object({ texts: z.array(SentText) }),
  problems: ['distribution.not_found'],
});

export const MailingPerson = z.object({
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  /** Null for a contact who was left out. */
  messageId: MessageId.nullable(),
  status: MessageStatus.nullable(),
  /** Why it was not sent, failed or waits. */
  rule: DecisionRule.nullable(),
  channelId: ChannelId.nullable(),
  channelTitle: z.string().nullable(),
  /** When it left or is due. */
  at: Instant.nullable(),
  repliedAt: Instant.nullable(),
});
export type MailingPerson = z.infer<typeof MailingPerson>;

export const MailingPeopleFilter = z.object({
  /** `skipped` was not sent by a decision of ours; `not_sent`: that, or it failed. */
  outcome: z
    .enum([...MailingOutcome.options, 'planned', 'skipped', 'not_sent', 'unconfirmed', 'control'])
    .default('sent'),
  /** Only those with this reason. */
  rule: DecisionRule.optional(),
});

export const listMailingPeople = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/:mailingId/people',
  access: 'member',
  summary: 'The contacts behind a number of a mailing, the latest message first.',
  params: MailingParams,
  query: PageQuery.extend(MailingPeopleFilter.shape),
  reply: pageOf(MailingPerson),
  problems: ['distribution.not_found'],
});
