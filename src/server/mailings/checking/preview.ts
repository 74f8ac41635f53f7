import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MailingPreview, previewMailing as contract } from '#contract/mailings/trials.ts';
import { Language } from '#contract/primitives.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import { isWindowOpen } from '#server/contacts/book/channel-choice-rules.ts';
import { type Decision, decideRecipient } from '#server/mailings/deciding/rules.ts';
import { foreignVariablesIn } from '#server/mailings/deciding/variables.ts';
import { listByExclusion } from '#server/mailings/recipients/listing.ts';
import { loadRecipients, loadSnapshot, type Recipient, type Snapshot } from '#server/mailings/sending/snapshot.ts';
import type { Reader } from '#server/mailings/writing/material-reads.ts';
import { writeMessage } from '#server/mailings/writing/message-writing.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { compareFaults, formsOf, hasWindow } from '#server/texts/content/preview-rules.ts';
import { missingMedia } from '#server/texts/content/template-rules.ts';
import { asOfNextRun } from '#server/mailings/sending/repeating.ts';
import { type Draft, draftOf, variantOf } from './drafts.ts';
import { exampleReader } from './example-rules.ts';
import { partsOf } from '#server/texts/content/part-rules.ts';

/** Most previews in an answer. */
const PREVIEW_COUNT = 10;
/** Recipients whose message is written, to find the worst cases among them. */
const SAMPLE = 200;

/** The messages that recipients would get by unsaved settings, the worst case first; an example when there are none. */
export async function previewMailing(
  scope: MemberScope,
  { settings, variant, language }: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const draft = variantOf(draftOf(await asOfNextRun(scope, settings)), variant);
  const snapshot = await loadSnapshot(scope, draft);
  const { channels, barred } = snapshot.ways;
  const written = await writeSample(scope, snapshot, draft, { limit: SAMPLE, language });
  const previews = written.map(({ preview }) => preview).toSorted(compareFaults);
  return {
    previews: previews.length > 0 ? previews.slice(0, PREVIEW_COUNT) : [exampleOf(scope, snapshot, language)],
    hasWindow: channels.some(hasWindow),
    unknownVariables: foreignVariablesIn(draft.settings.content),
    templateLacks: missingMedia(
      barred,
      channels.map(({ id }) => id),
    ),
  };
}

/** A recipient of a sample with their message. */
export type Sampled = {
  channelId: ChannelId | null;
  /** The recipient's; null: not known. */
  language: Language | null;
  preview: MailingPreview;
};

/** Writes the messages to the first recipients of an audience. */
export async function writeSample(
  scope: ActionScope,
  snapshot: Snapshot,
  draft: Draft,
  { limit, language }: { limit: number; language?: Language | undefined },
): Promise<Sampled[]> {
  const ids = await listByExclusion(scope, draft, { exclusion: '', after: null, limit });
  const recipients = await loadRecipients(scope, ids, snapshot);
  const { startsAt } = draft.settings.timing;
  const now = scope.clock.now();
  const at = startsAt === null ? now : laterOf(now, Temporal.Instant.from(startsAt));
  return [...recipients.values()].map((recipient) => previewOf(scope, snapshot, { recipient, language, at }));
}

function previewOf(
  scope: ActionScope,
  snapshot: Snapshot,
  { recipient, language, at }: { recipient: Recipient; language: Language | undefined; at: Temporal.Instant },
): Sampled {
  const decision = decideRecipient(snapshot.facts, recipient.facts, at);
  const { channels } = snapshot.ways;
  const channel = 'channelId' in decision ? channels.find(({ id }) => id === decision.channelId) : undefined;
  const shown = preview(scope, snapshot, {
    reader: speaking(recipient, language),
    way: channel ?? channels.find(hasWindow) ?? channels[0],
    channel,
    ...outcomeOf(decision, at),
  });
  const known = Language.safeParse(recipient.reader.reach.contact.language).data ?? null;
  return { channelId: channel?.id ?? null, language: known, preview: shown };
}

/** When the message would be sent, or the rule by which it would not. */
function outcomeOf(decision: Decision, at: Temporal.Instant): Pick<Shown, 'sendAt' | 'skipRule'> {
  switch (decision.kind) {
    case 'send':
      return { sendAt: at, skipRule: null };
    case 'wait':
      return { sendAt: decision.until, skipRule: null };
    case 'refuse':
      return { sendAt: null, skipRule: decision.rule };
    case 'hold':
      return { sendAt: null, skipRule: 'template_not_approved' };
  }
}

function exampleOf(scope: ActionScope, snapshot: Snapshot, language: Language | undefined): MailingPreview {
  const {
    material: { tenant },
    ways,
  } = snapshot;
  const reader = exampleReader(tenant, language ?? tenant.customerLanguage, scope.clock.now());
  const [channel] = ways.channels;
  const shown = preview(scope, snapshot, { reader, way: channel, channel, sendAt: null, skipRule: null });
  return { ...shown, contactId: null };
}

type Shown = {
  reader: Reader;
  /** The channel in whose form the message is shown. */
  way: UsableChannel | undefined;
  /** The channel by which it is sent. */
  channel: UsableChannel | undefined;
  sendAt: Temporal.Instant | null;
  skipRule: DecisionRule | null;
};

function preview(
  scope: ActionScope,
  snapshot: Snapshot,
  { reader, way, channel, sendAt, skipRule }: Shown,
): MailingPreview {
  const { contact, addresses } = reader.reach;
  const { material, ways, facts } = snapshot;
  const now = scope.clock.now();
  const written = writeMessage(scope, material, facts.settings.content, { reader, now, isTest: false });
  const isOpen = way !== undefined && isWindowOpen(way, { addresses }, sendAt ?? now);
  return {
    contactId: contact.id,
    contactName: contact.name,
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...formsOf(written, material.knownTemplates, { ways: ways.channels, channel: way, isWindowOpen: isOpen }),
    sendAt: sendAt?.toString() ?? null,
    timeZone: contact.timeZone ?? material.tenant.timeZone,
    skipRule,
    parts: channel ? partsOf(written.content, channel, material.origin) : null,
  };
}

/** Sets the contact's language to the one that the editor shows. */
function speaking({ reader }: Recipient, language: Language | undefined): Reader {
  const { reach } = reader;
  return { ...reader, reach: language ? { ...reach, contact: { ...reach.contact, language } } : reach };
}
