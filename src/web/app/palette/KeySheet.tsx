import { useMatches } from '@tanstack/react-router';
import { Fragment } from 'react';
import { CONVERSATION_KEY_NAMES, keyWord } from '#web/conversations/conversation-keys.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { keysOf } from '#web/ui/shortcuts.ts';
import classes from './KeySheet.module.css';

/** Shortcuts of the table, and what the browser's own keys do, in the order of use. */
const ROWS = [
  { keys: keysOf('palette'), text: 'palette' },
  { keys: keysOf('search'), text: 'search' },
  { keys: keysOf('save'), text: 'save' },
  { keys: ['Enter'], text: 'enter' },
  { keys: ['Esc'], text: 'close' },
  { keys: keysOf('clear'), text: 'clear' },
  { keys: keysOf('keys'), text: 'keys' },
] as const;

/** The list of keyboard shortcuts, opened by `?`. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const areConversations = useMatches({ select: (matches) => matches.at(-1)?.staticData.section === 'conversations' });
  return (
    <Dialog title={t('app:keys.title')} onClose={onClose}>
      <dl className={classes.keys}>
        {ROWS.map(({ keys, text }) => (
          <Fragment key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`app:keys.${text}`)}</dd>
          </Fragment>
        ))}
        {areConversations &&
          CONVERSATION_KEY_NAMES.map((name) => (
            <Fragment key={name}>
              <dt>
                <kbd className={classes.key}>{keyWord(name)}</kbd>
              </dt>
              <dd>{t(`conversations:keys.${name}`)}</dd>
            </Fragment>
          ))}
      </dl>
    </Dialog>
  );
}
