import { refusalOf } from '#contract/delivery/compared.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { MailingId } from '#contract/mailings/calls.ts';
import type { DueAnswer, DueCheck, DueMessage } from '#server/delivery/port.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { nextMoment, tomorrowOf } from '#server/mailings/deciding/moments.ts';
import { type Decision, decideRecipient } from '#server/mailings/deciding/rules.ts';
import { zoneOf } from '#server/mailings/deciding/waves.ts';
import { findMailing } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { portfoliosOf } from '#server/mailings/deciding/limits.ts';
import { countMailedToday, countPeopleWrittenTo } from './day-queries.ts';
import { queueFeed } from './queueing.ts';
import { contentOfVariant, writeMessage } from '#server/mailings/writing/message-writing.ts';
import { loadRecipients, loadSnapshot, type Recipient, type Snapshot } from './snapshot.ts';
import { takeBack } from './taking-back.ts';
import { listSecondMessages, listVariants } from './wave-queries.ts';

/** Channels of the messages that are let through in one check, by the limits they count towards: the ledger does not have them yet. */
type Admitted = { mailed: ChannelId[]; written: ChannelId[] };

type Check = { due: readonly DueMessage[]; now: Temporal.Instant; admitted: Admitted };

/** `take_back`: the recipient waits for their turn again. */
type Answer = DueAnswer | 'take_back';

/**
 * Decides again about messages of mailings just before they leave, and writes the present text. One that cannot leave because
 * of the mailing itself is taken back, so that its recipient is not lost.
 */
export const checkDueOfMailings: DueCheck = async (scope, messages, now) => {
  const answers = new Map<MessageId, DueAnswer>();
  const admitted: Admitted = { mailed: [], written: [] };
  const ofMailings = [...Map.groupBy(messages, ({ senderId }) => senderId)];
  // NOTE: mailings are locked in the order of their ids, so that two claims cannot deadlock.
  for (const [senderId, due] of ofMailings.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const mailing = await findMailing(scope, MailingId.parse(senderId));
    if (!mailing) continue;
    const decided = await answerAll(scope, mailing, { due, now, admitted });
    const back = due.filter(({ id }) => decided.get(id) === 'take_back').map(({ id }) => id);
    if (back.length > 0) await takeBack(scope, mailing.id, { rule: 'mailing_paused', ids: back });
    for (const [id, answer] of decided) answers.set(id, answer === 'take_back' ? TAKEN_BACK : answer);
    await queueFeed(scope, mailing.id);
  }
  return answers;
};

/** The message is cancelled by then, so the answer changes nothing. */
const TAKEN_BACK: DueAnswer = { kind: 'skip', rule: 'mailing_paused', compared: {} };

async function answerAll(
  scope: ActionScope,
  mailing: StoredMailing,
  { due, now, admitted }: Check,
): Promise<Map<MessageId, Answer>> {
  const same = (answer: Answer) => new Map(due.map(({ id }) => [id, answer] as const));
  if (mailing.isDeleted) return same({ kind: 'skip', rule: 'mailing_deleted', compared: {} });
  if (mailing.status === 'canceled') return same({ kind: 'skip', rule: 'mailing_canceled', compared: {} });
  if (mailing.status === 'done') return answerLast(scope, mailing, { due, now, admitted });
  if (mailing.status !== 'working') return same('take_back');
  return answerOpen(scope, mailing, { due, now, admitted });
}

/** Only what goes on after an attempt leaves after the end of its mailing, unless that was the end of its use. */
async function answerLast(
  scope: ActionScope,
  mailing: StoredMailing,
  { due, now, admitted }: Check,
): Promise<Map<MessageId, Answer>> {
  const { useBy } = mailing.settings.timing;
  const isUseful = useBy === null || isBefore(now, Temporal.Instant.from(useBy));
  const last = isUseful ? due.filter(({ wasAccepted }) => wasAccepted) : [];
  const answers =
    last.length > 0 ? await answerOpen(scope, mailing, { due: last, now, admitted }) : new Map<MessageId, Answer>();
  for (const { id } of due)
    if (!answers.has(id)) answers.set(id, { kind: 'skip', rule: 'mailing_ended', compared: {} });
  return answers;
}

async function answerOpen(
  scope: ActionScope,
  mailing: StoredMailing,
  { due, now, admitted }: Check,
): Promise<Map<MessageId, Answer>> {
  const snapshot = await loadSnapshot(scope, mailing);
  const contactIds = due.flatMap(({ contactId }) => contactId ?? []);
  const recipients = await loadRecipients(scope, contactIds, snapshot);
  const variants = mailing.settings.experiment ? await listVariants(scope, mailing.id, contactIds) : new Map();
  const second = await listSecondMessages(scope, mailing.id, contactIds);
  const answers = new Map<MessageId, Answer>();
  for (const message of due) {
    if (second.has(message.id)) {
      answers.set(message.id, { kind: 'skip', rule: 'no_contact', compared: {} });
      continue;
    }
    const recipient = message.contactId && recipients.get(message.contactId);
    answers.set(
      message.id,
      recipient
        ? answerOne(scope, snapshot, {
            message,
            recipient,
            now,
            variant: variants.get(recipient.reader.reach.contact.id) ?? mailing.winner ?? 0,
          })
        : { kind: 'skip', rule: 'no_contact', compared: {} },
    );
  }
  await keepToChannelLimits(scope, snapshot, { due, answers, now, admitted });
  return keepToPortfolios(scope, snapshot, { due, answers, now, admitted, recipients });
}

function answerOne(
  scope: ActionScope,
  snapshot: Snapshot,
  {
    message,
    recipient,
    now,
    variant,
  }: { message: DueMessage; recipient: Recipient; now: Temporal.Instant; variant: number },
): Answer {
  const { settings } = snapshot.facts;
  const decision = decideRecipient(snapshot.facts, recipient.facts, now);
  if (decision.kind === 'refuse') return { kind: 'skip', ...refusalOf(decision) };
  const ways = decision.kind === 'hold' ? [] : [decision.channelId, ...decision.fallbackChannelIds];
  if (decision.kind === 'hold' || !ways.includes(message.channelId)) return notHere(message, decision);
  if (decision.kind === 'wait') return { kind: 'defer', until: decision.until, ...refusalOf(decision) };
  const about = { reader: recipient.reader, now, isTest: false };
  return {
    kind: 'send',
    content: writeMessage(scope, snapshot.material, contentOfVariant(settings, variant), about).content,
  };
}

/** A message that its channel does not take any more: its recipient waits for their turn, unless a channel has accepted it. */
function notHere({ wasAccepted }: DueMessage, { kind }: Pick<Decision, 'kind'>): Answer {
  if (!wasAccepted) return 'take_back';
  return { kind: 'pass_on', rule: kind === 'hold' ? 'template_missing' : 'no_channel', compared: {} };
}

/** Puts off to the next day what a channel may not carry on this one. */
async function keepToChannelLimits(
  scope: ActionScope,
  { facts: { settings, policy, cabinetZone: timeZone }, ways }: Snapshot,
  { due, answers, now, admitted }: Check & { answers: Map<MessageId, Answer> },
): Promise<Map<MessageId, Answer>> {
  for (const { id: channelId, traits } of ways.channels) {
    const limit = traits.mailingsPerDay;
    if (limit === null) continue;
    const inThisCheck = admitted.mailed.filter((id) => id === channelId).length;
    let sent = (await countMailedToday(scope, channelId, { now, timeZone })) + inThisCheck;
    for (const { id, channelId: its } of due) {
      if (its !== channelId || !isSent(answers.get(id))) continue;
      if (sent < limit) {
        sent += 1;
        admitted.mailed.push(channelId);
      } else {
        const { timing } = settings;
        const hours = { timing, policy, timeZone: zoneOf('', timing, timeZone) };
        const tomorrow = tomorrowOf(now, timeZone);
        const until = nextMoment(tomorrow, hours)?.at ?? tomorrow;
        answers.set(id, { kind: 'defer', rule: 'daily_limit', until, compared: { sent, limit } });
      }
    }
  }
  return answers;
}

const isSent = (answer: Answer | undefined) => answer !== undefined && answer !== 'take_back' && answer.kind === 'send';

/** Minutes after which a message that met the limit of its portfolio is tried again: the 24 hours move on. */
const AGAIN_MINUTES = 30;

/** Puts off messages to people beyond the limit of a portfolio; those who wrote lately do not count. */
async function keepToPortfolios(
  scope: ActionScope,
  { ways }: Snapshot,
  {
    due,
    answers,
    now,
    admitted,
    recipients,
  }: Check & {
    answers: Map<MessageId, Answer>;
    recipients: ReadonlyMap<string, Recipient>;
  },
): Promise<Map<MessageId, Answer>> {
  for (const sharing of portfoliosOf(ways.channels)) {
    const limit = sharing[0]?.peoplePerDay ?? null;
    if (limit === null) continue;
    const ids = sharing.map(({ id }) => id);
    const inThisCheck = admitted.written.filter((id) => ids.includes(id)).length;
    let sent = (await countPeopleWrittenTo(scope, ids, now)) + inThisCheck;
    for (const { id, channelId, contactId } of due) {
      if (!ids.includes(channelId) || !isSent(answers.get(id))) continue;
      const addresses = (contactId && recipients.get(contactId)?.facts.addresses) || [];
      const until = addresses.find((one) => one.channelId === channelId)?.windowUntil;
      if (until && Temporal.Instant.compare(until, now) > 0) continue;
      if (sent < limit) {
        sent += 1;
        admitted.written.push(channelId);
      } else {
        const again = now.add({ minutes: AGAIN_MINUTES });
        answers.set(id, { kind: 'defer', rule: 'daily_limit', until: again, compared: { sent, limit } });
      }
    }
  }
  return answers;
}
