import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import { type previewOffer, type sendOfferTest, SlotOfferId } from '#contract/waitlist/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { OFFER_VARIABLES } from '#contract/waitlist/values.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { channelsOf, chooseChannel, isWindowOpen } from '#server/contacts/book/channel-choice-rules.ts';
import { sendTrial } from '#server/delivery/planning/trial-actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { exampleSubject } from '#server/subjects/example-rules.ts';
import { readTestPhones } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import type { WrittenContent } from '#server/texts/content/content-rules.ts';
import { compareFaults, formsOf, hasWindow } from '#server/texts/content/preview-rules.ts';
import { textsIn, unknownVariablesIn, variablesIn } from '#server/texts/content/text-rules.ts';
import { listFirstWaiting } from '#server/waitlist/entries/entry-queries.ts';
import { exampleUrl } from './link-actions.ts';
import { loadMaterial, type Material, type OfferedTime, writeOfferAt } from './offer-writing.ts';
import { languageFor } from '#server/waitlist/settings/texts.ts';

const PREVIEW_COUNT = 10;
/** The invented slot is so far ahead. */
const AHEAD_HOURS = 3;
/** No row has it. */
const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000';
const EXAMPLE_OFFER = SlotOfferId.parse(EXAMPLE_ID);
const EXAMPLE_VISIT = VisitId.parse(EXAMPLE_ID);

/** The offer as contacts of the waiting list would get it by unsaved settings; an example when nobody waits. */
export async function previewOffers(
  scope: MemberScope,
  { settings, language }: BodyOf<typeof previewOffer>,
): Promise<ReplyOf<typeof previewOffer>> {
  const trial = await loadTrial(scope, settings);
  const reach = await reachOf(scope, await listFirstWaiting(scope, PREVIEW_COUNT));
  const people = [...reach.values()].map((one) => previewTo(scope, trial, { reach: one, language }));
  const texts = textsIn(settings.content);
  const known: readonly string[] = OFFER_VARIABLES;
  const example = () => ({
    ...previewTo(scope, trial, { reach: exampleOf(scope, trial, language), language }),
    contactId: null,
  });
  return {
    previews: people.length > 0 ? people.toSorted(compareFaults) : [example()],
    hasWindow: trial.channels.some(hasWindow),
    unknownVariables: [...unknownVariablesIn(texts), ...variablesIn(texts).filter((name) => !known.includes(name))],
  };
}

/** Sends an offer of an invented slot once to each of the owner's numbers. */
export async function sendOfferTrial(
  scope: MemberScope,
  { settings, contactId, testPhones }: BodyOf<typeof sendOfferTest>,
): Promise<ReplyOf<typeof sendOfferTest>> {
  const typed = await readTestPhones(scope, testPhones);
  const trial = await loadTrial(scope, settings);
  const phones = typed.length > 0 ? typed : trial.tenant.testPhones;
  if (phones.length === 0) throw new Problem('waitlist.test_phone_missing');
  const reach = contactId === null ? exampleOf(scope, trial) : (await reachOf(scope, [contactId])).get(contactId);
  if (!reach) throw new Problem('contact.not_found');
  // NOTE: buttons would answer an offer that does not exist; the page behind the link shows an example.
  const content = { ...write(scope, trial, reach).content, buttons: [] };
  return { messageIds: await sendTrial(scope, { content, subject: null, channels: trial.channels, phones }) };
}

/** An invented slot of the cabinet, in the words of a language. */
export function exampleTime(scope: Pick<ActionScope, 'clock'>, tenant: Tenant, language: Language): OfferedTime {
  const { words } = exampleVisit(scope, tenant, language);
  return { ...words, visitId: EXAMPLE_VISIT, priceMinor: words.totalMinor };
}

const exampleVisit = ({ clock }: Pick<ActionScope, 'clock'>, tenant: Tenant, language: Language) =>
  exampleSubject(
    { kind: 'visit', startsAt: clock.now().add({ hours: AHEAD_HOURS }), orderStatus: 'unknown' },
    tenant,
    language,
  );

type Trial = Material & { channels: readonly UsableChannel[] };

async function loadTrial(scope: ActionScope, settings: BodyOf<typeof previewOffer>['settings']): Promise<Trial> {
  const closesAt = scope.clock.now().add({ hours: AHEAD_HOURS });
  const material = await loadMaterial(scope, settings, { visitId: EXAMPLE_VISIT, closesAt, mode: 'order' });
  return { ...material, channels: channelsOf(settings.channelIds, await listUsableChannels(scope)) };
}

function exampleOf(scope: ActionScope, { tenant }: Trial, language = tenant.customerLanguage): Reach {
  return exampleVisit(scope, tenant, language).person.reach;
}

function write(scope: ActionScope, trial: Trial, reach: Reach): WrittenContent {
  const { tenant, origin } = trial;
  const language = languageFor(reach.contact.language, tenant.customerLanguage);
  const slot = exampleTime(scope, tenant, language);
  return writeOfferAt(scope, trial, {
    slot,
    offerId: EXAMPLE_OFFER,
    link: exampleUrl(scope, tenant.id, origin),
    reach,
  });
}

function previewTo(
  scope: ActionScope,
  trial: Trial,
  { reach: found, language }: { reach: Reach; language: Language | undefined },
): ContactPreview {
  const { channels, tenant, knownTemplates, facts } = trial;
  const reach = language ? { ...found, contact: { ...found.contact, language } } : found;
  const { contact, addresses, optOuts } = reach;
  const now = scope.clock.now();
  const person = { phone: contact.phone, addresses, optOuts };
  const { templateChannelIds } = facts;
  const choice = chooseChannel({ channels, person, templateChannelIds, at: now, isDue: true });
  const chosen = choice.kind === 'none' ? undefined : channels.find(({ id }) => id === choice.channel.id);
  const shown = chosen ?? channels.find(hasWindow) ?? channels[0];
  const isOpen = shown !== undefined && isWindowOpen(shown, { addresses }, now);
  return {
    contactId: contact.id,
    contactName: contact.name,
    channelKind: chosen?.kind ?? null,
    channelTitle: chosen?.title ?? null,
    ...formsOf(write(scope, trial, reach), knownTemplates, { ways: channels, channel: shown, isWindowOpen: isOpen }),
    sendAt: null,
    timeZone: contact.timeZone ?? tenant.timeZone,
    skipRule: choice.kind === 'none' ? choice.rule : null,
  };
}
