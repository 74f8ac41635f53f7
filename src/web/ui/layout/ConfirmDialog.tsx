import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { FormActions } from './FormActions.tsx';
import { useWords } from '#web/ui/words.tsx';

type Figure = { label: string; value: ReactNode };

type Props = {
  isOpen: boolean;
  title: string;
  text?: ReactNode;
  /** Extent of the action: number of people, amount of money. */
  figures?: Figure[];
  /** Says what it does: "Send to 214 clients". */
  confirmLabel?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  /** Left out where there is nothing to do but to read why. */
  onConfirm?: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before people are written to or money is paid; everything else is done at once and can be undone. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, text, figures = [], confirmLabel, isBusy, isDangerous, onConfirm, onClose, children } = props;
  const words = useWords();
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      {text && <Text>{text}</Text>}
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ label, value }) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <div className={classes.actions}>
        <FormActions isDialog>
          <Button variant="default" onClick={onClose}>
            {words(onConfirm ? 'cancel' : 'close')}
          </Button>
          {onConfirm && (
            <Button
              color={isDangerous ? 'bad' : undefined}
              loading={isBusy}
              onClick={onConfirm}
              data-autofocus={!isBusy || undefined}
            >
              {confirmLabel}
            </Button>
          )}
        </FormActions>
      </div>
    </Dialog>
  );
}
