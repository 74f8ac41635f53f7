import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { endOptOuts } from './opt-outs/opt-out-actions.ts';

export function workContacts(repeat: Repeat): void {
  repeat('contacts.end-opt-outs', '*/5 * * * *', endOptOuts);
}
