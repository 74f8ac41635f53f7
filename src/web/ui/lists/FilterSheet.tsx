import { Button, Drawer } from '@mantine/core';
import classes from './ListTools.module.css';
import type { Filter } from './ListTools.tsx';
import { useWords } from '#web/ui/words.tsx';

type Props = { isOpen: boolean; filters: readonly Filter[]; onClear: (() => void) | undefined; onClose: () => void };

/** The filters of a list on a phone, each under its name; what is chosen holds at once. */
export function FilterSheet({ isOpen, filters, onClear, onClose }: Props) {
  const words = useWords();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      classNames={{ content: classes.sheetBox }}
      title={words('filters')}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      <div className={classes.sheet}>
        {filters.map(({ label, field }) => (
          <div key={label} className={classes.sheetFilter}>
            <span aria-hidden>{label}</span>
            {field}
          </div>
        ))}
        <Button onClick={onClose}>{words('show')}</Button>
        {onClear && (
          <Button variant="subtle" onClick={onClear}>
            {words('clear_filters')}
          </Button>
        )}
      </div>
    </Drawer>
  );
}
