import { Avatar as MantineAvatar } from '@mantine/core';

const COLORS = ['grape', 'teal', 'orange', 'blue', 'pink', 'cyan', 'lime', 'indigo'] as const;

/** Initials on a colour that stays with the name. */
export function Avatar({ name, size }: { name: string; size: number }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word));
  return (
    <MantineAvatar size={size} color={COLORS[sum % COLORS.length] ?? 'grape'} variant="light" aria-hidden>
      {words
        .slice(0, 2)
        .map((word) => word.slice(0, 1))
        .join('') || '?'}
    </MantineAvatar>
  );
}
