import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Branch } from '#contract/connections/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import classes from '#web/connections/connections.module.css';
import { flowsOfBranch } from './clinic-flows.ts';

const FLOWS = '/flows';
/** The first steps of a domain that has no page of flows. */
const FIRST_STEPS = '/account/medflex-onboarding';
/** Flows shown by name; more are counted. */
const SHOWN = 6;

/** The templates that are on for a branch. */
export function ClinicFlows({ branch }: { branch: Pick<Branch, 'id'> }) {
  const t = useTexts();
  const filter = { status: 'working', mode: 'combat' } as const;
  const flows = useQuery({
    queryKey: ['flows', 'list', filter],
    queryFn: () => call('GET /api/v1/flows', { query: filter }),
    select: (reply) => flowsOfBranch(reply.flows, branch),
  });
  const canOpen = useCanOpen();
  if (!flows.data) return null;
  const hasPages = canOpen(FLOWS);
  const rest = flows.data.length - SHOWN;
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('connections:medflex.templates')}
      </Text>
      {flows.data.length === 0 && (
        <Text size="sm">
          {t('connections:medflex.templates_none')}{' '}
          {hasPages && (
            <Anchor component={Link} to={FLOWS}>
              {t('connections:medflex.templates_choose')}
            </Anchor>
          )}
          {!hasPages && canOpen(FIRST_STEPS) && (
            <Anchor component={Link} to={FIRST_STEPS}>
              {t('connections:medflex.templates_start')}
            </Anchor>
          )}
        </Text>
      )}
      {flows.data.length > 0 && (
        <ul className={classes.foreign}>
          {flows.data.slice(0, SHOWN).map(({ id, title }) => (
            <li key={id}>
              {hasPages ? (
                <Anchor component={Link} to={`/flows/edit/${id}`}>
                  {title}
                </Anchor>
              ) : (
                title
              )}
            </li>
          ))}
          {rest > 0 && <li>{t('connections:medflex.templates_more', { count: rest })}</li>}
        </ul>
      )}
    </div>
  );
}
