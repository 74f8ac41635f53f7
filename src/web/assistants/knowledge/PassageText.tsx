import { Text } from '@mantine/core';
import type { KnowledgePassage, KnowledgePlace } from '#contract/assistants/knowledge.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import classes from './knowledge.module.css';

/** The headings, the place and the text of a passage. @param words of the text that led to it */
export function PassageText({ passage, words = [] }: { passage: KnowledgePassage; words?: readonly string[] }) {
  const t = useTexts();
  const { number } = useFormat();
  const { headings, place, text } = passage;
  const above = [place && placeText(place, t, number), headings.join(' › ')].filter(Boolean).join(' · ');
  return (
    <>
      {above && (
        <Text size="sm" c="dimmed" className={classes.name}>
          {above}
        </Text>
      )}
      <div className={classes.text}>
        <Marked text={text} words={words} />
      </div>
    </>
  );
}

function placeText(place: KnowledgePlace, t: Texts, number: (value: number) => string): string {
  if (place.kind === 'address') return place.url;
  if (place.kind === 'sheet') return t('knowledge:place.sheet', { sheet: place.sheet });
  const where = t(`knowledge:place.${place.kind}`, { number: number(place.number) });
  return place.kind === 'row' && place.sheet
    ? `${t('knowledge:place.sheet', { sheet: place.sheet })}, ${where}`
    : where;
}

/** Marks whole words in any letter case. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const wanted = new Set(words);
  const parts = text.split(/([\p{L}\p{N}’'ʼ]+)/u);
  return parts.map((part, at) =>
    // NOTE: the parts of a text have no other key, and do not move
    wanted.has(part.toLowerCase()) ? <mark key={at}>{part}</mark> : part,
  );
}
