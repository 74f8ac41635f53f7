import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { TwilioError } from './errors.ts';
import { type Account, type Button, type Content, twilioState } from './state.ts';

const NewContent = z.object({
  friendly_name: z.string().default(''),
  language: z.string(),
  variables: z.record(z.string(), z.string()).default({}),
  types: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const Approval = z.object({ name: z.string(), category: z.string() });

/** Types that need no approval within the window, and the most buttons they may have there. */
const FREE_BUTTONS = 3;
const LONGEST_BODY = 1_024;
const REVIEW = 'twilio.review';
const REVIEW_MS = 60_000;

type Call = { sim: Sim; account: Account; method: string; path: string; fields: Record<string, unknown> };

/** `/v1/Content` and `/v1/ContentAndApprovals`; null for another path. */
export function answerContent({ sim, account, method, path, fields }: Call): unknown {
  const own = twilioState(sim).contents.filter(({ accountSid }) => accountSid === account.sid);
  if (method === 'GET' && path === 'Content') return page(sim, { own, fields, path }, toContent);
  if (method === 'GET' && path === 'ContentAndApprovals') return page(sim, { own, fields, path }, toApproved);
  if (method === 'POST' && path === 'Content') return toContent(make(sim, account, fields));
  const [room, sid, ...rest] = path.split('/');
  const content = own.find((one) => one.sid === sid);
  if (room !== 'Content' || !content) return null;
  const below = rest.join('/');
  if (method === 'GET' && below === '') return toContent(content);
  if (method === 'GET' && below === 'ApprovalRequests') return { sid, whatsapp: approvalOf(content) };
  if (method === 'POST' && below === 'ApprovalRequests/whatsapp') return submit(sim, content, fields);
  if (method !== 'DELETE' || below !== '') return null;
  const state = twilioState(sim);
  state.contents = state.contents.filter((one) => one !== content);
  sim.changed('twilio');
  return {};
}

function make(sim: Sim, account: Account, fields: Record<string, unknown>): Content {
  const order = NewContent.safeParse(fields);
  if (!order.success || Object.keys(order.data.types).length === 0)
    throw new TwilioError(400, 20001, 'Invalid content: types and language are required');
  const { friendly_name, language, variables, types } = order.data;
  const content: Content = {
    sid: `HX${sim.ids.hex('twilio.content', 32)}`,
    accountSid: account.sid,
    friendlyName: friendly_name,
    language,
    variables,
    types,
    approval: { name: '', category: '', status: 'unsubmitted', reason: '' },
  };
  twilioState(sim).contents.push(content);
  sim.changed('twilio');
  return content;
}

function submit(sim: Sim, content: Content, fields: Record<string, unknown>): unknown {
  const order = Approval.safeParse(fields);
  if (!order.success || !/^[a-z0-9_]+$/.test(order.data.name))
    throw new TwilioError(400, 20001, 'Invalid name: lower case letters, digits and underscores only');
  const { name, category } = order.data;
  content.approval = { name, category, status: 'received', reason: '' };
  sim.agenda.schedule(REVIEW, sim.clock.now() + REVIEW_MS, content.sid);
  sim.changed('twilio');
  return approvalOf(content);
}

/** Reviews what was submitted a minute ago: a body with the word `scam` is rejected. */
export function runReviews(sim: Sim): void {
  sim.agenda.on(REVIEW, (sid) => {
    const content = twilioState(sim).contents.find((one) => one.sid === sid);
    if (content?.approval.status !== 'received') return;
    const isBad = /scam/i.test(JSON.stringify(content.types));
    content.approval.status = isBad ? 'rejected' : 'approved';
    content.approval.reason = isBad ? 'SCAM' : '';
    sim.changed('twilio');
  });
}

const toContent = ({ sid, accountSid, friendlyName, language, variables, types }: Content) => ({
  sid,
  account_sid: accountSid,
  friendly_name: friendlyName,
  language,
  variables,
  types,
  url: `https://content.twilio.com/v1/Content/${sid}`,
});

const approvalOf = ({ types, approval }: Content) => ({
  type: 'whatsapp',
  name: approval.name,
  category: approval.category,
  content_type: Object.keys(types)[0],
  status: approval.status,
  rejection_reason: approval.reason,
  allow_category_change: true,
});

const toApproved = (content: Content) => ({ ...toContent(content), approval_requests: approvalOf(content) });

function page(
  sim: Sim,
  { own: contents, fields, path }: { own: readonly Content[]; fields: Record<string, unknown>; path: string },
  toItem: (content: Content) => unknown,
): unknown {
  const size = Number(fields['PageSize'] ?? 50);
  const at = Number(fields['Page'] ?? 0);
  const hasNext = contents.length > (at + 1) * size;
  const next = `${sim.url}/twilio/v1/${path}?PageSize=${size}&Page=${at + 1}&PageToken=PT${at + 1}`;
  const meta = { page: at, page_size: size, next_page_url: hasNext ? next : null, key: 'contents' };
  return { contents: contents.slice(at * size, (at + 1) * size).map(toItem), meta };
}

/** A content as a person sees it: its text and buttons, filled. @property isApproved needs no open window */
export type Filled = { body: string; buttons: Button[]; mediaUrl: string | null; isApproved: boolean };

/** Fills a content with variables; a place without a value is an error. */
export function fillContent(sim: Sim, account: Account, sid: string, variables: string | undefined): Filled {
  const content = twilioState(sim).contents.find((one) => one.sid === sid && one.accountSid === account.sid);
  if (!content) throw new TwilioError(400, 21655, 'The ContentSid is invalid');
  const values = { ...content.variables, ...readVariables(variables) };
  const fill = (text: unknown) =>
    String(text ?? '').replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole);
  const form = Object.values(content.types)[0] ?? {};
  const actions = z.array(z.record(z.string(), z.unknown())).safeParse(form['actions']).data ?? [];
  const body = fill(form['body'] ?? form['title']);
  if (body.length > LONGEST_BODY) throw new TwilioError(400, 63021, 'Channel invalid content error');
  const isApproved = content.approval.status === 'approved';
  if (!isApproved && actions.length > FREE_BUTTONS)
    throw new TwilioError(400, 63021, 'More than three buttons need an approved template');
  const media = z.array(z.string()).safeParse(form['media']).data?.[0];
  return {
    body,
    mediaUrl: media === undefined ? null : fill(media),
    isApproved,
    buttons: actions.map(({ type, title, id, url, phone }): Button => {
      if (type === 'URL') return { kind: 'url', title: fill(title), target: fill(url) };
      if (type === 'PHONE_NUMBER') return { kind: 'call', title: fill(title), target: fill(phone) };
      return { kind: 'reply', title: fill(title), target: fill(id) };
    }),
  };
}

function readVariables(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new TwilioError(400, 21656, 'The ContentVariables parameter is invalid');
  }
}
