import type { ConnectionKindName } from '#contract/connections/kinds.ts';

export const QUICK_START_KINDS = [
  'general',
  'yclients',
  'yclients_simple',
  'altegio',
  'medflex',
  'dashboard',
  'assistant',
] as const;
export type QuickStartKind = (typeof QUICK_START_KINDS)[number];

/**
 * The question of a step:
 * - `goal`: which message to begin with; `figures`: which numbers to see first;
 * - `connect`: the booking system, then the channel; `source` and `channel`: each of them alone;
 * - `text`: the first message; `start`: the day from which clients get it;
 * - `business`, `knowledge`, `trial`: an assistant's name and trade, what it reads, a talk with it.
 */
export const QUICK_START_STEPS = [
  'goal',
  'figures',
  'connect',
  'source',
  'channel',
  'text',
  'start',
  'business',
  'knowledge',
  'trial',
] as const;
export type QuickStartStep = (typeof QUICK_START_STEPS)[number];

export type QuickStartDeclaration = {
  path: string;
  /** At most four. */
  steps: readonly QuickStartStep[];
  /** The system that is connected; null: the cabinet's usual one is offered first. */
  source: Extract<ConnectionKindName, 'yclients' | 'altegio' | 'medflex'> | null;
};

/** Each quick start by its kind. */
export const QUICK_STARTS: Readonly<Record<QuickStartKind, QuickStartDeclaration>> = {
  general: { path: '/account/quickstart', steps: ['goal', 'connect', 'text', 'start'], source: null },
  yclients: {
    path: '/account/quickstartYclients',
    steps: ['source', 'channel', 'text', 'start'],
    source: 'yclients',
  },
  yclients_simple: {
    path: '/account/quickstartYclientsSimple',
    steps: ['source', 'channel', 'start'],
    source: 'yclients',
  },
  altegio: { path: '/account/quickstartAltegio', steps: ['source', 'channel', 'text', 'start'], source: 'altegio' },
  medflex: { path: '/account/medflex-onboarding', steps: ['source', 'channel', 'text', 'start'], source: 'medflex' },
  dashboard: { path: '/account/dashboardQuickStart', steps: ['source', 'figures'], source: null },
  assistant: {
    path: '/account/onboarding',
    steps: ['business', 'knowledge', 'channel', 'trial'],
    source: null,
  },
};

export const MOST_QUICK_START_STEPS = 4;

/** The message that a cabinet begins with. */
export const QUICK_START_GOALS = ['reminders', 'reviews', 'returning', 'orders'] as const;
export type QuickStartGoal = (typeof QUICK_START_GOALS)[number];

/** The numbers that are shown first. */
export const QUICK_START_FIGURES = ['dashboard', 'conversion', 'reviews'] as const;

/** When clients get the first message. */
export const QUICK_START_WHEN = ['now', 'tomorrow', 'day_after', 'plan', 'manager'] as const;

/** How far ahead a start can be planned. */
export const LATEST_START_DAYS = 365;
