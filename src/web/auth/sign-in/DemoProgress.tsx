import { Center, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { DEMO_PARTS, type DemoPart } from '#contract/auth/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './demo-progress.module.css';

/** The parts of a demo that is being made: those that are done, and the one that is made now. */
export function DemoProgress({ part }: { part: DemoPart }) {
  const t = useTexts();
  const current = DEMO_PARTS.indexOf(part);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={440}>
        <div>
          <Title order={1} size="h2">
            {t('auth:demo.preparing')}
          </Title>
          <Text c="dimmed">{t('auth:demo.takes')}</Text>
        </div>
        <ol className={classes.parts}>
          {DEMO_PARTS.map((one, nth) => (
            <li key={one} className={classes.part} data-ahead={nth > current || undefined}>
              <span className={classes.mark} aria-hidden>
                {nth < current && <IconCheck size={18} />}
                {nth === current && <Loader size={16} />}
              </span>
              {t(`auth:demo.part.${one}`)}
            </li>
          ))}
        </ol>
        <VisuallyHidden role="status">{t(`auth:demo.part.${part}`)}</VisuallyHidden>
      </Stack>
    </Center>
  );
}
