import type { Language } from '#contract/primitives.ts';

/** A customer and a visit nobody has, to show a message where there are no real ones yet. */
export const EXAMPLES: Record<
  Language,
  { clientName: string; masterName: string; serviceTitle: string; branchAddress: string }
> = {
  ru: { clientName: 'Анна', masterName: 'Ольга', serviceTitle: 'Стрижка', branchAddress: 'Лесная улица, 5' },
  en: { clientName: 'Anna', masterName: 'Olivia', serviceTitle: 'Haircut', branchAddress: '5 Forest Street' },
  pt_br: { clientName: 'Ana', masterName: 'Júlia', serviceTitle: 'Corte', branchAddress: 'Rua das Flores, 5' },
  uk: { clientName: 'Ганна', masterName: 'Олена', serviceTitle: 'Стрижка', branchAddress: 'вулиця Лісова, 5' },
};
