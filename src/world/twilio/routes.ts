import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../values/fields.ts';
import { bucket } from '../values/limits.ts';
import type { Sim } from '../sim/sim.ts';
import { TwilioError } from './errors.ts';
import { answerContent } from './contents.ts';
import { acceptMessage } from './sending.ts';
import { answerSenders, isWhatsapp } from './whatsapp.ts';
import { type Account, type Message, type Sender, twilioState } from './state.ts';

const CALLS_PER_SECOND = 100;

type Call = { sim: Sim; account: Account; method: string; path: string; fields: Record<string, unknown> };

/** The REST API below `/twilio/2010-04-01`, messaging services and contents below `/twilio/v1`, senders below `/v2`. */
export function serveTwilio(app: FastifyInstance, sim: Sim): void {
  const rates = bucket(CALLS_PER_SECOND, CALLS_PER_SECOND);
  sim.onReset(() => rates.clear());
  const serve = (prefix: string, answer: (call: Call) => unknown) =>
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST', 'DELETE'],
      url: `${prefix}*`,
      handler: async (request, reply) => {
        try {
          const account = accountOf(sim, request);
          if (sim.behaviours.of('twilio').limits === 'on' && rates.take(account.sid, sim.clock.now()) > 0)
            throw new TwilioError(429, 20429, 'Too Many Requests');
          const { method } = request;
          if (account.isTest && request.params['*'] !== `${account.sid}.json`)
            throw new TwilioError(403, 20008, 'Resource not accessible with Test Account Credentials');
          const file = fileOf(sim, account, request.params['*']);
          if (file) return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
          const result = answer({ sim, account, method, path: request.params['*'], fields: fieldsOf(request) });
          return reply.code(codeOf(method, request.params['*'])).send(result);
        } catch (error) {
          if (!(error instanceof TwilioError)) throw error;
          if (error.status === 429) reply.header('retry-after', '1');
          return reply.code(error.status).send(error.toBody());
        }
      },
    });
  serve('/twilio/2010-04-01/Accounts/', answerAccount);
  serve('/twilio/v1/', (call) => answerContent(call) ?? answerMessaging(call));
  serve('/twilio/v2/', (call) => answerSenders(call) ?? missing(call));
}

const codeOf = (method: string, path: string) => {
  if (method === 'DELETE') return 204;
  return method === 'POST' && /(Messages\.json|^Content$|ApprovalRequests\/whatsapp)$/.test(path) ? 201 : 200;
};

const missing = ({ path }: Call) => {
  throw NOT_FOUND(path);
};

function accountOf(sim: Sim, request: FastifyRequest): Account {
  const [user = '', ...password] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  const account = twilioState(sim).accounts.find(({ sid, token }) => sid === user && token === password.join(':'));
  // NOTE: Twilio has one answer for a wrong token and for one of another region.
  if (account?.region !== 'us1') throw new TwilioError(401, 20003, 'Authenticate');
  return account;
}

function fieldsOf({ query, body }: FastifyRequest): Record<string, unknown> {
  return { ...(isRecord(query) && query), ...(isRecord(body) && body) };
}

/** The fields of a form. */
const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const fileOf = (sim: Sim, { sid }: Account, path: string) =>
  path.startsWith(sid) ? twilioState(sim).files[path.slice(sid.length)] : undefined;

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

const NOT_FOUND = (path: string) => new TwilioError(404, 20404, `The requested resource ${path} was not found`);

function answerAccount({ sim, account, method, path, fields }: Call): unknown {
  if (!path.startsWith(account.sid)) throw new TwilioError(401, 20003, 'Authenticate');
  const rest = path.slice(account.sid.length);
  const state = twilioState(sim);
  const numbers = state.senders.filter(({ kind, accountSid }) => kind === 'number' && accountSid === account.sid);
  if (method === 'GET' && rest === '.json')
    return { sid: account.sid, friendly_name: account.name, status: account.status, type: 'Full' };
  if (method === 'GET' && rest === '/Balance.json')
    return { account_sid: account.sid, balance: String(account.balance), currency: 'USD' };
  if (account.status !== 'active') throw new TwilioError(403, 30002, 'Account suspended');
  if (method === 'GET' && rest === '/IncomingPhoneNumbers.json') {
    const wanted = fields['PhoneNumber'];
    const shown = numbers.filter(({ id }) => wanted === undefined || id === wanted);
    return { incoming_phone_numbers: shown.map(toNumber), page: 0, page_size: 1000 };
  }
  const number = numbers.find(({ sid }) => rest === `/IncomingPhoneNumbers/${sid}.json`);
  if (method === 'POST' && number) {
    setUrl(sim, number, textIn(fields['SmsUrl']));
    return toNumber(number);
  }
  if (method === 'POST' && rest === '/Messages.json')
    return toMessage(sim, acceptMessage(sim, account, textsOf(fields), `/twilio/2010-04-01/Accounts/${path}`));
  const message = state.messages.find(
    ({ sid, accountSid }) => accountSid === account.sid && rest === `/Messages/${sid}.json`,
  );
  if (method === 'GET' && message) return toMessage(sim, message);
  throw NOT_FOUND(path);
}

function answerMessaging({ sim, account, method, path, fields }: Call): unknown {
  const services = twilioState(sim).senders.filter(
    ({ kind, accountSid }) => kind === 'service' && accountSid === account.sid,
  );
  if (method === 'GET' && path === 'Services') return { services: services.map(toService), meta: { page: 0 } };
  const service = services.find(({ sid }) => path === `Services/${sid}` || path.startsWith(`Services/${sid}/`));
  if (!service) throw NOT_FOUND(path);
  if (method === 'GET' && path === `Services/${service.sid}/ChannelSenders`) return channelSenders(sim, account);
  if (method === 'POST') setUrl(sim, service, textIn(fields['InboundRequestUrl']));
  return toService(service);
}

/** Twilio takes an address of its own form alone; an empty one forgets it. */
function setUrl(sim: Sim, sender: Sender, url: string | undefined): void {
  if (url === undefined) return;
  if (url !== '' && !/^https?:\/\/[\w.-]+/.test(url)) throw new TwilioError(400, 21502, 'SmsUrl is not valid');
  const isPublic = url === '' || url.startsWith('https:') || /^http:\/\/(localhost|127\.)/.test(url);
  if (!isPublic) throw new TwilioError(400, 21502, 'SmsUrl is not valid');
  sender.inboundUrl = url;
  sim.changed('twilio');
}

const toNumber = ({ sid, accountSid, id, inboundUrl }: Sender) => ({
  sid,
  account_sid: accountSid,
  phone_number: id,
  friendly_name: id,
  sms_url: inboundUrl,
  sms_method: 'POST',
  capabilities: { voice: false, sms: true, mms: false, fax: false },
});

function channelSenders(sim: Sim, account: Account): unknown {
  const own = twilioState(sim).senders.filter(
    ({ kind, accountSid }) => kind === 'whatsapp' && accountSid === account.sid,
  );
  const senders = own.map(({ sid, id }) => ({ sid, sender: id, sender_type: 'WhatsApp', country_code: '' }));
  return { senders, meta: { page: 0, key: 'senders' } };
}

const toService = ({ sid, accountSid, name, inboundUrl }: Sender) => ({
  sid,
  account_sid: accountSid,
  friendly_name: name,
  inbound_request_url: inboundUrl || null,
  use_inbound_webhook_on_number: false,
});

/** Dollars per part of an SMS, and per message of WhatsApp. */
const PRICES = { sms: 0.0079, whatsapp: 0.005 };
const PRICED_AFTER_MS = 60_000;

/** The price; stated some time after the message has left. */
function priceOf(sim: Sim, { direction, to, at, status, segments }: Message): string | null {
  const hasLeft = direction === 'out' && ['sent', 'delivered', 'read', 'undelivered'].includes(status);
  if (!hasLeft || sim.clock.now() - at < PRICED_AFTER_MS) return null;
  return (-(isWhatsapp(to) ? PRICES.whatsapp : PRICES.sms * segments)).toFixed(5);
}

const toMessage = (sim: Sim, message: Message) => ({
  sid: message.sid,
  account_sid: message.accountSid,
  status: message.status,
  from: message.serviceSid ? null : message.from,
  to: message.to,
  body: message.body,
  num_segments: String(message.segments),
  num_media: message.mediaUrl === null ? '0' : '1',
  direction: message.direction === 'out' ? 'outbound-api' : 'inbound',
  error_code: message.errorCode,
  error_message: null,
  price: priceOf(sim, message),
  price_unit: 'USD',
  messaging_service_sid: message.serviceSid,
  date_created: new Date(message.at).toUTCString(),
  uri: `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}.json`,
});
