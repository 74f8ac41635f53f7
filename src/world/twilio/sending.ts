import { isRecord } from '../fields.ts';
import type { Sim } from '../sim.ts';
import { TwilioError } from './errors.ts';
import { type Account, type Message, type OutStatus, type Sender, twilioState } from './state.ts';
import { postStatus } from './webhooks.ts';

/** Twilio's own test numbers; https://www.twilio.com/docs/iam/test-credentials */
const MAGIC: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21211, "The 'To' number is not a valid phone number."],
  '+15005550002': [21612, "The 'To' phone number is not currently reachable via SMS."],
  '+15005550003': [21408, 'Permission to send an SMS has not been enabled for the region.'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, "'To' number is not a valid mobile number"],
};

const KNOWN = ['To', 'From', 'MessagingServiceSid', 'Body', 'MediaUrl', 'StatusCallback', 'ValidityPeriod'];
const LONGEST_BODY = 1_600;
const LONGEST_QUEUE_MS = 36_000_000;
const TASK = 'twilio.status';

/** `POST /Messages.json`: takes a message, and plans its statuses. */
export function acceptMessage(sim: Sim, account: Account, fields: Record<string, string>, path: string): Message {
  for (const field of Object.keys(fields).filter((one) => !KNOWN.includes(one)))
    sim.journal.warn({ at: sim.clock.iso(), channel: 'twilio', method: 'POST', path, field });
  const state = twilioState(sim);
  const { To: to = '', Body: body = '', StatusCallback: callback = null } = fields;
  const sender = senderOf(state.senders, account, fields);
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new TwilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const magic = MAGIC[to];
  if (magic) throw new TwilioError(400, ...magic);
  if (body === '') throw new TwilioError(400, 21602, 'Message body is required.');
  if (body.length > LONGEST_BODY)
    throw new TwilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
  if (callback !== null && !/^https?:\/\//.test(callback))
    throw new TwilioError(400, 21609, 'Invalid StatusCallback url');
  if (state.stopped.includes(pairOf(sender.phone, to)))
    throw new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient');

  const segments = segmentsOf(body);
  const leavesAt = Math.max(sim.clock.now(), sender.busyUntil) + segments * 1_000;
  if (leavesAt - sim.clock.now() > LONGEST_QUEUE_MS)
    throw new TwilioError(429, 21611, 'The queue of this number is longer than 10 hours');
  if (sim.behaviours.of('twilio').limits === 'on') sender.busyUntil = leavesAt;
  const message: Message = {
    sid: `SM${sim.ids.hex('twilio.message', 32)}`,
    accountSid: account.sid,
    direction: 'out',
    from: sender.phone,
    to,
    body,
    segments,
    serviceSid: sender.kind === 'service' ? sender.sid : null,
    callback,
    status: 'queued',
    errorCode: null,
    at: sim.clock.now(),
    isAutomatic: false,
  };
  state.messages.push(message);
  planStatuses(sim, message, leavesAt);
  sim.changed('twilio');
  return message;
}

export const pairOf = (sender: string, person: string) => `${sender} ${person}`;

function senderOf(senders: readonly Sender[], account: Account, fields: Record<string, string>): Sender {
  const wanted = fields['MessagingServiceSid'] ?? fields['From'] ?? '';
  const sender = senders.find(({ id, accountSid }) => id === wanted && accountSid === account.sid);
  if (sender) return sender;
  if (wanted === '') throw new TwilioError(400, 21603, "A 'From' phone number is required.");
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

function planStatuses(sim: Sim, message: Message, leavesAt: number): void {
  const { statuses, statusDelayMs } = sim.behaviours.of('twilio');
  if (statuses === 'off') return;
  const failure = ['30003', '30005', '30007', '30008'].find((code) => message.to.endsWith(code));
  const end: OutStatus = failure ? 'undelivered' : 'delivered';
  const order: OutStatus[] = ['sending', 'sent', end];
  const { reorder } = twilioState(sim).switches;
  for (const [index, status] of (reorder ? order.toReversed() : order).entries()) {
    const step: Step = { sid: message.sid, status, code: status === 'undelivered' ? Number(failure) : null };
    sim.agenda.schedule(TASK, leavesAt + index * statusDelayMs, step);
  }
}

const RANK: readonly string[] = ['queued', 'sending', 'sent', 'undelivered', 'failed', 'delivered'];

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
