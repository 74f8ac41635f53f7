import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './ListTools.module.css';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useLayer } from '#web/ui/layout/use-layer.ts';
import { useWords } from '#web/ui/words.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { useShortcut } from '#web/ui/shortcuts.ts';

const TYPING_MS = 250;

export type FilterChip = {
  value: string;
  label: string;
  /** How many there are; left out while it is not known. */
  count?: number;
};

export type Filter = {
  /** The same words as the field's own `aria-label`. */
  label: string;
  isOn: boolean;
  field: ReactNode;
};

type Props = {
  search?: { value: string; placeholder: string; onChange: (value: string) => void };
  /** One row of chips; the chosen one is kept in the address by the page. */
  chips?: { value: string; options: readonly FilterChip[]; onChange: (value: string) => void; label: string };
  /** Further filters, e.g. a period: in a row on a desk; on a phone behind a button that says how many are on. */
  filters?: readonly Filter[];
  /** Controls that stay visible on a phone. */
  children?: ReactNode;
  /** Given when any filter is on. */
  onClear?: () => void;
};

/** Search (`/`) and filters above a list. */
export function ListTools({ search, chips, filters = [], children, onClear }: Props) {
  const words = useWords();
  const isMobile = useIsMobile();
  const isFolded = isMobile && filters.length > 0;
  return (
    <div className={classes.tools} role="search">
      {search && <SearchField {...search} />}
      {children}
      {isFolded && <FoldedFilters filters={filters} onClear={onClear} />}
      {!isFolded && filters.map(({ label, field }) => <Fragment key={label}>{field}</Fragment>)}
      {chips && <Chips {...chips} />}
      {onClear && !isFolded && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {words('clear_filters')}
        </Button>
      )}
    </div>
  );
}

/** The button that opens them as a sheet. */
function FoldedFilters({ filters, onClear }: Required<Pick<Props, 'filters'>> & Pick<Props, 'onClear'>) {
  const words = useWords();
  const sheet = useLayer('filters');
  useFocusBack(sheet.isOpen);
  const count = filters.filter(({ isOn }) => isOn).length;
  return (
    <>
      <Button
        variant="default"
        className={classes.fold}
        data-on={count > 0 || undefined}
        leftSection={<IconAdjustmentsHorizontal size={18} />}
        rightSection={count > 0 && <span className={classes.on}>{count}</span>}
        aria-haspopup="dialog"
        onClick={sheet.open}
      >
        {words('filters')}
      </Button>
      <FilterSheet isOpen={sheet.isOpen} filters={filters} onClear={onClear} onClose={sheet.close} />
    </>
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

/** Search field with a debounce, so that the URL and the server do not follow every letter. */
function SearchField({ value, placeholder, onChange }: NonNullable<Props['search']>) {
  const words = useWords();
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  // Reported values that the page has not returned yet: a slow page must not undo letters that were typed since.
  const [underway, setUnderway] = useState<readonly string[]>([]);
  const report = useDebouncedCallback((next: string) => {
    setUnderway((before) => [...before, next]);
    onChange(next);
  }, TYPING_MS);
  useShortcut('search', () => ref.current?.select());
  const [reported, setReported] = useState(value);
  if (reported !== value) {
    setReported(value);
    const place = underway.indexOf(value);
    setUnderway(underway.slice(place + 1));
    if (place === -1) setTyped(value);
  }

  function type(next: string): void {
    setTyped(next);
    report(next);
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
