import type { BodyOf } from '#contract/endpoint.ts';
import type { Flow } from '#contract/flows/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import type * as contract from '#contract/onboarding/quick-start.ts';
import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { isOfClinics } from '#contract/onboarding/clinics.ts';
import { QUICK_STARTS, type QuickStartKind } from '#contract/onboarding/quick-start-values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getAssistant } from '#server/assistants/editing/assistant-reads.ts';
import { queueSetUpRequest } from '#server/auth/sign-in/account-actions.ts';
import { addFromTemplate } from '#server/gallery/actions.ts';
import { getFlow, saveFlow } from '#server/flows/editing/actions.ts';
import { getAliveForUpdate, incomplete, missingFor } from '#server/flows/editing/guard-actions.ts';
import { setMode, switchTo } from '#server/flows/editing/status-actions.ts';
import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { startFlowJob } from '#server/onboarding/jobs.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { findLatestKind, findQuickStart, lockQuickStart, updateQuickStart } from './queries.ts';
import { GOAL_TEMPLATES, startOf, USUAL_GOAL } from './rules.ts';
import { clinicReminder } from './texts.ts';

/** How far the cabinet is; one that was not begun is at its first step. */
export async function getQuickStart(scope: TenantScope, kind: QuickStartKind): Promise<QuickStart> {
  const { finishedAt, startsAt, ...stored } = await findQuickStart(scope, kind);
  return { ...stored, startsAt: startsAt?.toString() ?? null, isFinished: finishedAt !== null };
}

/** The quick start that was worked on last, for Home; null when none was begun. */
export async function getLatestQuickStart(scope: TenantScope): Promise<Home['quickStart']> {
  const kind = await findLatestKind(scope);
  if (!kind) return null;
  const { step, isFinished } = await getQuickStart(scope, kind);
  return { kind, step, isFinished };
}

/** Stores answers. @throws {Problem} `assistant.not_found` */
export async function saveQuickStart(
  scope: MemberScope,
  { kind, step, goal, figures, assistantId, isFinished }: BodyOf<typeof contract.saveQuickStart>,
): Promise<QuickStart> {
  const now = scope.clock.now();
  await lockQuickStart(scope, kind, now);
  const before = await findQuickStart(scope, kind);
  if (assistantId) await getAssistant(scope, assistantId);
  await updateQuickStart(scope, kind, {
    step: Math.min(step, QUICK_STARTS[kind].steps.length),
    ...(goal && { goal }),
    ...(goal && goal !== (before.goal ?? USUAL_GOAL) && { flowId: null, when: null, startsAt: null }),
    ...(figures && { figures }),
    ...(assistantId && { assistantId }),
    ...(isFinished !== undefined && { finishedAt: isFinished ? now : null }),
  });
  await announce(scope, 'onboarding');
  return getQuickStart(scope, kind);
}

/** Makes the goal's flow in test mode, or returns the one that was made. */
export async function makeFlow(scope: MemberScope, kind: QuickStartKind): Promise<Flow> {
  await lockQuickStart(scope, kind, scope.clock.now());
  const { flowId, goal } = await findQuickStart(scope, kind);
  if (flowId) return getFlow(scope, flowId);
  const templateType = GOAL_TEMPLATES[goal ?? USUAL_GOAL];
  const made = await addFromTemplate(scope, { templateType, source: QUICK_STARTS[kind].source });
  const flow = isOfClinics(kind) ? await wordForPatients(scope, made) : made;
  await updateQuickStart(scope, kind, { flowId: flow.id });
  await announce(scope, 'onboarding');
  return flow;
}

async function wordForPatients(scope: MemberScope, { id, title, settings, testPhones, version }: Flow): Promise<Flow> {
  const { customerLanguage } = await getTenant(scope);
  const content = { ...settings.content, texts: { default: clinicReminder(customerLanguage) } };
  return saveFlow(scope, id, {
    title,
    settings: { ...settings, content },
    testPhones: testPhones.join(', '),
    settled: [],
    baseVersion: version,
  });
}

/**
 * Takes the flow live now, plans that for a later day, or asks the operator for help. A later answer replaces an earlier
 * one.
 *
 * @throws {Problem} `flow.not_found`, `flow.incomplete`, `flow.wrong_status`, `auth.test_user`, `server.unavailable`
 */
export async function startQuickStart(
  scope: MemberScope,
  answer: BodyOf<typeof contract.startQuickStart>,
): Promise<QuickStart> {
  const { kind } = answer;
  const now = scope.clock.now();
  await lockQuickStart(scope, kind, now);
  const before = await findQuickStart(scope, kind);
  const { timeZone } = await getTenant(scope);
  const startsAt = startOf(answer, now, timeZone);
  if (startsAt === 'range') throw wrongField('day', 'range');
  if (answer.when === 'manager') {
    if (before.when !== 'manager') await queueSetUpRequest(scope, `Quick start: ${kind}`);
  } else {
    if (!before.flowId) throw new Problem('flow.not_found');
    const flow = await getAliveForUpdate(scope, before.flowId);
    if (startsAt === null) await switchTo('combat')(scope, flow);
    else {
      const missing = flow.mode === 'test' ? await missingFor(scope, flow, 'combat') : [];
      if (missing.length > 0) throw incomplete(missing, flow.settings);
      await enqueue(scope, startFlowJob, { tenantId: scope.tenantId, kind }, { runAt: startsAt });
    }
    await announce(scope, 'flows');
  }
  await updateQuickStart(scope, kind, { when: answer.when, startsAt, finishedAt: now });
  await resolveNotice(scope, now, noticeKey(kind));
  await announce(scope, 'onboarding');
  return getQuickStart(scope, kind);
}

/** Takes the flow live when its day has come. A flow that lacks something stays in test, and a notice says so. */
export async function startFlow(
  scope: ActionScope,
  { kind }: { tenantId: TenantId; kind: QuickStartKind },
): Promise<void> {
  const now = scope.clock.now();
  await lockQuickStart(scope, kind, now);
  const { flowId, startsAt } = await findQuickStart(scope, kind);
  // NOTE: another answer was given meanwhile
  if (startsAt === null || Temporal.Instant.compare(startsAt, now) > 0) return;
  await updateQuickStart(scope, kind, { startsAt: null });
  const flow = flowId && (await findFlowForUpdate(scope, flowId));
  if (!flow || flow.isDeleted) return;
  try {
    await setMode(scope, flow, 'combat');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const params = { title: flow.title, flowId: flow.id };
    await raiseNotice(scope, now, {
      kind: 'quick_start_not_started',
      key: noticeKey(kind),
      severity: 'attention',
      params,
    });
  }
  await announce(scope, 'flows');
  await announce(scope, 'onboarding');
}

const noticeKey = (kind: QuickStartKind) => `quick-start:${kind}`;
