import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from './second-factor.module.css';

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts();

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.success({ title: t('members:factor.copied') });
  }

  return (
    <Stack>
      <Alert color="attention" icon={<IconKey size={20} />} title={t('members:factor.codes_title')}>
        {t('members:factor.codes_text')}
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button onClick={onDone}>{t('members:factor.saved')}</Button>
        <Button variant="default" onClick={() => void copy()}>
          {t('members:factor.copy')}
        </Button>
      </Group>
    </Stack>
  );
}
