import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useWords } from '#web/ui/words.tsx';
import classes from './DateField.module.css';
import { dayIn, writtenDay } from './written-day.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** `2026-11-23`; empty: no day. */
  value?: string;
  defaultValue?: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
};

/**
 * A day, written in the order of the page's language; the browser's own field has the order of the browser's. A calendar
 * opens beside it.
 */
export function DateField({ value, defaultValue = '', min, max, onChange, onBlur, ...input }: Props) {
  const words = useWords();
  const calendar = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState(defaultValue);
  const day = value ?? own;
  // The typed text while it is no day yet; null: nothing is being typed.
  const [draft, setDraft] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const choose = (next: string) => {
    setOwn(next);
    onChange(next);
  };
  // The chosen day stays until another is typed in full, and so do fields that depend on it.
  const write = (text: string) => {
    const read = text.trim() === '' ? '' : dayIn(text);
    setDraft(text);
    setWrong(false);
    if (read !== null) choose(read);
  };
  const finish = () => {
    if (draft === null) return;
    const isDay = draft.trim() === '' || dayIn(draft) !== null;
    if (isDay) setDraft(null);
    else choose('');
    setWrong(!isDay);
  };
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      placeholder={words('day_pattern')}
      error={input.error ?? (isWrong && words('day_pattern'))}
      value={draft ?? writtenDay(day, document.documentElement.lang)}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      rightSectionWidth={44}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={words('open_calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} stroke={1.6} />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            value={day}
            min={min}
            max={max}
            onChange={({ currentTarget }) => {
              setDraft(null);
              choose(currentTarget.value);
            }}
          />
        </>
      }
    />
  );
}
