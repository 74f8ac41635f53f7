import type { ContactId } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextContent, TextVariable } from '#contract/texts/calls.ts';
import { OFFER_VARIABLES } from '#contract/waitlist/values.ts';
import type { SlotOfferId, WaitlistSettings } from '#contract/waitlist/calls.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { channelsOf } from '#server/contacts/book/channel-choice-rules.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { ignoreLinkUrl } from '#server/contacts/book/link-actions.ts';
import { recentMessagesByContact } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { type SubjectWords, variableValues } from '#server/subjects/value-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { writeContent, type WrittenContent } from '#server/texts/content/content-rules.ts';
import { loadKnownTemplates } from '#server/texts/attachments/material-reads.ts';
import type { ContentButton, MessageContent } from '#server/texts/content/message-content.ts';
import { barredTemplates, type KnownTemplate, usableTemplates } from '#server/texts/content/template-rules.ts';
import { slotUrl } from './link-actions.ts';
import { type Candidate, type OfferFacts, slotAnswerId } from '#server/waitlist/slots/rules.ts';
import { WAITLIST } from '#server/waitlist/settings/settings-actions.ts';
import type { StoredOffer, StoredSlot } from '#server/waitlist/slots/stored.ts';
import { text } from '#server/waitlist/settings/texts.ts';

/** The facts that are the same for all offers of a slot. */
export type Material = {
  tenant: Tenant;
  /** The origin of links in messages. */
  origin: string;
  content: TextContent;
  knownTemplates: readonly KnownTemplate[];
  facts: OfferFacts;
};

/** Loads what the offers of a slot are decided and written with. */
export async function loadMaterial(
  scope: ActionScope,
  { channelIds, content: written }: Pick<WaitlistSettings, 'channelIds' | 'content'>,
  slot: OfferFacts['slot'],
): Promise<Material> {
  const content: TextContent = { ...written, buttons: [], imageId: null };
  const tenant = await getTenant(scope);
  const knownTemplates = await loadKnownTemplates(scope, [content]);
  const channels: UsableChannel[] = channelsOf(channelIds, await listUsableChannels(scope));
  const chosen = content.templates.filter(({ channelId }) => channels.some(({ id }) => id === channelId));
  const usable = usableTemplates(chosen, barredTemplates(chosen, knownTemplates, null));
  return {
    tenant,
    origin: originOfBrand(scope.config, tenant.brand),
    content,
    knownTemplates,
    facts: {
      slot,
      policy: await getContactPolicy(scope),
      cabinetZone: tenant.timeZone,
      senderId: WAITLIST.id,
      channels,
      templateChannelIds: usable.map(({ channelId }) => channelId),
    },
  };
}

/** A contact with what decides whether they are asked, and what their message shows. */
export type Reader = { reach: Reach; candidate: Candidate };

/** Loads the contacts of offers; the number of queries is constant. */
export async function loadReaders(
  scope: ActionScope,
  offers: readonly Pick<StoredOffer, 'contactId' | 'entryId'>[],
  { facts: { policy } }: Material,
): Promise<Map<ContactId, Reader>> {
  const ids = [...new Set(offers.map(({ contactId }) => contactId))];
  if (ids.length === 0) return new Map();
  const since = scope.clock.now().subtract({ hours: policy.marketingDays * 24 });
  const recent = await recentMessagesByContact(scope, ids, since);
  const reach = await reachOf(scope, ids);
  const waiting = new Set(offers.flatMap(({ contactId, entryId }) => (entryId === null ? [] : contactId)));
  return new Map(
    [...reach].map(([id, one]) => {
      const { phone, timeZone, refusesMailings } = one.contact;
      const person = { phone, addresses: one.addresses, optOuts: one.optOuts };
      const about = { timeZone, refusesMailings, isWaiting: waiting.has(id), recent: recent.get(id) ?? [] };
      return [id, { reach: one, candidate: { ...person, ...about } }];
    }),
  );
}

const OFFERED: ReadonlySet<TextVariable> = new Set(OFFER_VARIABLES);

/** Writes the offer of a slot to one contact. */
export function writeOffer(
  scope: ActionScope,
  material: Material,
  { slot, offerId, reach }: { slot: StoredSlot; offerId: SlotOfferId; reach: Reach },
): MessageContent {
  const link = slotUrl(scope, material.tenant.id, offerId, material.origin);
  return writeOfferAt(scope, material, { slot, offerId, link, reach }).content;
}

/** Writes the offer of a slot with a link of its own, with what a preview shows of it. */
export function writeOfferAt(
  scope: ActionScope,
  { tenant, origin, content, knownTemplates }: Material,
  {
    slot,
    offerId,
    link,
    reach: { contact },
  }: { slot: OfferedTime; offerId: SlotOfferId; link: string; reach: Pick<Reach, 'contact'> },
): WrittenContent {
  const facts = {
    ...wordsOf(slot),
    clientName: greetingName(contact),
    oldStartsAt: null,
    visitsCount: null,
    spent: null,
    offerTitles: [],
    reviewUrl: () => null,
    businessName: tenant.name,
    ignoreLink: () => ignoreLinkUrl(scope, tenant.id, contact.id, origin),
    own: (variable: TextVariable) => (variable === 'slotLink' ? link : null),
  };
  const written = writeContent(content, {
    values: (language) => {
      const values = variableValues(facts, language);
      return { ...values, of: (variable) => (OFFERED.has(variable) ? values.of(variable) : '') };
    },
    subject: { kind: 'visit', id: slot.visitId, timeVersion: 1 },
    customerLanguage: contact.language,
    cabinetLanguage: tenant.customerLanguage,
    isTest: false,
    attachment: null,
    knownTemplates,
  });
  const buttons = answerButtons(offerId, written.language);
  return { ...written, content: { ...written.content, buttons } };
}

/** A time with the words about it. */
export type OfferedTime = Omit<SubjectWords, 'totalMinor' | 'manageUrl'> & Pick<StoredSlot, 'visitId' | 'priceMinor'>;

function wordsOf(slot: OfferedTime): SubjectWords {
  const { startsAt, timeZone, masterName, serviceTitles, priceMinor, currency } = slot;
  const { branchTitle, branchAddress, branchPhone } = slot;
  return {
    startsAt,
    timeZone,
    masterName,
    serviceTitles,
    totalMinor: priceMinor,
    currency,
    branchTitle,
    branchAddress,
    branchPhone,
    manageUrl: null,
  };
}

function answerButtons(offerId: SlotOfferId, language: Language): ContentButton[] {
  return [
    { type: 'answer', title: text(language, 'button.accept'), id: slotAnswerId({ isAccepted: true, offerId }) },
    { type: 'answer', title: text(language, 'button.decline'), id: slotAnswerId({ isAccepted: false, offerId }) },
  ];
}
