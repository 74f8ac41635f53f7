import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconBold, IconItalic, IconStrikethrough } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { VariableNames } from './variable-names.ts';
import { VariableMenu } from './VariableMenu.tsx';
import { EmojiMenu } from './EmojiMenu.tsx';
import type { TextAction, TextState } from './text-actions.ts';
import classes from '#web/texts/text.module.css';

const FORMATS = [
  { mark: 'bold', Icon: IconBold, keys: 'B' },
  { mark: 'italic', Icon: IconItalic, keys: 'I' },
  { mark: 'strike', Icon: IconStrikethrough, keys: 'Shift+S' },
] as const;

type Props = {
  state: TextState;
  offered: readonly string[];
  names: VariableNames;
  onAct: (action: TextAction) => void;
};

/** Looks, steps back, variables by what they are about, and emoji. */
export function TextToolbar({ state, offered, names, onAct }: Props) {
  const t = useTexts();
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+';
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('flows:editor.toolbar')}>
      {FORMATS.map(({ mark, Icon, keys: letters }) => (
        <ActionIcon
          key={mark}
          variant={state.marks.includes(mark) ? 'light' : 'subtle'}
          color={state.marks.includes(mark) ? 'brand' : 'gray'}
          aria-pressed={state.marks.includes(mark)}
          aria-label={t(`flows:editor.look.${mark}`)}
          title={`${t(`flows:editor.look.${mark}`)} · ${keys}${letters}`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAct({ kind: 'mark', mark })}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
      <span className={classes.extra}>
        <span className={classes.divider} />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!state.canUndo}
        aria-label={t('flows:editor.undo')}
        title={`${t('flows:editor.undo')} · ${keys}Z`}
        onClick={() => onAct({ kind: 'undo' })}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <span className={classes.extra}>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!state.canRedo}
          aria-label={t('flows:editor.redo')}
          onClick={() => onAct({ kind: 'redo' })}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
        <span className={classes.divider} />
      </span>
      <EmojiMenu onChoose={(emoji) => onAct({ kind: 'emoji', emoji })} />
      <VariableMenu offered={offered} names={names} onChoose={(name) => onAct({ kind: 'variable', name })} />
    </div>
  );
}
