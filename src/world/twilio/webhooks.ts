import { createHmac } from 'node:crypto';
import type { Sim } from '../sim/sim.ts';
import { type Message, twilioState } from './state.ts';
import { isWhatsapp } from './whatsapp.ts';

/** Posts fields to the product as Twilio does: a form, signed with the account's token, and one more field each time. */
export function post(sim: Sim, url: string, accountSid: string, fields: Record<string, string>): void {
  const account = twilioState(sim).accounts.find(({ sid }) => sid === accountSid);
  if (!account || url === '') return;
  const all = {
    ...fields,
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    [`New${sim.ids.next('twilio.field')}`]: '1',
  };
  const names = Object.keys(all).toSorted((one, other) => Number(one > other) - Number(one < other));
  const text = url + names.map((name) => name + new Map(Object.entries(all)).get(name)).join('');
  sim.webhooks.send({
    channel: 'twilio',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': createHmac('sha1', account.token).update(text, 'utf8').digest('base64'),
    },
    body: new URLSearchParams(all).toString(),
  });
}

/** Posts how far a message has come; Twilio reports every status but the first. */
export function postStatus(sim: Sim, message: Message, status: string, errorCode: number | null): void {
  if (message.callback === null) return;
  post(sim, message.callback, message.accountSid, {
    MessageSid: message.sid,
    SmsSid: message.sid,
    MessageStatus: status,
    SmsStatus: status,
    From: message.from,
    To: message.to,
    ...(isWhatsapp(message.to) && { ChannelPrefix: 'whatsapp', ChannelToAddress: message.to }),
    ...(message.serviceSid && { MessagingServiceSid: message.serviceSid }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  });
}
