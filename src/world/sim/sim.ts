import { type Agenda, createAgenda } from './agenda.ts';
import { type Behaviours, createBehaviours } from './behaviour.ts';
import { type Bulletin, type Topic, createBulletin } from './bulletin.ts';
import { type Clock, createClock } from './clock.ts';
import { type Faults, createFaults } from './faults.ts';
import { type Ids, createIds } from '../values/ids.ts';
import { CHANNELS, type Journal, createJournal } from './journal.ts';
import { type Judge, createJudge } from './judge.ts';
import { type People, createPeople } from '../cast/people.ts';
import { type Saver, type WorldState, createSaver, loadState, seedState } from './state.ts';
import { type Webhooks, createWebhooks } from './webhooks.ts';

/** The context of every simulated service. */
export type Sim = {
  /** NOTE: replaced as a whole by `reset`; read it each time. */
  readonly state: WorldState;
  clock: Clock;
  agenda: Agenda;
  ids: Ids;
  journal: Journal;
  faults: Faults;
  behaviours: Behaviours;
  judge: Judge;
  people: People;
  webhooks: Webhooks;
  bulletin: Bulletin;
  saver: Saver;
  productUrl: string | undefined;
  clockToken: string | undefined;
  /** Where the world itself answers; known once it listens. */
  url: string;
  /** Says that something under a topic is different now: it is saved and the page looks again. */
  changed(topic: Topic): void;
  /** Called after the fixtures were restored, for what services keep outside the state. */
  onReset(work: () => void): void;
  reset(seed?: string): void;
};

export type SimOptions = {
  seed?: string;
  dataDir?: string;
  productUrl?: string;
  clockToken?: string;
  now?: string | number;
};

export function createSim(options: SimOptions): Sim {
  const startOffset = options.now === undefined ? 0 : new Date(options.now).getTime() - Date.now();
  const loaded = loadState(options.dataDir);
  const clock = createClock(loaded?.offsetMs ?? startOffset);
  let state = loaded ?? seedState(options.seed ?? 'demo', clock.now(), startOffset);

  const agenda = createAgenda(clock);
  const ids = createIds(() => state.ids);
  const bulletin = createBulletin();
  const snapshot = (): WorldState => ({
    ...state,
    offsetMs: clock.offsetMs(),
    tasks: agenda.tasks(),
    webhooks: webhooks.pending(),
  });
  const saver = createSaver(options.dataDir, snapshot);
  const changed = (topic: Topic) => {
    saver.touch();
    bulletin.publish(topic);
  };
  const webhooks = createWebhooks(clock, agenda, ids, () => changed('engineer'));
  const resets: (() => void)[] = [];

  const sim: Sim = {
    get state() {
      return state;
    },
    clock,
    agenda,
    ids,
    journal: createJournal(),
    faults: createFaults(),
    behaviours: createBehaviours(),
    judge: createJudge(),
    people: createPeople(() => state.people),
    webhooks,
    bulletin,
    saver,
    productUrl: options.productUrl,
    clockToken: options.clockToken,
    url: '',
    changed,
    onReset: (work) => void resets.push(work),
    reset: (seed) => {
      clock.setFactor(1);
      if (!options.clockToken) clock.setOffset(startOffset); // a clock shared with the product stays where it is
      state = seedState(seed ?? state.ids.seed, clock.now(), startOffset);
      agenda.restore([]);
      webhooks.clear();
      sim.journal.clear();
      sim.journal.clearWarnings();
      sim.faults.clear();
      sim.behaviours.reset();
      sim.judge.clear();
      for (const work of resets) work();
      for (const topic of [...CHANNELS, 'log', 'clock', 'engineer'] as const) changed(topic);
    },
  };
  return sim;
}
