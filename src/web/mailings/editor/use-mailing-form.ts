import type { Mailing } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useSenderForm } from '#web/senders/editor/use-sender-form.ts';

const loadCalls = () => import('#contract/mailings/calls.ts');
const loadBody = async () => (await loadCalls()).saveMailing.body.omit({ baseVersion: true });

/** Schema of the settings, for those that are tried before they are saved. */
export const loadSettings = async () => (await loadCalls()).MailingSettings;

/**
 * The form of one mailing.
 *
 * @param onSaved called after a save
 * @param onRenew remounts with the saved mailing
 */
export function useMailingForm(mailing: Mailing, onSaved: () => void, onRenew: () => void) {
  const isStarted = mailing.startedAt !== null;
  const { bind, ...rest } = useSenderForm({
    room: 'mailings',
    saved: mailing,
    own: {},
    schema: loadBody,
    put: (body) => call('PUT /api/v1/distributions/:mailingId', { params: { mailingId: mailing.id }, body }),
    savedText: isStarted ? 'mailings:editor.saved_running' : 'mailings:editor.saved',
    onSaved,
    onRenew,
  });
  return { ...rest, bind: { isStarted, ...bind } };
}
