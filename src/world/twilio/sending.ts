import { isRecord } from '../values/fields.ts';
import type { Sim } from '../sim/sim.ts';
import { TwilioError } from './errors.ts';
import { type Account, type Message, type OutStatus, type Sender, twilioState } from './state.ts';
import { type Filled, fillContent } from './contents.ts';
import { postStatus } from './webhooks.ts';
import { isWhatsapp, isWindowOpen, withoutPrefix } from './whatsapp.ts';

/** Twilio's own test numbers; https://www.twilio.com/docs/iam/test-credentials */
const MAGIC: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21211, "The 'To' number is not a valid phone number."],
  '+15005550002': [21612, "The 'To' phone number is not currently reachable via SMS."],
  '+15005550003': [21408, 'Permission to send an SMS has not been enabled for the region.'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, "'To' number is not a valid mobile number"],
};

const KNOWN = [
  'To',
  'From',
  'MessagingServiceSid',
  'Body',
  'MediaUrl',
  'StatusCallback',
  'ValidityPeriod',
  'ContentSid',
  'ContentVariables',
];
const LONGEST_BODY = 1_600;
const LONGEST_QUEUE_MS = 36_000_000;
const TASK = 'twilio.status';

/** `POST /Messages.json`: takes a message, and plans its statuses. */
export function acceptMessage(sim: Sim, account: Account, fields: Record<string, string>, path: string): Message {
  for (const field of Object.keys(fields).filter((one) => !KNOWN.includes(one)))
    sim.journal.warn({ at: sim.clock.iso(), channel: 'twilio', method: 'POST', path, field });
  const state = twilioState(sim);
  const { To: to = '', StatusCallback: callback = null } = fields;
  const sender = senderOf(state.senders, account, fields);
  const number = withoutPrefix(to);
  const isUserId = isWhatsapp(to) && /^[A-Z]{2}\.\d+$/.test(number);
  if (!isUserId && !/^\+[1-9]\d{6,14}$/.test(number))
    throw new TwilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const magic = MAGIC[number];
  if (magic) throw new TwilioError(400, ...magic);
  const { body, buttons, mediaUrl, isApproved } = contentOf(sim, account, fields);
  if (body === '' && mediaUrl === null) throw new TwilioError(400, 21602, 'Message body is required.');
  if (body.length > LONGEST_BODY)
    throw new TwilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
  if (callback !== null && !/^https?:\/\//.test(callback))
    throw new TwilioError(400, 21609, 'Invalid StatusCallback url');
  const pair = pairOf(sender.id, to);
  if (state.stopped.includes(pair)) throw new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient');

  const isOutside = isWhatsapp(to) && !isApproved && !isWindowOpen(sim, pair);
  const segments = isWhatsapp(to) ? 1 : segmentsOf(body);
  const leavesAt = Math.max(sim.clock.now(), sender.busyUntil) + segments * 1_000;
  if (leavesAt - sim.clock.now() > LONGEST_QUEUE_MS)
    throw new TwilioError(429, 21611, 'The queue of this number is longer than 10 hours');
  if (sim.behaviours.of('twilio').limits === 'on') sender.busyUntil = leavesAt;
  const message: Message = {
    sid: `SM${sim.ids.hex('twilio.message', 32)}`,
    accountSid: account.sid,
    direction: 'out',
    from: sender.id,
    to,
    body,
    buttons,
    mediaUrl,
    contentSid: fields['ContentSid'] ?? null,
    segments,
    serviceSid: fields['MessagingServiceSid'] ?? null,
    callback,
    status: 'queued',
    errorCode: null,
    at: sim.clock.now(),
    isAutomatic: false,
  };
  state.messages.push(message);
  void fetchType(sim, message);
  planStatuses(sim, message, { leavesAt, isOutside });
  sim.changed('twilio');
  return message;
}

/** Twilio learns the type of a file by fetching it, after the message was accepted. */
async function fetchType(sim: Sim, message: Message): Promise<void> {
  if (message.mediaUrl === null || !/^https?:/.test(message.mediaUrl)) return;
  try {
    const answer = await fetch(message.mediaUrl, { method: 'GET', signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    message.mediaMime = answer.ok ? (answer.headers.get('content-type') ?? null) : null;
    sim.changed('twilio');
  } catch {
    // A file that cannot be fetched is shown by its address.
  }
}

export const pairOf = (sender: string, person: string) => `${sender} ${person}`;

/** The content of a message: a content template, or a text with a file. Free text is not an approved content. */
function contentOf(sim: Sim, account: Account, fields: Record<string, string>): Filled {
  const { ContentSid: sid, ContentVariables: variables, Body: body = '', MediaUrl: mediaUrl = null } = fields;
  if (sid !== undefined) return fillContent(sim, account, sid, variables);
  return { body, mediaUrl, buttons: [], isApproved: false };
}

/** The sender that carries it: a messaging service takes the one of the recipient's medium. */
function senderOf(senders: readonly Sender[], account: Account, fields: Record<string, string>): Sender {
  const wanted = fields['MessagingServiceSid'] ?? fields['From'] ?? '';
  const own = senders.filter(({ accountSid }) => accountSid === account.sid);
  const medium = isWhatsapp(fields['To'] ?? '') ? 'whatsapp' : 'number';
  const named = own.find(({ id }) => id === wanted);
  const sender = named?.kind === 'service' ? own.find(({ kind }) => kind === medium) : named;
  if (sender?.kind === medium) return sender;
  if (wanted === '') throw new TwilioError(400, 21603, "A 'From' phone number is required.");
  if (medium === 'whatsapp')
    throw new TwilioError(400, 63007, 'Twilio could not find a Channel with the specified From address');
  throw new TwilioError(
    400,
    21606,
    `The 'From' phone number ${wanted} is not a valid, SMS-capable number of the account.`,
  );
}

/** Parts of an SMS: 160 or 153 characters where all are of the GSM alphabet, else 70 or 67. */
function segmentsOf(body: string): number {
  // oxlint-disable-next-line no-control-regex -- what is outside ASCII is Unicode, near enough for a queue's speed
  const [single, part] = /^[\x00-\x7f]*$/.test(body) ? [160, 153] : [70, 67];
  return body.length <= single ? 1 : Math.ceil(body.length / part);
}

type Step = { sid: string; status: OutStatus; code: number | null };

function planStatuses(
  sim: Sim,
  message: Message,
  { leavesAt, isOutside }: { leavesAt: number; isOutside: boolean },
): void {
  const { statuses, statusDelayMs, reads } = sim.behaviours.of('twilio');
  if (statuses === 'off') return;
  const failure = isOutside ? WINDOW_CLOSED : FAILURES.find((code) => message.to.endsWith(code));
  const isRead = isWhatsapp(message.to) && reads === 'on';
  const arrived: OutStatus[] = ['sending', 'sent', 'delivered', ...(isRead ? ['read' as const] : [])];
  const lost: OutStatus[] = isOutside ? ['failed'] : ['sending', 'sent', 'undelivered'];
  const order = failure ? lost : arrived;
  const { reorder } = twilioState(sim).switches;
  for (const [index, status] of (reorder ? order.toReversed() : order).entries()) {
    const isFailure = status === 'undelivered' || status === 'failed';
    const step: Step = { sid: message.sid, status, code: isFailure ? Number(failure) : null };
    sim.agenda.schedule(TASK, leavesAt + index * statusDelayMs, step);
  }
}

const WINDOW_CLOSED = '63016';
const FAILURES = ['30003', '30005', '30007', '30008'];

const RANK: readonly string[] = ['queued', 'sending', 'sent', 'undelivered', 'failed', 'delivered', 'read'];

export function runStatuses(sim: Sim): void {
  sim.agenda.on(TASK, (task) => {
    if (!isRecord(task)) return;
    const { sid, status, code } = task as Step; // NOTE: written by `planStatuses` above
    const message = twilioState(sim).messages.find((one) => one.sid === sid);
    if (message) reportStatus(sim, message, status, code);
  });
}

/** Moves a message on, and posts it. */
export function reportStatus(sim: Sim, message: Message, status: OutStatus, code: number | null): void {
  if (RANK.indexOf(status) > RANK.indexOf(message.status)) message.status = status;
  if (code !== null) message.errorCode = code;
  postStatus(sim, message, status, code);
  sim.changed('twilio');
}
