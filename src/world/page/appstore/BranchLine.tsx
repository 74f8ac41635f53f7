import { Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { AppStoreBranch, Vendor } from '../types.ts';

const APPEARANCES = {
  none: { color: 'gray', text: 'appNone' },
  uninstalled: { color: 'gray', text: 'appNone' },
  pending: { color: 'yellow', text: 'appPending' },
  active: { color: 'green', text: 'appActive' },
  freeze: { color: 'orange', text: 'appFrozen' },
} as const;

type Props = { vendor: Vendor; branch: AppStoreBranch; isChosen: boolean; onToggle(): void };

/** One branch of the owner: whether the application is installed, and the possible actions. */
export function BranchLine({ vendor, branch, isChosen, onToggle }: Props) {
  const { t } = useTexts();
  const { companyId, title, city, status } = branch;
  const { color, text } = APPEARANCES[status ?? 'none'];
  const isIn = status === 'active' || status === 'freeze';
  const order = (what: 'disconnect' | 'freeze' | 'thaw') =>
    void act('POST', `/_sim/${vendor}/marketplace/${what}`, { companyId });
  return (
    <Group justify="space-between" py={6} gap="xs">
      <Checkbox
        checked={isIn || isChosen}
        disabled={isIn}
        onChange={onToggle}
        label={
          <>
            {title}
            <Text fz={13} c="var(--page-quiet)">
              {city}
            </Text>
          </>
        }
      />
      <Group gap={6}>
        <Badge variant="light" color={color}>
          {t(text)}
        </Badge>
        {isIn && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => order(status === 'freeze' ? 'thaw' : 'freeze')}>
              {t(status === 'freeze' ? 'appThaw' : 'appFreeze')}
            </Button>
            <Button size="compact-sm" variant="light" color="red" onClick={() => order('disconnect')}>
              {t('appDisconnect')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
