import { Input } from '@mantine/core';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { variableIn } from './variable-names.ts';
import { DrawnText } from './DrawnText.tsx';
import { unknownNames } from './message-document.ts';
import { endAt, insertPlainText, leaveVariable } from './drawn-field.ts';
import type { TextEditorProps } from './TextEditor.tsx';
import type { TextAction } from './text-actions.ts';
import { TextToolbar } from './TextToolbar.tsx';
import classes from '#web/texts/text.module.css';

const loadEditor = () => import('./TextEditor.tsx');
const TextEditor = lazy(async () => ({ default: (await loadEditor()).TextEditor }));

const ASLEEP = { marks: [], canUndo: false, canRedo: false };

type Props = Pick<TextEditorProps, 'value' | 'onChange' | 'offered' | 'names' | 'isOwn'> & {
  label: ReactNode;
  description: ReactNode;
  error: string | undefined;
};

/**
 * The text of a message. It is drawn, and can be written as it is, until the editor is there: loaded once a person reaches
 * for it, it takes over the words and the selection.
 */
export function TextField({ label, description, error, ...field }: Props) {
  const t = useTexts();
  const language = useLanguage();
  const [labelId, helpId] = [useId(), useId()];
  const [isWoken, setWoken] = useState(false);
  const [isReady, setReady] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const actions = useRef<TextAction[]>([]);
  const unknown = unknownNames(field.value, (name) => variableIn(name) !== undefined || field.isOwn(name));
  const isWrong = error !== undefined || unknown.length > 0;
  const aria = { labelledBy: labelId, describedBy: helpId, isWrong };
  const drawn = { box, actions, onReplaced: () => flushSync(() => setReady(true)) };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id: labelId }}
      descriptionProps={{ id: helpId }}
    >
      <div className={classes.field} data-wrong={isWrong || undefined}>
        {!isReady && (
          <DrawnField
            key={`${language} ${field.value}`}
            {...field}
            {...aria}
            box={box}
            onWake={() => setWoken(true)}
            onAct={(action) => {
              actions.current.push(action);
              setWoken(true);
            }}
          />
        )}
        {isWoken && (
          <Suspense>
            <div hidden={!isReady}>
              <TextEditor key={language} {...field} {...aria} drawn={drawn} />
            </div>
          </Suspense>
        )}
      </div>
      {unknown.length > 0 && (
        <Input.Error mt={6} role="alert">
          {t('flows:editor.unknown', { names: unknown.map((name) => `{${name}}`).join(', '), count: unknown.length })}
        </Input.Error>
      )}
    </Input.Wrapper>
  );
}

type DrawnProps = Omit<TextEditorProps, 'onChange'> & {
  box: RefObject<HTMLDivElement | null>;
  onWake: () => void;
  onAct: (action: TextAction) => void;
};

/** The text as it looks in the editor. What the browser itself writes into it is read by the editor. */
function DrawnField({
  value,
  offered,
  names,
  isOwn,
  labelledBy,
  describedBy,
  isWrong,
  box,
  onWake,
  onAct,
}: DrawnProps) {
  const isPressed = useRef(false);
  const isChanged = useRef(false);
  // NOTE: the same element every time: React must not draw again what the browser has written into.
  const [text] = useState(() => <DrawnText message={value} names={names} isOwn={isOwn} />);
  const preload = () => void loadEditor();
  const wake = () => {
    if (isChanged.current || document.activeElement === box.current) onWake();
  };
  return (
    <>
      <TextToolbar state={ASLEEP} offered={offered} names={names} onAct={onAct} />
      <div
        ref={box}
        className={classes.text}
        role="textbox"
        contentEditable
        suppressContentEditableWarning
        tabIndex={0}
        aria-multiline
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onPointerEnter={preload}
        onPointerDown={() => {
          isPressed.current = true;
        }}
        onFocus={({ currentTarget }) => {
          if (!isPressed.current) endAt(currentTarget);
          void loadEditor().then(wake);
        }}
        onPointerUp={leaveVariable}
        onInput={() => {
          isChanged.current = true;
        }}
        onCompositionStart={({ currentTarget }) => {
          currentTarget.dataset.composing = '';
        }}
        onCompositionEnd={({ currentTarget }) => {
          delete currentTarget.dataset.composing;
        }}
        onPaste={insertPlainText}
        onDrop={(event) => event.preventDefault()}
      >
        {text}
      </div>
    </>
  );
}
