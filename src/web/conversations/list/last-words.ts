import type { Conversation } from '#contract/conversations/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { contentTextKey } from '#web/conversations/thread/thread-item.ts';

/** Says the last message in one line: its words, or what it is. */
export function useLastWords(): (conversation: Pick<Conversation, 'lastKind' | 'lastText'>) => string {
  const t = useTexts();
  return ({ lastKind, lastText }) => {
    const key = contentTextKey({ kind: lastKind, text: lastText, fileName: null });
    const isNamed = key !== null && (lastText === '' || key === 'reaction');
    return isNamed ? t(`conversations:said.${key}`, { text: lastText, name: '' }) : lastText;
  };
}
