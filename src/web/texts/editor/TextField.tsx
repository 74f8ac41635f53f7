import { Input } from '@mantine/core';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { variableIn } from './variable-names.ts';
import { DrawnText } from './DrawnText.tsx';
import { unknownNames } from './message-document.ts';
import type { TextEditorProps, Wake } from './TextEditor.tsx';
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

/** The text of a message. It is only drawn until a person reaches for it; then what it is written with is loaded. */
export function TextField({ label, description, error, ...field }: Props) {
  const t = useTexts();
  const language = useLanguage();
  const [labelId, helpId] = [useId(), useId()];
  const [wake, setWake] = useState<Wake | null>(null);
  const unknown = unknownNames(field.value, (name) => variableIn(name) !== undefined || field.isOwn(name));
  const isWrong = error !== undefined || unknown.length > 0;
  const aria = { labelledBy: labelId, describedBy: helpId, isWrong };
  const drawn = <DrawnField {...field} {...aria} onWake={setWake} />;
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
        {wake ? (
          <Suspense fallback={drawn}>
            <TextEditor key={language} {...field} {...aria} wake={wake} />
          </Suspense>
        ) : (
          drawn
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

type DrawnProps = TextEditorProps & { onWake: (wake: Wake) => void };

/** The text as it looks in the editor; what is done to it wakes the editor, which does it. */
function DrawnField({ value, offered, names, isOwn, labelledBy, describedBy, isWrong, onWake }: DrawnProps) {
  const box = useRef<HTMLDivElement>(null);
  const pressedAt = useRef<Wake['at']>(null);
  const typed = useRef('');
  const preload = () => void loadEditor();
  const wakeUp = () => {
    const isLeft = document.activeElement !== box.current;
    if (isLeft && typed.current === '') return;
    onWake({ at: pressedAt.current, typed: typed.current, action: null, isLeft });
  };
  return (
    <>
      <TextToolbar
        state={ASLEEP}
        offered={offered}
        names={names}
        onAct={(action) => onWake({ at: null, typed: '', action, isLeft: false })}
      />
      <div
        ref={box}
        className={classes.text}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onPointerEnter={preload}
        onPointerDown={({ clientX, clientY }) => {
          pressedAt.current = { left: clientX, top: clientY };
        }}
        onFocus={() => void loadEditor().then(wakeUp)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key.length === 1 && !ctrlKey && !metaKey) typed.current += key;
        }}
      >
        <DrawnText message={value} names={names} isOwn={isOwn} />
      </div>
    </>
  );
}
