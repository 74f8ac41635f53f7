import { login, register } from '#contract/auth.ts';
import { connectChannel, listChannels } from '#contract/channels.ts';
import { connectBranches, listConnections, offerBranches } from '#contract/connections.ts';
import type { BodyOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { createFlow, type FlowKind, type FlowTemplate, listFlows, saveFlow, switchFlowMode } from '#contract/flows.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { DEMO_OWNER as OWNER, findDemoTenant, seedPeople } from './demo-people.ts';

const BUSINESS = 'Студия Ромашка';
const MESSAGES = 5_000;

/**
 * Sets up the demo's tenant on the first start, through the API, as its owner would: registers, connects YCLIENTS,
 * WhatsApp and Telegram of the world, and starts the main flows. Everything that exists already stays unchanged, so
 * the next start completes one that was interrupted.
 *
 * @param origin address of this process
 */
export async function seedDemo(ctx: Context, origin: string): Promise<void> {
  try {
    const token = await ownerToken(ctx, origin);
    const call = requester(ctx, origin, token);
    await connectChannels(call);
    await connectSalon(call);
    await makeFlows(call);
    ctx.log.info({ step: 'seeded' }, 'the demo cabinet is ready');
  } catch (error) {
    ctx.log.error({ err: error }, 'the demo cabinet is not complete: the next start tries again');
  }
}

type Caller = <E extends Endpoint>(
  call: E,
  asked?: { params?: Record<string, string>; body?: unknown },
) => Promise<ReplyOf<E>>;

function requester(ctx: Context, origin: string, token?: string): Caller {
  return async (call, { params = {}, body } = {}) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '');
    const answer = await ctx.http({
      method: call.method,
      url: origin + path,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(call.method !== 'GET' && { json: body ?? {} }),
      timeoutMs: 60_000,
    });
    const about = `${call.method} ${call.path}`;
    if (answer.kind !== 'answered') throw new Error(`${about}: ${answer.reason}`);
    if (answer.status !== 200) throw new Error(`${about}: ${answer.status} ${answer.text}`);
    return call.reply.parse(answer.json) as ReplyOf<typeof call>; // NOTE: Zod types the output of a generic schema as unknown
  };
}

async function ownerToken(ctx: Context, origin: string): Promise<string> {
  const call = requester(ctx, origin);
  if (!(await findDemoTenant(ctx))) await call(register, { body: registration() });
  const tenantId = await findDemoTenant(ctx);
  if (!tenantId) throw new Error('the demo cabinet was not made');
  await dressUp(ctx, tenantId);
  await seedPeople(ctx, tenantId);
  const { token } = await call(login, { body: { email: OWNER.email, password: OWNER.password } });
  return token;
}

function registration(): BodyOf<typeof register> {
  return {
    email: OWNER.email,
    password: OWNER.password,
    confirmPassword: OWNER.password,
    phone: OWNER.phone,
    countryId: 1,
    termsAccepted: true,
    language: 'ru',
    timeZone: 'Europe/Moscow',
  };
}

/** Sets what registration does not: a name, a message balance, a subscription without end, a test number. */
async function dressUp(ctx: Context, tenantId: TenantId): Promise<void> {
  await withTenant(ctx.db, tenantId, async ({ tx }) => {
    const dressed = await tx
      .updateTable('tenants')
      .set({
        is_demo: true,
        name: BUSINESS,
        is_named: true,
        paid_until: null,
        is_trial: false,
        test_phones: [OWNER.phone],
      })
      .where('id', '=', tenantId)
      .where('is_demo', '=', false)
      .returning('id')
      .execute();
    if (dressed.length === 0) return;
    await tx
      .updateTable('members')
      .set({ full_name: OWNER.name, email_confirmed_at: ctx.clock.now() })
      .where('tenant_id', '=', tenantId)
      .execute();
    await tx.updateTable('message_balances').set({ available: MESSAGES }).where('tenant_id', '=', tenantId).execute();
  });
}

async function connectChannels(call: Caller): Promise<void> {
  const { channels } = await call(listChannels);
  const has = (kind: string) => channels.some((channel) => channel.kind === kind);
  if (!has('dialog360')) {
    const body = { kind: 'dialog360', title: `WhatsApp «${BUSINESS}»`, apiKey: 'd360-demo-key', phone: '+79990000001' };
    await call(connectChannel, { body });
  }
  if (!has('telegram_bot'))
    await call(connectChannel, { body: { kind: 'telegram_bot', token: '700000001:DEMO-bot-token' } });
}

async function connectSalon(call: Caller): Promise<void> {
  const { connections } = await call(listConnections);
  if (connections.length > 0) return;
  const { ticket, branches } = await call(offerBranches, {
    body: { kind: 'yclients', login: 'salon@example.test', password: 'salon-demo' },
  });
  await call(connectBranches, {
    body: { kind: 'yclients', ticket, branchExternalIds: branches.map((branch) => branch.externalId) },
  });
}

const FLOWS: readonly { kind: FlowKind; delayMinutes?: number; template: string }[] = [
  { kind: 'visit_created', template: 'visit_created' },
  { kind: 'visit_changed', template: 'visit_moved' },
  { kind: 'visit_cancelled', template: 'visit_cancelled' },
  { kind: 'visit_reminder', delayMinutes: -24 * 60, template: 'visit_reminder' },
  { kind: 'visit_reminder', delayMinutes: -2 * 60, template: 'visit_reminder' },
  { kind: 'visit_reminder', delayMinutes: -60, template: 'visit_reminder' },
];

const TEMPLATE_LANGUAGES = ['ru', 'en', 'pt_BR', 'uk'];
const TEMPLATE_PARAMETERS = ['{clientName}', '{recordDate}, {recordTime}', '{serviceTitle}', '{businessName}'];

async function makeFlows(call: Caller): Promise<void> {
  const { flows } = await call(listFlows);
  if (flows.length >= FLOWS.length) return;
  const { channels } = await call(listChannels);
  const whatsApp = channels.find((channel) => channel.kind === 'dialog360');
  for (const { kind, delayMinutes, template } of FLOWS.slice(flows.length)) {
    const flow = await call(createFlow, { body: { kind, delayMinutes } });
    const templates: FlowTemplate[] = whatsApp
      ? TEMPLATE_LANGUAGES.map((language) => ({
          channelId: whatsApp.id,
          name: template,
          language,
          parameters: TEMPLATE_PARAMETERS,
        }))
      : [];
    const settings = { ...flow.settings, content: { ...flow.settings.content, templates } };
    await call(saveFlow, {
      params: { flowId: flow.id },
      body: { title: flow.title, settings, testPhones: '', baseVersion: flow.version },
    });
    await call(switchFlowMode, { params: { flowId: flow.id }, body: { mode: 'combat' } });
  }
}
