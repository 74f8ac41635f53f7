import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './emoji.module.css';
import { EMOJI_GROUPS, type EmojiGroup } from './emoji-data.ts';

const GROUPS = Object.keys(EMOJI_GROUPS) as EmojiGroup[]; // NOTE: the keys of a plain object of this type
const RECENT_KEY = 'recent-emoji';
const MAX_RECENT = 16;

/** Emoji by group, those used lately first. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTexts();
  const [recent] = useState(readRecent);
  const choose = (emoji: string) => {
    writeRecent([emoji, ...recent.filter((one) => one !== emoji)].slice(0, MAX_RECENT));
    onChoose(emoji);
  };
  return (
    <div className={classes.picker}>
      {recent.length > 0 && <Group title={t('conversations:emoji.recent')} emoji={recent} onChoose={choose} />}
      {GROUPS.map((group) => (
        <Group
          key={group}
          title={t(`conversations:emoji.${group}`)}
          emoji={EMOJI_GROUPS[group].split(' ')}
          onChoose={choose}
        />
      ))}
    </div>
  );
}

type GroupProps = { title: string; emoji: readonly string[]; onChoose: (emoji: string) => void };

function Group({ title, emoji, onChoose }: GroupProps) {
  return (
    <section aria-label={title}>
      <div className={classes.title}>{title}</div>
      <div className={classes.grid}>
        {emoji.map((one) => (
          <button key={one} type="button" onClick={() => onChoose(one)}>
            {one}
          </button>
        ))}
      </div>
    </section>
  );
}

function readRecent(): string[] {
  return (localStorage.getItem(RECENT_KEY) ?? '').split(' ').filter(Boolean);
}

function writeRecent(emoji: readonly string[]): void {
  try {
    localStorage.setItem(RECENT_KEY, emoji.join(' '));
  } catch {
    // NOTE: with a full storage the emoji is put in all the same
  }
}
