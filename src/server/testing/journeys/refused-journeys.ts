import type { Flow } from '#contract/flows.ts';
import { type Cast, castOf, type Scene, scenesOf } from './cast.ts';
import { together } from './conductor.ts';
import { removeFlows } from './journeys.ts';
import type { Reason } from './reasons.ts';
import { SCENARIOS } from './scenarios.ts';
import { readerOf, type Refused } from './shown-refusals.ts';
import type { JourneyWorld, Person } from './world.ts';

/** For each reason what was shown, or why its journey failed. */
export type Lived = Map<Reason, PromiseSettledResult<Refused>>;

/**
 * Runs the journeys of many reasons at once in one cabinet, and reads what is shown for each; deletes its flows afterwards.
 * @param atLast runs at the end for all, while their messages wait
 */
export async function livedTogether(
  journey: JourneyWorld,
  reasons: readonly Reason[],
  atLast: (() => Promise<void>) | null = null,
): Promise<Lived> {
  if (reasons.length === 0) return new Map();
  await journey.untilMorning();
  const startedAt = journey.now();
  const scenes = scenesOf(reasons);
  const cast = await castOf(journey, scenes);
  const lived = await together(
    journey,
    scenes.map((scene) => async (alone) => {
      await live(alone, cast, scene);
      if (!atLast) for (const hours of scene.isShared ? UNTIL_DUE_HOURS : [3]) await alone.pass({ hours });
    }),
  );
  await atLast?.();
  const reading = readerOf(journey, startedAt);
  const shown = await Promise.all(
    scenes.map(async (scene, nth) => {
      const one = lived[nth];
      if (one?.status === 'rejected') return scene.reasons.map((reason) => [reason, one] as const);
      const person = cast.personOf.get(scene) as Person;
      const read = await Promise.allSettled(
        scene.reasons.map((reason) => reading(reason, cast.flowOf.get(reason) as Flow, person)),
      );
      return scene.reasons.map((reason, at) => [reason, read[at] as PromiseSettledResult<Refused>] as const);
    }),
  );
  await removeFlows(journey, cast.flows);
  return new Map(shown.flat());
}

/** Everything is due within these hours; the steps separate messages that yield from those to which they yield. */
const UNTIL_DUE_HOURS = [2, ...Array.from({ length: 18 }, () => 3)];

async function live(journey: JourneyWorld, cast: Cast, scene: Scene): Promise<void> {
  const { kind, reasons } = scene;
  const [first] = reasons as [Reason, ...Reason[]];
  const person = cast.personOf.get(scene) as Person;
  const flows = { flow: cast.flowOf.get(first) as Flow, otherFlow: cast.otherFlowOf.get(first) };
  await first.prepare?.(journey, person);
  if (first.happen) await first.happen(journey, person, flows);
  else await SCENARIOS[kind].happen(journey, first.hasNoContact ? null : person);
  for (const reason of reasons) await reason.meanwhile?.(journey, cast.flowOf.get(reason) as Flow);
}
