import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './ListTools.module.css';
import { useWords } from './words.tsx';

const TYPING_MS = 250;

export type FilterChip = {
  value: string;
  label: string;
  /** How many there are; left out while it is not known. */
  count?: number;
};

type Props = {
  search?: { value: string; placeholder: string; onChange: (value: string) => void };
  /** One row of chips; the chosen one is kept in the address by the page. */
  chips?: { value: string; options: readonly FilterChip[]; onChange: (value: string) => void; label: string };
  /** Further filters, e.g. a period. */
  children?: ReactNode;
  /** Given when any filter is on. */
  onClear?: () => void;
};

/** Search (`/`) and filters above a list. */
export function ListTools({ search, chips, children, onClear }: Props) {
  const words = useWords();
  return (
    <div className={classes.tools} role="search">
      {search && <SearchField {...search} />}
      {children}
      {chips && <Chips {...chips} />}
      {onClear && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {words('clear_filters')}
        </Button>
      )}
    </div>
  );
}

function Chips({ label: groupLabel, value: chosen, options, onChange }: NonNullable<Props['chips']>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(chosen)}"]`);
    if (row.current && chip) bringInto(row.current, chip);
  }, [chosen]);
  return (
    <div className={classes.chips} role="group" aria-label={groupLabel} ref={row}>
      {options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          data-value={value}
          aria-pressed={value === chosen}
          onClick={() => onChange(value)}
        >
          {label}
          {count !== undefined && (
            <span className={classes.count}>{count.toLocaleString(document.documentElement.lang)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Where the row is wider than a phone, what is chosen stands in it; the page itself does not move. */
function bringInto(row: HTMLElement, chip: HTMLElement): void {
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right)
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** Follows the typing after a moment, so that the address and the server are not asked for every letter. */
function SearchField({ value, placeholder, onChange }: NonNullable<Props['search']>) {
  const words = useWords();
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, TYPING_MS);
  useSearchKey(ref);
  const [told, setTold] = useState(value);
  if (told !== value) {
    setTold(value);
    setTyped(value);
  }

  function type(next: string): void {
    setTyped(next);
    tell(next);
  }
  return (
    <TextInput
      ref={ref}
      className={classes.search}
      type="search"
      aria-label={words('search')}
      placeholder={placeholder}
      value={typed}
      leftSection={<IconSearch size={18} />}
      rightSection={
        typed === '' ? (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        ) : (
          <CloseButton size="sm" aria-label={words('clear')} onClick={() => type('')} />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}

/** `/` leads to the search from anywhere but a field. */
function useSearchKey(ref: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function focus(event: KeyboardEvent): void {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      ref.current?.focus();
    }
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [ref]);
}
