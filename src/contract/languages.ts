export const LANGUAGES = ['ru', 'en', 'pt_br', 'uk'] as const;
