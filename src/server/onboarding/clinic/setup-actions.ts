import { declarationOf } from '#contract/channels/kinds.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import type { ClinicSetup } from '#contract/onboarding/clinic.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import { setBranchChannel } from '#server/connections/storage/branch-channel-actions.ts';
import { createFlow, getFlow, saveFlow } from '#server/flows/editing/actions.ts';
import { getAliveForUpdate } from '#server/flows/editing/guard-actions.ts';
import { changeMode } from '#server/flows/editing/status-actions.ts';
import { startClinicJob } from '#server/onboarding/jobs.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findSetup, putReminder, setStart } from './setup-queries.ts';
import { stepOf } from './setup-rules.ts';

const MESSENGER = 'WhatsApp';
/** Minutes before an appointment at which it is reminded of. */
const DELAY_MINUTES = -1_440;

export async function readSetup(scope: ActionScope): Promise<ClinicSetup> {
  const branches = (await listBranches(scope)).filter(
    ({ connectionKind: kind, isActive }) => connectionKind(kind).isClinic && isActive,
  );
  const channels = (await listUsableChannels(scope)).filter(({ kind }) => declarationOf(kind).chat?.name === MESSENGER);
  const stored = await findSetup(scope);
  const flow = stored && (await findFlow(scope, stored.flowId));
  const facts = {
    branches: branches.map(({ id, connectionId, title, channelId }) => ({ id, connectionId, title, channelId })),
    channels: channels.map(({ id, title }) => ({ id, title })),
    reminder: flow && {
      flowId: flow.id,
      text: flow.settings.content.texts.default,
      isLive: flow.mode === 'combat' && flow.status === 'working',
    },
    startsOn: flow ? stored.startsOn : null,
  };
  return { ...facts, today: await todayOf(scope), step: stepOf(facts) };
}

/** Has all branches of clinics write from one account. */
export async function chooseChannel(scope: MemberScope, channelId: ChannelId): Promise<ClinicSetup> {
  const { branches, channels } = await readSetup(scope);
  if (!channels.some(({ id }) => id === channelId)) throw new Problem('channel.not_found');
  for (const { id: branchId, connectionId } of branches)
    await setBranchChannel(scope, { connectionId, branchId, channelId });
  return readSetup(scope);
}

/** Writes the text of the reminder, which is created the first time. */
export async function writeReminder(scope: MemberScope, text: string): Promise<ClinicSetup> {
  const stored = await findSetup(scope);
  const known = stored && (await findFlow(scope, stored.flowId));
  const flow = known ?? (await createFlow(scope, { kind: 'visit_reminder', delayMinutes: DELAY_MINUTES }));
  const { content } = flow.settings;
  const settings = { ...flow.settings, content: { ...content, texts: { default: text } } };
  const { title, version: baseVersion } = flow;
  await saveFlow(scope, flow.id, { title, settings, testPhones: flow.testPhones.join(', '), settled: [], baseVersion });
  if (!known) await putReminder(scope, flow.id);
  return readSetup(scope);
}

/** Has the reminder go live on a day: at once where that day has begun. */
export async function start(scope: MemberScope, startsOn: string): Promise<ClinicSetup> {
  const stored = await findSetup(scope);
  const { timeZone } = await getTenant(scope);
  if (!stored) throw new Problem('flow.not_found');
  const day = Temporal.PlainDate.from(startsOn);
  const isNow = Temporal.PlainDate.compare(day, await todayOf(scope)) <= 0;
  const flow = await getAliveForUpdate(scope, stored.flowId);
  await setStart(scope, startsOn);
  if (isNow) await changeMode(scope, flow, 'combat');
  else {
    const runAt = day.toZonedDateTime(timeZone).toInstant();
    await enqueue(scope, startClinicJob, { tenantId: scope.tenantId }, { runAt });
  }
  return readSetup(scope);
}

/** Takes the reminder live on its day. A day that was moved on meanwhile has a run of its own. */
export async function startOnDay(scope: ActionScope): Promise<void> {
  const stored = await findSetup(scope);
  if (!stored?.startsOn || Temporal.PlainDate.compare(stored.startsOn, await todayOf(scope)) > 0) return;
  if (!(await findFlow(scope, stored.flowId))) return;
  await changeMode(scope, await getAliveForUpdate(scope, stored.flowId), 'combat');
}

async function findFlow(scope: TenantScope, id: Flow['id']): Promise<Flow | null> {
  try {
    return await getFlow(scope, id);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

async function todayOf(scope: ActionScope): Promise<string> {
  const { timeZone } = await getTenant(scope);
  return scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
