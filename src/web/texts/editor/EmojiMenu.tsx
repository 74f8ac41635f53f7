import { ActionIcon, Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/texts/text.module.css';

/** Emoji that businesses commonly use; any other can be typed. */
const EMOJI = '👋 😊 🙏 ❤️ 👍 ✨ 🎉 🎁 🌸 💇 💅 💆 🧖 🦷 🏥 💪 🍕 ☕ 🚗 📅 ⏰ 📍 📞 💳 🔥 ⭐ ✅ ❗ 👉 ⬇️ 💬 🐾'.split(
  ' ',
);

/** A button with a few emoji to put in. */
export function EmojiMenu({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('flows:editor.emoji')} onClick={() => setOpen(!isOpen)}>
          <IconMoodSmile size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <div className={classes.emoji} role="group" aria-label={t('flows:editor.emoji')}>
          {EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose(emoji);
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
