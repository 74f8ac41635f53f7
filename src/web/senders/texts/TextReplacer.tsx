import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextsSender } from '#web/senders/sender.ts';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { type FoundPages, FoundTexts } from './FoundTexts.tsx';
import { type Choice, type Chosen, chosenIn, type Found, placeKey, placesOf } from './text-choice.ts';

type Props = {
  /** The search; what was deselected holds for one search only. */
  search: { find: string };
  pages: FoundPages;
  sender: TextsSender;
  /** Shown where nothing is found. */
  nothing: string;
  isBusy: boolean;
  onReplace: (chosen: readonly Chosen[]) => void;
};

/** The matches, and the bar that replaces the selected ones. */
export function TextReplacer({ search, pages, sender: { room, max }, nothing, isBusy, onReplace }: Props) {
  const t = useTexts();
  const [left, setLeft] = useState<Choice>({ search: '', places: new Set() });
  const searchKey = JSON.stringify(search);
  const leftOut = left.search === searchKey ? left.places : new Set<string>();
  const found = search.find === '' ? [] : (pages.data ?? []);
  const chosen = chosenIn(found, leftOut);
  const count = placesOf(chosen);
  const leave = (places: ReadonlySet<string>) => setLeft({ search: searchKey, places });
  const apply = () =>
    chosen.length > max ? toast.warning({ title: t(`bulks:${room}.limit`, { count: max }) }) : onReplace(chosen);
  return (
    <>
      {search.find !== '' && (
        <FoundTexts room={room} pages={pages} nothing={nothing} leftOut={leftOut} onLeave={leave} />
      )}
      <BulkBar count={count} label={t('texts:replace.chosen', { count })} onClear={() => leave(new Set(keysOf(found)))}>
        <Button loading={isBusy} onClick={apply}>
          {t(`${room}:texts.apply`, { count: chosen.length })}
        </Button>
      </BulkBar>
    </>
  );
}

const keysOf = (found: readonly Found[]) =>
  found.flatMap(({ id, changes }) => changes.map(({ path }) => placeKey(id, path)));
