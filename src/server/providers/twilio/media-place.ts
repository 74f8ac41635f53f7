import type { Credentials, InboundMedia, MediaPlace } from '#server/channels/port.ts';
import type { TwilioOptions } from './api.ts';

/** Finds the file of a message: Twilio names its address, which takes the account's password and redirects to storage. */
export function findMedia(
  { baseUrl }: Pick<TwilioOptions, 'baseUrl'>,
  { accountSid = '', authToken = '' }: Credentials,
  { id: url }: InboundMedia,
): MediaPlace {
  const isTwilios = URL.parse(url)?.origin === new URL(baseUrl).origin;
  // NOTE: the password goes to Twilio's host alone; a forged post may name another.
  if (!isTwilios) return { kind: 'gone' };
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return { kind: 'found', url, headers: { authorization }, isTrusted: true, sizeBytes: null };
}
