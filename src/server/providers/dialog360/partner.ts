import { z } from 'zod';
import type { ChannelPartner, Checked, PartnerSender } from '#server/channels/port.ts';
import type { Answer } from '#server/platform/http/http-client.ts';
import { troubleOf } from './connect.ts';
import type { Dialog360Options } from './dialect.ts';

const Channels = z.object({
  partner_channels: z.array(
    z.object({
      id: z.string(),
      client_id: z.string().optional(),
      setup_info: z.object({ phone_number: z.string(), phone_name: z.string().nullish() }),
    }),
  ),
});
const Key = z.object({ api_key: z.string().min(1), address: z.url().optional() });

/** Keys go to no other host than the vendor's. */
const VENDOR = /^https:\/\/([\w-]+\.)*360dialog\.io$/;

/** Numbers connected on 360dialog's page: https://docs.360dialog.com/partner; undefined without a partner account. */
export function createPartner(options: Dialog360Options): ChannelPartner | undefined {
  const { id, key, hubUrl, pageUrl } = options.partner ?? {};
  if (!id || !key || !hubUrl || !pageUrl) return undefined;
  const base = `${hubUrl}/partners/${encodeURIComponent(id)}`;
  const send = (method: 'GET' | 'POST', url: string): Promise<Answer> =>
    options.http({ method, url, headers: { 'x-api-key': key }, ...(method === 'POST' && { json: {} }) });

  return {
    pageUrl: (returnUrl) =>
      `${pageUrl}/dashboard/app/${encodeURIComponent(id)}/permissions?redirect_url=${encodeURIComponent(returnUrl)}`,
    async listSenders(clientId) {
      const filters = encodeURIComponent(JSON.stringify({ client_id: clientId }));
      const answer = await send('GET', `${base}/channels?filters=${filters}`);
      const read = readAnswer(answer, Channels);
      if (!read.isOk) return read;
      const own = read.value.partner_channels.filter((one) => one.client_id === clientId);
      return { isOk: true, value: own.map(toSender) };
    },
    async createKey(senderId) {
      const answer = await send('POST', `${base}/channels/${encodeURIComponent(senderId)}/api_keys`);
      const read = readAnswer(answer, Key);
      if (!read.isOk) return read;
      const { api_key: apiKey, address } = read.value;
      const isOther = address !== undefined && address !== options.baseUrl && VENDOR.test(address);
      return { isOk: true, value: { apiKey, ...(isOther && { address }) } };
    },
  };
}

function toSender({ id, setup_info }: z.infer<typeof Channels>['partner_channels'][number]): PartnerSender {
  const digits = setup_info.phone_number.replaceAll(/\D/g, '');
  const phone = `+${digits}`;
  return { id, externalId: digits, title: setup_info.phone_name ?? phone, fields: { phone } };
}

function readAnswer<Shape extends z.ZodType>(answer: Answer, shape: Shape): Checked<z.output<Shape>> {
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
  const read = shape.safeParse(answer.json);
  if (read.success) return { isOk: true, value: read.data };
  return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
}
