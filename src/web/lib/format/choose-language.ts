import type { Language } from '#contract/primitives.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { call } from '#web/lib/api/api.ts';
import { rememberLanguage, setLanguage, useTexts } from './i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { currentSession, updateUser } from '#web/lib/api/session.ts';

/** Switches the language at once, and stores it on this device and for the member. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const t = useTexts();
  return async (language) => {
    rememberLanguage(language);
    await setLanguage(language);
    if (!currentSession().isAuthenticated) return;
    try {
      updateUser(await call('PATCH /api/v1/Account/Settings', { body: { language } }));
    } catch (error) {
      toast.error({ title: t('ui:language_failed'), description: problemText(error, t) });
    }
  };
}
