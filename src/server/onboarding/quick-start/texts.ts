import type { Language } from '#contract/primitives.ts';
import en from '#server/onboarding/locales/en.json' with { type: 'json' };
import pt_br from '#server/onboarding/locales/pt_br.json' with { type: 'json' };
import ru from '#server/onboarding/locales/ru.json' with { type: 'json' };
import uk from '#server/onboarding/locales/uk.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, typeof ru>> = { ru, en, pt_br, uk };

/** The reminder of a clinic: it names the doctor and says nothing of the reason of the appointment. */
export const clinicReminder = (language: Language): string => TEXTS[language].clinic_reminder;
