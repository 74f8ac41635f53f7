import { Card, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextsRoom } from '#web/senders/sender.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './texts.module.css';
import type { ReplacementState } from './text-search.ts';

const TYPING_MS = 350;

/** One way to narrow the search, beside the title. */
export type WhichFilter = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

type Props = {
  state: ReplacementState;
  onChange: (change: Partial<ReplacementState>) => void;
  room: TextsRoom;
  filters: readonly WhichFilter[];
};

/** Text to find, its replacement, and where to look for it. */
export function TextSearchForm({ state, onChange, room, filters }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [isNarrowed] = useState(Boolean(state.title) || filters.some(({ value }) => value !== ''));
  const [typed, setTyped] = useState({ find: state.find ?? '', with: state.with ?? '', title: state.title ?? '' });
  const report = useDebouncedCallback((next: typeof typed) => {
    onChange({ find: next.find || undefined, with: next.with || undefined, title: next.title || undefined });
  }, TYPING_MS);
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    report(next);
  };
  const narrowing = (
    <>
      <TextInput
        className={classes.filter}
        aria-label={t(`${room}:search`)}
        placeholder={t(`${room}:search`)}
        value={typed.title}
        onChange={({ currentTarget }) => type({ title: currentTarget.value })}
      />
      {filters.map(({ label, value, options, onChange: choose }) => (
        <NativeSelect
          key={label}
          className={classes.filter}
          aria-label={label}
          value={value}
          data={options}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      ))}
    </>
  );
  return (
    <Card component="search">
      <div className={classes.search}>
        <Textarea
          label={t('texts:replace.find')}
          description={t(`${room}:texts.find_help`)}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={300}
          data-autofocus
          value={typed.find}
          onChange={({ currentTarget }) => type({ find: currentTarget.value })}
        />
        <Textarea
          label={t('texts:replace.with')}
          description={t('texts:replace.with_help')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1024}
          value={typed.with}
          onChange={({ currentTarget }) => type({ with: currentTarget.value })}
        />
      </div>
      <div className={`${classes.options} ${classes.under}`}>
        <Checkbox
          label={t('texts:replace.whole')}
          checked={state.whole ?? false}
          onChange={({ currentTarget }) => onChange({ whole: currentTarget.checked || undefined })}
        />
        <Checkbox
          label={t('texts:replace.case')}
          checked={state.case ?? false}
          onChange={({ currentTarget }) => onChange({ case: currentTarget.checked || undefined })}
        />
        {isMobile ? (
          <details className={classes.which} open={isNarrowed}>
            <summary>{t(`${room}:title`)}</summary>
            {narrowing}
          </details>
        ) : (
          narrowing
        )}
      </div>
    </Card>
  );
}
