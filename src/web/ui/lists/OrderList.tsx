import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import classes from './OrderList.module.css';

type Item<Key extends string> = { key: Key; title: string; content: ReactNode };

type Props<Key extends string> = {
  items: readonly Item<Key>[];
  canChange: boolean;
  words: {
    up: (title: string) => string;
    down: (title: string) => string;
    /** Announced once a thing has its new place. */
    moved: (title: string, place: number) => string;
  };
  onChange: (keys: Key[]) => void;
};

/** Things in an order: dragged by a mouse, moved by buttons on a phone and by the keyboard. */
export function OrderList<Key extends string>({ items, canChange, words, onChange }: Props<Key>) {
  const [announced, setAnnounced] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);

  function move(from: number, to: number): void {
    const keys = items.map(({ key }) => key);
    const [key] = keys.splice(from, 1);
    if (key === undefined || from === to) return;
    keys.splice(to, 0, key);
    onChange(keys);
    setAnnounced(words.moved(items[from]?.title ?? '', to + 1));
  }

  function moveByButton(from: number, to: number): void {
    move(from, to);
    // The focus stays on the thing that is moved.
    requestAnimationFrame(() => {
      const buttons = list.current?.children[to]?.querySelectorAll('button') ?? [];
      const same = buttons[to < from ? 0 : 1];
      (same?.disabled ? buttons[to < from ? 1 : 0] : same)?.focus();
    });
  }

  const drags = (place: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(place);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, place);
    },
    onDragEnd: () => {
      setDragged(null);
      setOver(null);
    },
  });
  const sideOf = (place: number) => {
    if (dragged === null || over !== place || dragged === place) return undefined;
    return place < dragged ? 'before' : 'after';
  };

  return (
    <>
      <ol className={classes.list} ref={list}>
        {items.map(({ key, title, content }, place) => (
          <li
            key={key}
            data-dragged={dragged === place || undefined}
            data-drop={sideOf(place)}
            {...(canChange && drags(place))}
          >
            {canChange && <IconGripVertical className={classes.grip} size={18} stroke={1.6} aria-hidden />}
            <span className={classes.place} aria-hidden>
              {place + 1}
            </span>
            <div className={classes.content}>{content}</div>
            {canChange && (
              <div className={classes.arrows}>
                <ActionIcon
                  aria-label={words.up(title)}
                  disabled={place === 0}
                  onClick={() => moveByButton(place, place - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={words.down(title)}
                  disabled={place === items.length - 1}
                  onClick={() => moveByButton(place, place + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </>
  );
}
