import type { Repeat } from '#server/platform/job-runner.ts';
import { endOptOuts } from './opt-out-actions.ts';

export function workContacts(repeat: Repeat): void {
  repeat('contacts.end-opt-outs', '*/5 * * * *', endOptOuts);
}
