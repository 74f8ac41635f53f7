import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

/** Every word the design system says itself. The app gives them in the language of the moment. */
export type UiWord =
  | 'retry'
  | 'close'
  | 'undo'
  | 'cancel'
  | 'clear'
  | 'back'
  | 'next'
  | 'next_at_home'
  | 'not_connected'
  | 'skip'
  | 'done'
  | 'details'
  | 'less'
  | 'loading'
  | 'request_id'
  | 'search'
  | 'nothing_found'
  | 'clear_filters'
  | 'filters'
  | 'show'
  | 'selected'
  | 'select_all'
  | 'select_row'
  | 'row_menu'
  | 'total'
  | 'stale'
  | 'rest_failed'
  | 'copy'
  | 'day_pattern'
  | 'open_calendar'
  | 'copied'
  | 'step_of'
  | 'form_tab'
  | 'preview_tab'
  | 'previous_client'
  | 'next_client'
  | 'client_of'
  | 'empty_variables'
  | 'empty_here'
  | 'draft_found'
  | 'draft_restore'
  | 'draft_discard'
  | 'test_badge'
  | 'test_hint'
  | 'sms_parts'
  | 'sms_characters'
  | 'online'
  | 'bot'
  | 'message_field'
  | 'answer_number'
  | 'today'
  | 'tick.planned'
  | 'tick.sent'
  | 'tick.delivered'
  | 'tick.read'
  | 'tick.replied'
  | 'tick.failed'
  | 'status.draft'
  | 'status.none'
  | 'status.waiting'
  | 'status.working'
  | 'status.live'
  | 'status.attention'
  | 'status.pause_test'
  | 'status.error_test'
  | 'status_of_mailing.pause'
  | 'status_of_mailing.pause_test'
  | 'status_of_mailing.done'
  | 'status_of_mailing.canceled'
  | 'status.pause'
  | 'status.error'
  | 'status.done'
  | 'status.canceled'
  | 'status.unavailable';

export type Words = (word: UiWord, values?: Record<string, string | number>) => string;

/** Returns the text of a failure. */
export type Explanation = { title: string; text: string; requestId?: string; canRetry: boolean };

type UiWords = { words: Words; explain: (error: unknown) => Explanation };

const UiWordsContext = createContext<UiWords | null>(null);

export function UiWordsProvider({ value, children }: { value: UiWords; children: ReactNode }) {
  return <UiWordsContext value={value}>{children}</UiWordsContext>;
}

export const useWords = (): Words => useUiWords().words;

export const useExplain = (): UiWords['explain'] => useUiWords().explain;

function useUiWords(): UiWords {
  const words = useContext(UiWordsContext);
  if (!words) throw new Error('The design system is used outside UiWordsProvider.');
  return words;
}
