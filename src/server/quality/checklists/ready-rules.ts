import type { Language } from '#contract/primitives.ts';
import type { ChecklistItem } from '#contract/quality/checklists.ts';
import { CHECKLIST_TRADES, type ChecklistTrade } from '#contract/quality/values.ts';
import { en } from './ready/en.ts';
import { ptBr } from './ready/pt-br.ts';
import { ru } from './ready/ru.ts';
import type { ReadyItem, ReadyTexts } from './ready/shape.ts';
import { uk } from './ready/uk.ts';

const TEXTS: Readonly<Record<Language, ReadyTexts>> = { en, ru, pt_br: ptBr, uk };

/** The ready checklist of a trade; its items have no ids yet. */
export function readyChecklist(
  trade: ChecklistTrade,
  language: Language,
): { title: string; kind: 'both'; items: Omit<ChecklistItem, 'id'>[] } {
  const { titles, opening, items, closing } = TEXTS[language];
  return { title: titles[trade], kind: 'both', items: [...opening, ...items[trade], ...closing].map(toItem) };
}

/** The ready checklists of all trades with their questions, to choose from. */
export function readyChecklists(language: Language): { trade: ChecklistTrade; title: string; questions: string[] }[] {
  return CHECKLIST_TRADES.map((trade) => {
    const { title, items } = readyChecklist(trade, language);
    return { trade, title, questions: items.map(({ words }) => words) };
  });
}

function toItem({ words, causes, weight, isCritical, mayNotApply, part }: ReadyItem): Omit<ChecklistItem, 'id'> {
  return {
    words,
    weight: weight ?? 1,
    isCritical: isCritical ?? false,
    mayNotApply: mayNotApply ?? true,
    part: part ?? 'whole',
    rootCauses: causes ?? [],
  };
}
