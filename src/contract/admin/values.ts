/** Most dialogues of one grant. */
export const MAX_GRANTED_DIALOGUES = 10_000;

/** The target of a pause of sending. */
export const PAUSE_AIMS = ['cabinet', 'kind', 'provider', 'all'] as const;
export type PauseAimName = (typeof PAUSE_AIMS)[number];

/** How a send ended, in the list of messages that leave. */
export const LEAVING_STATES = ['sent', 'failed', 'undecided'] as const;

/** Lists of the accounts bundle by which channels are filtered; channels of WhatsApp first. */
export const INSTANCE_GROUPS = ['chatApiAccounts', 'telegramAccounts', 'sigmaAccounts', 'twilioAccounts'] as const;

/** States of a cabinet: everything without end, in trial, paid, or over. */
export const CABINET_STATES = ['free', 'trial', 'active', 'expired'] as const;
export type CabinetState = (typeof CABINET_STATES)[number];

/** People who match a search are counted up to this many. */
export const COUNTED_USERS = 1_000;

/** Periods of the list of new clients, in days. */
export const CLIENT_PERIODS = [7, 30, 90] as const;

/** The next step of a new client, in the usual order; `done`: none is left. */
export const CLIENT_STEPS = ['email', 'channel', 'connection', 'test', 'live', 'sent', 'paid', 'done'] as const;
export type ClientStep = (typeof CLIENT_STEPS)[number];
