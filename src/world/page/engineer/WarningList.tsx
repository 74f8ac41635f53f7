import { Badge, Text } from '@mantine/core';
import { useTexts } from '../texts.tsx';
import { useWarnings } from '../use-world.ts';
import classes from './Engineer.module.css';
import { useFormat } from '../zone.tsx';

/** Fields in the product's requests that the vendors do not know. */
export function WarningList() {
  const { t } = useTexts();
  const format = useFormat();
  const warnings = (useWarnings().data?.warnings ?? []).toReversed().slice(0, 200);
  if (warnings.length === 0) return <Text c="var(--page-quiet)">{t('warningsEmpty')}</Text>;
  return (
    <>
      {warnings.map((warning, index) => (
        <div key={`${warning.at}${index}`} className={classes.entry}>
          <div className={classes.entryLine}>
            <small>{format.time(warning.at)}</small>
            <Badge size="sm" variant="light" color="gray" tt="none">
              {warning.channel}
            </Badge>
            <code>
              <b>{warning.field}</b> · {warning.method} {warning.path}
            </code>
          </div>
        </div>
      ))}
    </>
  );
}
