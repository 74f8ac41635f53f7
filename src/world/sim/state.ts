import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from './agenda.ts';
import { seedDialog360 } from '../dialog360/fixtures.ts';
import type { D360State } from '../dialog360/state.ts';
import { type GoogleState, seedGoogle } from '../google/state.ts';
import type { IdState } from '../values/ids.ts';
import { seedIiko } from '../iiko/state/fixtures.ts';
import type { IikoState } from '../iiko/state/state.ts';
import type { MailState } from '../mail/state.ts';
import type { Person } from '../cast/people.ts';
import { seedPeople } from '../cast/cast.ts';
import { type TelegramState, seedTelegram } from '../telegram/state.ts';
import type { Dispatch } from './webhooks.ts';
import { seedAltegio, seedYclients } from '../yclients/fixtures.ts';
import type { PlatformState } from '../yclients/state.ts';

/** All that the world remembers; plain data. */
export type WorldState = {
  version: typeof VERSION;
  offsetMs: number;
  ids: IdState;
  people: Person[];
  d360: D360State;
  tg: TelegramState;
  yclients: PlatformState;
  altegio: PlatformState;
  iiko: IikoState;
  google: GoogleState;
  mail: MailState;
  /** States of services that seed themselves, by their names. */
  services: Record<string, unknown>;
  tasks: Task[];
  webhooks: Dispatch[];
};

/** Raised when the shape changes: a state of another version is replaced by the fixtures. */
const VERSION = 6;
const FILE = 'world.json';
const SAVE_AFTER_MS = 1000;

export function seedState(seed: string, now: number, offsetMs: number): WorldState {
  const state: Omit<WorldState, 'yclients' | 'altegio' | 'iiko'> = {
    version: VERSION,
    offsetMs,
    ids: { seed, counters: {} },
    people: seedPeople(),
    d360: seedDialog360(),
    tg: seedTelegram(),
    google: seedGoogle(),
    mail: { letters: [] },
    services: {},
    tasks: [],
    webhooks: [],
  };
  return withLazy(state, {
    yclients: () => seedYclients(now),
    altegio: () => seedAltegio(now),
    iiko: () => seedIiko(now),
  });
}

/** Adds properties that are made when they are first read: a world has weeks of visits and orders that most tests never see. */
function withLazy<Own extends object, Lazy extends object>(
  own: Own,
  makers: { [Name in keyof Lazy]: () => Lazy[Name] },
): Own & Lazy {
  for (const name of Object.keys(makers) as (keyof Lazy)[])
    Object.defineProperty(own, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = makers[name]();
        Object.defineProperty(own, name, { value, writable: true, configurable: true, enumerable: true });
        return value;
      },
    });
  return own as Own & Lazy; // NOTE: the properties were defined above
}

export function loadState(dataDir: string | undefined): WorldState | undefined {
  if (!dataDir) return undefined;
  try {
    // Our own file, written by `save` below; another version of its shape is not used.
    const state = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as WorldState;
    return state.version === VERSION ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the state a little after it changed, and at once when asked. */
export type Saver = { touch(): void; saveNow(): void };

export function createSaver(dataDir: string | undefined, snapshot: () => WorldState): Saver {
  let timer: NodeJS.Timeout | undefined;
  const saveNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!dataDir) return;
    mkdirSync(dataDir, { recursive: true });
    const path = join(dataDir, FILE);
    writeFileSync(`${path}.new`, JSON.stringify(snapshot()));
    renameSync(`${path}.new`, path);
  };
  return {
    saveNow,
    touch: () => {
      if (dataDir) timer ??= setTimeout(saveNow, SAVE_AFTER_MS);
    },
  };
}
