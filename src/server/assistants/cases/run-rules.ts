import { z } from 'zod';
import type { AssistantTurn } from '#contract/assistants/turns.ts';
import type { AssistantRun, RunCase } from '#contract/assistants/runs.ts';

/** Talks that go on at once. Clients share the booking system's rate limit with them. */
export const QUEUES = 2;
/** A run may cost so many times its estimate. */
const CAP_SHARE = 3;
const LEAST_CAP_MICRO_USD = 10_000;

/** The cost of a run of so many talks, and the most that is agreed. @param perTalk millionths of a US dollar */
export function estimateRun(talks: number, perTalk: number): { costMicroUsd: number; capMicroUsd: number } {
  const costMicroUsd = Math.ceil(talks * perTalk);
  return { costMicroUsd, capMicroUsd: Math.max(LEAST_CAP_MICRO_USD, costMicroUsd * CAP_SHARE) };
}

/** Counts of one case in one run. */
export type CaseResult = Pick<RunCase, 'caseId' | 'talks' | 'passed'> & { title: string };

/** A case passes when each of its talks does. */
export const passes = ({ talks, passed }: Pick<RunCase, 'talks' | 'passed'>): boolean => talks > 0 && passed === talks;

/** Cases that passed in the earlier run and fail in the later; those of one run alone are left out. */
export function newlyFailing(earlier: readonly CaseResult[], later: readonly CaseResult[]): CaseResult[] {
  const passedBefore = new Set(earlier.filter(passes).map(({ caseId }) => caseId));
  return later.filter((one) => !passes(one) && passedBefore.has(one.caseId));
}

/** Newly failing first, then those that fail, then newly passing, then the others. */
export function byConcern(one: RunCase, other: RunCase): number {
  return concernOf(one) - concernOf(other);
}

function concernOf({ before, done, ...counts }: RunCase): number {
  const isPassing = passes(counts);
  if (!isPassing && done > counts.passed) return before === true ? 0 : 1;
  if (!isPassing) return 3;
  return before === false ? 2 : 4;
}

const Failed = z.object({ ok: z.literal(false), reason: z.enum(['failed', 'timeout']) });

/** Whether a function of a talk failed by no fault of the assistant: the booking system did not answer. */
export const hasFailedCall = (turns: readonly Pick<AssistantTurn, 'calls'>[]): boolean =>
  turns.some(({ calls }) => calls.some(({ result }) => Failed.safeParse(result).success));

/** Whether a run has cost what was agreed. */
export const isCapReached = ({
  costMicroUsd,
  capMicroUsd,
}: Pick<AssistantRun, 'costMicroUsd' | 'capMicroUsd'>): boolean => costMicroUsd >= capMicroUsd;
