import type { ConversationId } from '#contract/conversations/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MenuItem, MenuLabel } from '#web/ui/lists/ActionMenu.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useReopen, useSnooze } from '#web/conversations/use-conversation-work.ts';
import { SNOOZE_CHOICES, snoozeUntil } from './snooze.ts';

/** Until when a conversation is set aside; a message of the contact ends it. */
export function SnoozeItems({ id, onDone }: { id: ConversationId; onDone: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const snooze = useSnooze();
  const reopen = useReopen();
  const now = productNow();
  return (
    <>
      <MenuLabel>{t('conversations:work.snooze_until')}</MenuLabel>
      {SNOOZE_CHOICES.map((choice) => {
        const until = snoozeUntil(choice, now, format.homeZone);
        const title = t('conversations:work.snoozed', { when: format.dateTime(until) });
        return (
          <MenuItem
            key={choice}
            rightSection={format.time(until)}
            onClick={() =>
              snooze.mutate(
                { id, until },
                {
                  onSuccess: () => {
                    toast.undo({ title }, () => reopen.mutate(id));
                    onDone();
                  },
                },
              )
            }
          >
            {t(`conversations:work.snooze_choice.${choice}`)}
          </MenuItem>
        );
      })}
    </>
  );
}
