import { Popover } from '@mantine/core';
import { cloneElement, use, useState } from 'react';
import type { ReactElement } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import { EmojiContext } from './emoji-context.ts';
import classes from './text.module.css';

/** What businesses put into their messages; any other can be typed. */
const EMOJI = '👋 😊 🙏 ❤️ 👍 ✨ 🎉 🎁 🌸 💇 💅 💆 🧖 🦷 🏥 💪 🍕 ☕ 🚗 📅 ⏰ 📍 📞 💳 🔥 ⭐ ✅ ❗ 👉 ⬇️ 💬 🐾'.split(
  ' ',
);

type Props = { target: ReactElement<{ onClick?: () => void }> };

/** A few emoji to put in; starts open. */
export function OpenedEmoji({ target }: Props) {
  const t = useTexts();
  const choose = use(EmojiContext);
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>{cloneElement(target, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={6}>
        <div className={classes.emoji} role="group" aria-label={t('flows:editor.emoji')}>
          {EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              onClick={() => {
                setOpen(false);
                choose(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
