import type { PolicySender } from '#server/policy/port.ts';
import { getSettings, IMPORTANCE, WAITLIST } from './settings-actions.ts';

/**
 * Offers of freed slots as the contact policy knows senders. Its waiting messages are not compared: they wait for an hour at
 * most, except for the end of quiet hours.
 */
export const WAITLIST_UNDER_POLICY: PolicySender = {
  async listMarketing(scope) {
    const { settings } = await getSettings(scope);
    if (!settings.isOn || settings.recipients === 'list') return [];
    const { id: senderId, kind, title } = WAITLIST;
    return [{ senderId, kind, title, flowKind: null, status: 'working', mode: 'combat', importance: IMPORTANCE }];
  },

  async compare() {
    return [];
  },
};
