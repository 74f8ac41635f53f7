import type { IdeaState } from '#contract/ideas/values.ts';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';

export const IDEA_TONES: Readonly<Record<IdeaState, Tone>> = {
  new: 'gray',
  open: 'gray',
  planned: 'attention',
  in_progress: 'attention',
  done: 'good',
  declined: 'gray',
};
