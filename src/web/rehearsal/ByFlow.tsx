import { Card, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Rehearsal } from '#contract/rehearsal/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from './rehearsal.module.css';

type Props = { rehearsal: Pick<Rehearsal, 'flows' | 'summary'>; onOpen: (flowIndex: number) => void };

/** Results by flow; a number opens its messages, a name opens the flow. */
export function ByFlow({ rehearsal: { flows, summary }, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('rehearsal:flows.title')}>
      <Title order={2} mb="xs">
        {t('rehearsal:flows.title')}
      </Title>
      <FigureTable>
        <thead>
          <tr>
            <th>{t('rehearsal:flows.flow')}</th>
            <th data-numeric>{t('rehearsal:flows.sent')}</th>
            <th data-numeric>{t('rehearsal:flows.skipped')}</th>
          </tr>
        </thead>
        <tbody>
          {flows.map(({ flowId, title }, index) => {
            const { sent = 0, skipped = 0 } = summary.byFlow[index] ?? {};
            return (
              <tr key={flowId ?? index}>
                <td className={classes.flowTitle}>
                  {flowId ? (
                    <Link
                      to="/flows/edit/$workflowId/{-$step}"
                      params={{ workflowId: flowId }}
                      className={classes.link}
                    >
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </td>
                <td data-numeric>
                  {sent > 0 ? (
                    <LinkButton
                      aria-label={`${t('rehearsal:flows.sent')}: ${format.number(sent)}, ${title}`}
                      onClick={() => onOpen(index)}
                    >
                      {format.number(sent)}
                    </LinkButton>
                  ) : (
                    format.number(sent)
                  )}
                </td>
                <td data-numeric>{format.number(skipped)}</td>
              </tr>
            );
          })}
        </tbody>
      </FigureTable>
    </Card>
  );
}
