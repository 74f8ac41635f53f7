import type { Sim } from '../sim/sim.ts';
import type { FaultState } from './faults/faults.ts';
import type { FixtureState } from './scripted/fixtures.ts';
import type { Transcript } from './transcription/transcripts.ts';

/**
 * @property apiKeys keys that are accepted
 * @property transcripts by names of files, or of sounds
 */
export type ModelState = FaultState &
  FixtureState & {
    apiKeys: string[];
    switches: { tokensPerSecond: number };
    transcripts: Record<string, Transcript>;
  };

/** The state of the service, seeded when it is first read. */
export function modelState(sim: Sim): ModelState {
  return (sim.state.services['model'] ??= seedModel()) as ModelState; // NOTE: no other service writes below this name
}

const seedModel = (): ModelState => ({
  apiKeys: ['world'],
  switches: { tokensPerSecond: 0 },
  faults: [],
  lastFaultId: 0,
  fixtures: [],
  lastFixtureId: 0,
  transcripts: {},
});
