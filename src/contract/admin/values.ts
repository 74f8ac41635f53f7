/** Most dialogues of one grant. */
export const MAX_GRANTED_DIALOGUES = 10_000;

/** The target of a pause of sending. */
export const PAUSE_AIMS = ['cabinet', 'kind', 'provider', 'all'] as const;
export type PauseAimName = (typeof PAUSE_AIMS)[number];

/** How a send ended, in the list of messages that leave. */
export const LEAVING_STATES = ['sent', 'failed', 'undecided'] as const;

/** Lists of the accounts bundle by which channels are filtered; channels of WhatsApp first. */
export const INSTANCE_GROUPS = ['chatApiAccounts', 'telegramAccounts', 'sigmaAccounts', 'twilioAccounts'] as const;
