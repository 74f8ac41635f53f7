import type { RecordingState } from '#contract/quality/values.ts';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';

export const STATE_TONES = {
  waiting: 'gray',
  decoding: 'gray',
  transcribing: 'gray',
  ready: 'good',
  failed: 'bad',
} as const satisfies Record<RecordingState, Tone>;
