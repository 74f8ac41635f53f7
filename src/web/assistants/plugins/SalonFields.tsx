import { Anchor, Checkbox, Stack, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SalonPlugin } from '#contract/assistants/settings.ts';
import { withGone } from '#web/assistants/settings/PlacesPart.tsx';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { useConnections } from '#web/connections/use-connections.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

type Name = 'yclients_salon' | 'altegio_salon';
type Props = PluginProps<Name> & { name: Name };

/** The kinds of connections behind the functions. */
const KINDS = { yclients_salon: 'yclients', altegio_salon: 'altegio' } as const;

const ALL: SalonPlugin = { branchIds: [], books: true, moves: true, cancels: true };
const DEEDS = ['books', 'moves', 'cancels'] as const;

/** Bookings in a booking system; where it is not connected, the way to connect it. */
export function SalonFields({ name, plugin, onChange }: Props) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const connections = useConnections(KINDS[name]);
  const system = t(`app:menu.${KINDS[name]}`);
  const branches = (connections.data ?? []).flatMap((connection) => connection.branches);
  const page = pageOf(KINDS[name]);
  if (!connections.data && !plugin) return null;
  if (branches.length === 0 && !plugin) {
    if (!canOpen(page)) return null;
    return (
      <div className={classes.plugin}>
        <Text fw={550}>{t('assistants:salon.title', { system })}</Text>
        <Text size="sm" c="dimmed">
          {t('assistants:salon.not_connected')}{' '}
          <Anchor component={Link} to={page} fz="sm" underline="always">
            {t('assistants:salon.connect', { system })}
          </Anchor>
        </Text>
      </div>
    );
  }
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:salon.title', { system })}
        description={t('assistants:salon.what')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? ALL : null)}
      />
      {plugin && (
        <Stack gap="sm" className={classes.inner}>
          {connections.data && branches.length === 0 && (
            <Text size="sm" c="bad">
              {t('assistants:salon.gone', { system })}
            </Text>
          )}
          <Stack gap="xs" role="group" aria-label={t('assistants:salon.deeds')}>
            {DEEDS.map((deed) => (
              <Checkbox
                key={deed}
                label={t(`assistants:salon.${deed}`)}
                checked={plugin[deed]}
                onChange={({ currentTarget }) => onChange({ ...plugin, [deed]: currentTarget.checked })}
              />
            ))}
          </Stack>
          {(branches.length > 1 || plugin.branchIds.length > 0) && (
            <ManySelect
              label={t('assistants:places.branches')}
              placeholder={t('assistants:salon.every_branch')}
              data={withGone(branches, plugin.branchIds, t('assistants:places.gone'))}
              value={plugin.branchIds}
              onChange={(branchIds) => onChange({ ...plugin, branchIds })}
            />
          )}
        </Stack>
      )}
    </div>
  );
}
