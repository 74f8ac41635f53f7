import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAssistant, listAssistants, publishAssistant, saveAssistant } from '#contract/assistants/calls.ts';
import { login, register } from '#contract/auth/calls.ts';
import type { DemoPart } from '#contract/auth/values.ts';
import { type BrandKey, BRANDS } from '#contract/brands/brands.ts';
import { createApiToken, listApiTokens } from '#contract/integrations/tokens.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { connectChannel, listChannels } from '#contract/channels/calls.ts';
import { NO_LIMIT } from '#contract/audiences/values.ts';
import { createSegment, listSegments } from '#contract/audiences/segments.ts';
import { createQuickReply, listQuickReplies } from '#contract/conversations/work.ts';
import { connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import type { BodyOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { listReviewWidgets, saveReviewWidget } from '#contract/reviews/widgets.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import { createFlow, type FlowKind, listFlows, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { clinicReminder } from '#server/onboarding/quick-start/texts.ts';
import { setMessages } from '#server/billing/actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Answer } from '#server/platform/http/http-client.ts';
import { INVITED_AFTER_DAYS } from './past/year.ts';
import { findDemoTenant, seedPeople } from './people.ts';
import type { DemoProfile, SalonProfile } from './profile.ts';

/** A demo's tenant, and the part of it that the start does not wait for. */
export type SeededDemo = { tenantId: TenantId; addMore(): Promise<void> };

const MESSAGES = 5_000;

/**
 * Sets up a demo's tenant through the API, as its owner would: registers, connects the booking system, WhatsApp and
 * Telegram of the world, and starts the main flows. Everything that exists already stays unchanged, so the next call
 * completes one that was interrupted.
 *
 * @param origin address of this process
 * @param begin called at the beginning of each part
 */
export async function seedDemo(
  ctx: Context,
  origin: string,
  profile: DemoProfile,
  begin: (part: DemoPart) => Promise<void> = async () => {},
): Promise<SeededDemo> {
  await begin('connections');
  const { token, tenantId } = await ownerToken(ctx, origin, profile);
  const call = requester(ctx, origin, { brand: profile.brand, token });
  await connectChannels(call, profile);
  await connect(call, profile.bookings);
  await begin('flows');
  await makeFlows(call, profile.salon ? SALON_FLOWS : CLINIC_FLOWS, profile);
  await makeAssistant(call, profile);
  if (profile.salon) {
    await makeReviewPage(call, profile.salon);
    await makeHelpers(call, profile.salon);
  }
  const { brand, language } = profile;
  ctx.log.info({ step: 'seeded', brand, language }, 'the demo cabinet is ready');
  return {
    tenantId,
    async addMore() {
      if (profile.salon) await addRestaurant(call, profile, profile.salon);
    },
  };
}

/** Lets visitors in: from now on the demo's sign-in finds the tenant. */
export async function openDemo(ctx: Context, tenantId: TenantId): Promise<void> {
  await withTenant(ctx, tenantId, ({ tx }) =>
    tx.updateTable('tenants').set({ is_demo: true }).where('id', '=', tenantId).execute(),
  );
}

/** Adds what is made after the start: the restaurants of iiko, a token for the business's own program, their flows. */
async function addRestaurant(call: Caller, profile: DemoProfile, salon: SalonProfile): Promise<void> {
  await connect(call, salon.restaurants);
  const { tokens } = await call(listApiTokens);
  if (tokens.length === 0)
    await call(createApiToken, { body: { name: salon.program, scopes: ['contacts', 'carts', 'custom'] } });
  await makeFlows(call, RESTAURANT_FLOWS, profile);
}

const ATTEMPTS = 5;
const UNAVAILABLE = 503;

const isUnavailable = (answer: Answer) => answer.kind === 'answered' && answer.status === UNAVAILABLE;

type Caller = <E extends Endpoint>(
  call: E,
  asked?: { params?: Record<string, string>; body?: unknown },
) => Promise<ReplyOf<E>>;

/** @param as the site that is called, and the member who calls */
function requester(ctx: Context, origin: string, { brand, token }: { brand: BrandKey; token?: string }): Caller {
  const [host] = BRANDS[brand].hosts;
  return async (call, { params = {}, body } = {}) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '');
    const key = randomUUID();
    const send = () =>
      ctx.http({
        method: call.method,
        url: origin + path,
        headers: {
          'client-host': host,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(call.takesIdempotencyKey && { 'idempotency-key': key }),
        },
        ...(call.method !== 'GET' && { json: body ?? {} }),
        timeoutMs: 60_000,
      });
    let answer = await send();
    // NOTE: on a machine that is busy with its start a call may find the database away for a moment.
    for (let attempt = 1; attempt < ATTEMPTS && isUnavailable(answer); attempt++) {
      await sleep(attempt * 500);
      answer = await send();
    }
    const about = `${call.method} ${call.path}`;
    if (answer.kind !== 'answered') throw new Error(`${about}: ${answer.reason}`);
    if (answer.status !== 200) throw new Error(`${about}: ${answer.status} ${answer.text}`);
    return call.reply.parse(answer.json) as ReplyOf<typeof call>; // NOTE: Zod types the output of a generic schema as unknown
  };
}

async function ownerToken(
  ctx: Context,
  origin: string,
  profile: DemoProfile,
): Promise<{ token: string; tenantId: TenantId }> {
  const call = requester(ctx, origin, profile);
  if (!(await findDemoTenant(ctx, profile))) await call(register, { body: registration(profile) });
  const tenantId = await findDemoTenant(ctx, profile);
  if (!tenantId) throw new Error('the demo cabinet was not made');
  await dressUp(ctx, tenantId, profile);
  await seedPeople(ctx, tenantId, profile);
  const { email, password } = profile.owner;
  const { token } = await call(login, { body: { email, password } });
  return { token, tenantId };
}

function registration({ owner, countryId, language, timeZone }: DemoProfile): BodyOf<typeof register> {
  const { email, password, phone } = owner;
  return { email, password, confirmPassword: password, phone, countryId, termsAccepted: true, language, timeZone };
}

/** Sets what registration does not: a name, a message balance, a subscription without end, a test number. */
async function dressUp(ctx: Context, tenantId: TenantId, { business, owner }: DemoProfile): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const { tx } = scope;
    const dressed = await tx
      .updateTable('tenants')
      .set({ name: business, is_named: true, paid_until: null, is_trial: false, test_phones: [owner.phone] })
      .where('id', '=', tenantId)
      .where('is_trial', '=', true)
      .returning('id')
      .execute();
    if (dressed.length === 0) return;
    await tx
      .updateTable('members')
      .set({ full_name: owner.name, email_confirmed_at: ctx.clock.now() })
      .where('tenant_id', '=', tenantId)
      .execute();
    await setMessages(scope, MESSAGES);
  });
}

async function connectChannels(call: Caller, { business, whatsApp, telegramToken }: DemoProfile): Promise<void> {
  const { channels } = await call(listChannels);
  const has = (kind: string) => channels.some((channel) => channel.kind === kind);
  if (!has('dialog360'))
    await call(connectChannel, { body: { kind: 'dialog360', title: `WhatsApp ${business}`, ...whatsApp } });
  if (!has('telegram_bot')) await call(connectChannel, { body: { kind: 'telegram_bot', token: telegramToken } });
}

async function connect(call: Caller, { kind, ...credentials }: BodyOf<typeof offerBranches>): Promise<void> {
  const { connections } = await call(listConnections);
  if (connections.some((connection) => connection.kind === kind)) return;
  const { ticket, branches } = await call(offerBranches, { body: { kind, ...credentials } });
  await call(connectBranches, {
    body: { kind, ticket, branchExternalIds: branches.map((branch) => branch.externalId) },
  });
}

const DAY = 24 * 60;

type DemoFlow = {
  kind: FlowKind;
  delayMinutes?: number;
  template: string;
  controlPercent?: 10;
  /** Absent: the usual one of the kind. */
  text?: (language: Language) => string;
};

const SALON_FLOWS: readonly DemoFlow[] = [
  { kind: 'visit_created', template: 'visit_created' },
  { kind: 'visit_changed', template: 'visit_moved' },
  { kind: 'visit_cancelled', template: 'visit_cancelled' },
  { kind: 'visit_reminder', delayMinutes: -DAY, template: 'visit_reminder' },
  { kind: 'visit_reminder', delayMinutes: -2 * 60, template: 'visit_reminder' },
  { kind: 'review_request', template: 'review_request' },
  { kind: 'repeat_visit', delayMinutes: INVITED_AFTER_DAYS * DAY, template: 'repeat_visit', controlPercent: 10 },
  { kind: 'birthday', template: 'birthday' },
];

const CLINIC_FLOWS: readonly DemoFlow[] = [
  { kind: 'visit_created', template: 'visit_created' },
  { kind: 'visit_changed', template: 'visit_moved' },
  { kind: 'visit_cancelled', template: 'visit_cancelled' },
  { kind: 'visit_reminder', delayMinutes: -DAY, template: 'visit_reminder', text: clinicReminder },
  { kind: 'visit_reminder', delayMinutes: -2 * 60, template: 'visit_reminder', text: clinicReminder },
];

const RESTAURANT_FLOWS: readonly DemoFlow[] = [
  { kind: 'order_status', template: 'order_status' },
  { kind: 'abandoned_cart', template: 'abandoned_cart', controlPercent: 10 },
  { kind: 'api_event', template: 'api_event' },
];

const TEMPLATE_LANGUAGES = ['ru', 'en', 'pt_BR', 'uk'];

/** Makes an assistant: a salon's answers on Telegram, beside the chatbot of WhatsApp; a clinic's everywhere. */
async function makeAssistant(call: Caller, { assistant, language, salon }: DemoProfile): Promise<void> {
  const { items } = await call(listAssistants);
  if (items.length > 0) return;
  const { channels } = await call(listChannels);
  const telegram = channels.filter(({ kind }) => traitsOf(kind).templates === null).map(({ id }) => id);
  const trade = salon ? 'salon' : 'clinic';
  const { id, title, settings, version } = await call(createAssistant, { body: { title: assistant, trade, language } });
  const params = { assistantId: id };
  const saved = await call(saveAssistant, {
    params,
    body: { title, settings: { ...settings, channelIds: salon ? telegram : [] }, baseVersion: version },
  });
  await call(publishAssistant, { params, body: { baseVersion: saved.version } });
}

/** Saves the page of reviews with maps, and with templates: the owner's phone has not written to the number. */
async function makeReviewPage(call: Caller, { reviewMaps }: SalonProfile): Promise<void> {
  const { widgets } = await call(listReviewWidgets);
  const [page] = widgets;
  if (!page || page.id !== null) return;
  const { channels } = await call(listChannels);
  const whatsApp = channels.find(({ kind }) => traitsOf(kind).templates !== null);
  const inLanguages = (name: string, parameters: string[]): TextTemplate[] =>
    whatsApp
      ? TEMPLATE_LANGUAGES.map((language) => ({ channelId: whatsApp.id, name, language, parameters: [...parameters] }))
      : [];
  const settings = {
    ...page.settings,
    maps: reviewMaps,
    alertTemplates: inLanguages('owner_notice', ['{clientName}', '{reviewStars}', '{reviewText}', '{reviewLink}']),
    answerTemplates: inLanguages('reply_to_client', ['{reviewAnswer}', '{clientName}']),
  };
  const { name, branchId, isOn, version } = page;
  await call(saveReviewWidget, { body: { name, branchId, isOn, settings, baseVersion: version } });
}

/** Adds a quick reply and a segment, so that neither list begins empty. */
async function makeHelpers(call: Caller, { quickReply, segment }: SalonProfile): Promise<void> {
  const { quickReplies } = await call(listQuickReplies);
  if (quickReplies.length === 0) await call(createQuickReply, { body: quickReply });
  const { items: segments } = await call(listSegments);
  if (segments.length === 0)
    await call(createSegment, { body: { title: segment, kind: 'current', conditions: LONG_ABSENT } });
}

/** Came at least three times, not within 60 days, and has no booking. */
const LONG_ABSENT: BodyOf<typeof createSegment>['conditions'] = {
  match: 'all',
  groups: [
    {
      match: 'all',
      conditions: [
        { field: 'visits_count', from: 3, to: NO_LIMIT },
        { field: 'days_since_visit', from: 60, to: NO_LIMIT },
        { field: 'next_visit', value: 'none' },
      ],
    },
  ],
};

async function makeFlows(call: Caller, wanted: readonly DemoFlow[], { language: own }: DemoProfile): Promise<void> {
  const { flows } = await call(listFlows);
  const made = flows.filter((flow) => wanted.some(({ kind }) => kind === flow.kind)).length;
  if (made >= wanted.length) return;
  const { channels } = await call(listChannels);
  const whatsApp = channels.find(({ kind }) => traitsOf(kind).templates !== null);
  for (const { kind, delayMinutes, template, controlPercent, text } of wanted.slice(made)) {
    const flow = await call(createFlow, { body: { kind, delayMinutes } });
    const templates: TextTemplate[] = whatsApp
      ? TEMPLATE_LANGUAGES.map((language) => ({
          channelId: whatsApp.id,
          name: template,
          language,
          parameters: [...flowKind(kind).template.parameters],
        }))
      : [];
    const settings = {
      ...flow.settings,
      options: { ...flow.settings.options, ...(controlPercent && { controlPercent }) },
      content: { ...flow.settings.content, templates, ...(text && { texts: { default: text(own) } }) },
    };
    await call(saveFlow, {
      params: { flowId: flow.id },
      body: { title: flow.title, settings, testPhones: '', baseVersion: flow.version },
    });
    await call(switchFlowMode, { params: { flowId: flow.id }, body: { mode: 'combat' } });
  }
}
