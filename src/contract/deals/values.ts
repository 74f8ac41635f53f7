/** A stage is open, or ends its deals as won or lost. */
export const STAGE_KINDS = ['open', 'won', 'lost'] as const;

export const LONGEST_DEAL_TITLE = 200;
