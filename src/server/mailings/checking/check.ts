import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MailingCheck, MailingWay } from '#contract/mailings/check.ts';
import type * as contract from '#contract/mailings/check.ts';
import { MIN_SOLD } from '#contract/mailings/values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { findLost } from '#server/audiences/known-reads.ts';
import { isTestUser } from '#server/auth/sign-in/actions.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { forecastMailing } from '#server/mailings/deciding/forecast.ts';
import {
  countListedByWay,
  countListedWithoutConsent,
  listByExclusion,
  listCapped,
} from '#server/mailings/recipients/listing.ts';
import type { DecidedGroup } from '#server/mailings/recipients/recipient-queries.ts';
import { missingFor } from '#server/mailings/sending/going-live.ts';
import { loadSnapshot, type Snapshot } from '#server/mailings/sending/snapshot.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { z } from 'zod';
import { asOfNextRun } from '#server/mailings/sending/repeating.ts';
import { type Draft, draftOf } from './drafts.ts';
import { sumGroups, timelineOf } from './sums.ts';
import { type Sampled, writeSample } from './preview.ts';
import { type Priced, priceOf, type Prices, sumByCurrency } from '#server/texts/content/price-rules.ts';
import { warningsOf } from './warning-rules.ts';

/** Recipients whose message is written, to measure it. */
const SAMPLE = 100;

/** Checks a mailing with unsaved settings, as if it went live now. */
export async function checkMailing(
  scope: MemberScope,
  { settings, mailingId }: BodyOf<typeof contract.checkMailing>,
): Promise<MailingCheck> {
  const draft = draftOf(await asOfNextRun(scope, settings), mailingId);
  const snapshot = await loadSnapshot(scope, draft);
  const groups = await countListedByWay(scope, draft);
  const sample = await writeSample(scope, snapshot, draft, { limit: SAMPLE });
  const listed = sumGroups(groups);
  const ways = waysIn(groups, { snapshot, sample, prices: scope.config.messagePrices });
  const left = await messagesLeft(scope);
  const { recipients } = listed;
  const counted = {
    ...listed,
    capped: groups.reduce((sum, { isCapped, contacts }) => sum + (isCapped ? contacts : 0), 0),
    ways,
    prices: sumByCurrency(ways.flatMap(({ price }) => price ?? [])),
    unpriced: ways.reduce((sum, way) => sum + way.unpriced, 0),
    balance: { left, needed: recipients, short: Math.max(0, recipients - left), leastSold: MIN_SOLD },
    ...forecastOf(scope, snapshot, { draft, ways, groups }),
  };
  return {
    ...counted,
    missing: await missingFor(scope, { ...draft, listedAt: null, status: 'none' }),
    warnings: warningsOf({
      settings: draft.settings,
      policy: snapshot.facts.policy,
      channels: snapshot.ways.channels,
      barred: snapshot.ways.barred,
      counted,
      sample: sample.map(({ channelId, language, preview: { text, emptyVariables, form } }) => ({
        channelId,
        language,
        text,
        emptyVariables,
        form,
      })),
      mainLanguage: snapshot.material.tenant.customerLanguage,
      lost: await lostIn(scope, draft),
      withoutConsent: (await countListedWithoutConsent(scope, draft)) ?? 0,
      isTestUser: await isTestUser(scope, scope.memberId),
    }),
  };
}

type Measured = { snapshot: Snapshot; sample: readonly Sampled[]; prices: Prices };

/** The recipients of each channel by form, in the order of the channels. */
function waysIn(groups: readonly DecidedGroup[], { snapshot, sample, prices }: Measured): MailingWay[] {
  const { knownTemplates } = snapshot.material;
  const { channels } = snapshot.ways;
  return channels.flatMap((channel) =>
    (['text', 'template'] as const).flatMap((form): MailingWay[] => {
      const isText = (one: DecidedGroup) => channel.traits.windowHours === null || one.isWindowOpen;
      const here = groups.filter((one) => one.channelId === channel.id && isText(one) === (form === 'text'));
      if (here.length === 0) return [];
      const parts = measureParts(sample.filter((one) => one.channelId === channel.id));
      const template = knownTemplates.find(
        ({ channelId, name }) =>
          channelId === channel.id &&
          snapshot.facts.settings.content.templates.some((one) => one.channelId === channelId && one.name === name),
      );
      const category = form === 'template' ? (template?.category?.toLowerCase() ?? '') : 'service';
      const priced = here.map(({ prefix, contacts }): Priced => ({
        kind: channel.kind,
        category,
        prefix,
        contacts,
        parts: parts?.average ?? 1,
      }));
      return [
        {
          channelId: channel.id,
          channelKind: channel.kind,
          channelTitle: channel.title,
          form,
          recipients: here.reduce((sum, { contacts }) => sum + contacts, 0),
          parts,
          ...priceOf(priced, prices),
        },
      ];
    }),
  );
}

function measureParts(sample: readonly Sampled[]): MailingWay['parts'] {
  const parts = sample.flatMap(({ preview }) => preview.parts ?? []);
  if (parts.length === 0) return null;
  const average = parts.reduce((sum, one) => sum + one, 0) / parts.length;
  return { least: Math.min(...parts), most: Math.max(...parts), average: Math.round(average * 100) / 100 };
}

function forecastOf(
  scope: ActionScope,
  snapshot: Snapshot,
  { draft, ways, groups }: { draft: Draft; ways: readonly MailingWay[]; groups: readonly DecidedGroup[] },
): Pick<MailingCheck, 'startsAt' | 'finishesAt' | 'unsent' | 'days'> {
  const question = timelineOf(scope.clock.now(), snapshot, { draft, ways });
  const recipients = new Map<string, number>();
  for (const { exclusion, timeZone, contacts } of groups)
    if (exclusion === '') recipients.set(timeZone, (recipients.get(timeZone) ?? 0) + contacts);
  const { startsAt, finishesAt, unsent, days } = forecastMailing({ ...question, recipients });
  return { startsAt: (startsAt ?? question.from).toString(), finishesAt: finishesAt?.toString() ?? null, unsent, days };
}

async function lostIn(scope: ActionScope, { settings: { audience } }: Draft): Promise<string[]> {
  if (audience.type !== 'conditions') return [];
  return (await findLost(scope, audience.conditions)).map(({ value }) => value);
}

/** A page of the contacts behind a count of the check. */
export async function listCheckedPeople(
  scope: ActionScope,
  { settings, mailingId, exclusion, cursor, limit }: BodyOf<typeof contract.listCheckedPeople>,
): Promise<ReplyOf<typeof contract.listCheckedPeople>> {
  const [after = null] = readCursor(cursor, z.tuple([ContactId])) ?? [];
  const draft = draftOf(settings, mailingId);
  const page = { after, limit: limit + 1 };
  const ids =
    exclusion === 'marketing_budget'
      ? await listCapped(scope, draft, page)
      : await listByExclusion(scope, draft, { ...page, exclusion: exclusion ?? '' });
  const people = await reachOf(scope, ids);
  return toPage(
    ids,
    limit,
    (contactId) => {
      const { name = '', phone = null } = people.get(contactId)?.contact ?? {};
      return { contactId, name, phone };
    },
    (contactId) => [contactId],
  );
}
