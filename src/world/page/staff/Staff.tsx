import {
  ActionIcon,
  Button,
  Card,
  Group,
  Menu,
  Select,
  Skeleton,
  Stack,
  Table as Grid,
  Text,
  Title,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { Action, Row, Table } from './types.ts';
import { useStaffTables } from './use-staff.ts';

const PAGE = 50;
const MAX_ROWS = 500;
const NARROW = '(max-width: 768px)';

type Chosen = { action: Action; row: Row | null };

/** The records of the business in its systems, and what its people can do with them. */
export function Staff() {
  const { t, language } = useTexts();
  const [limit, setLimit] = useState(PAGE);
  const [tableId, setTableId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const { data: tables } = useStaffTables(limit);
  const table = tables?.find(({ id }) => id === tableId) ?? tables?.[0];

  return (
    <Card>
      <Stack gap="md">
        <div>
          <Title order={2} fz={18}>
            {t('staffTitle')}
          </Title>
          <Text fz={13} c="var(--page-quiet)">
            {t('staffHint')}
          </Text>
        </div>
        {!tables && <Skeleton height={260} radius={12} />}
        {tables && !table && <Text c="var(--page-quiet)">{t('staffNone')}</Text>}
        {tables && table && (
          <>
            <Group align="end" gap="sm">
              <Select
                label={t('staffTable')}
                value={table.id}
                onChange={setTableId}
                data={tables.map(({ id, title }) => ({ value: id, label: title[language] }))}
                allowDeselect={false}
                w={isNarrow ? '100%' : 360}
              />
              {table.actions
                .filter(({ isNew }) => isNew)
                .map((action) => (
                  <Button
                    key={action.id}
                    leftSection={<IconPlus size={16} />}
                    onClick={() => setChosen({ action, row: null })}
                  >
                    {action.title[language]}
                  </Button>
                ))}
            </Group>
            {table.rows.length === 0 && <Text c="var(--page-quiet)">{t('staffEmpty')}</Text>}
            {table.rows.length > 0 &&
              (isNarrow ? <Cards table={table} onAct={setChosen} /> : <Rows table={table} onAct={setChosen} />)}
            {table.total > table.rows.length && (
              <Group justify="space-between">
                <Text fz={13} c="var(--page-quiet)">
                  {t('staffShown', { shown: table.rows.length, total: table.total })}
                </Text>
                {limit < MAX_ROWS && (
                  <Button variant="default" onClick={() => setLimit(Math.min(limit + PAGE, MAX_ROWS))}>
                    {t('staffMore')}
                  </Button>
                )}
              </Group>
            )}
            {chosen && <ActionDialog table={table} {...chosen} onClose={() => setChosen(null)} />}
          </>
        )}
      </Stack>
    </Card>
  );
}

type ListProps = { table: Table; onAct(chosen: Chosen): void };

function Rows({ table, onAct }: ListProps) {
  const { t, language } = useTexts();
  return (
    <Grid.ScrollContainer minWidth={600}>
      <Grid verticalSpacing="xs">
        <Grid.Thead>
          <Grid.Tr>
            {table.columns.map((column) => (
              <Grid.Th key={column.en}>{column[language]}</Grid.Th>
            ))}
            <Grid.Th aria-label={t('staffActions')} w={48} />
          </Grid.Tr>
        </Grid.Thead>
        <Grid.Tbody>
          {table.rows.map((row) => (
            <Grid.Tr key={row.id}>
              {row.cells.map((cell, at) => (
                // Cells have no names of their own: their place is their column.
                <Grid.Td key={table.columns[at]?.en ?? at}>{cell}</Grid.Td>
              ))}
              <Grid.Td>
                <RowMenu table={table} row={row} onAct={onAct} />
              </Grid.Td>
            </Grid.Tr>
          ))}
        </Grid.Tbody>
      </Grid>
    </Grid.ScrollContainer>
  );
}

function Cards({ table, onAct }: ListProps) {
  const { language } = useTexts();
  return (
    <Stack gap="sm">
      {table.rows.map((row) => (
        <Card key={row.id} withBorder padding="sm">
          <Group justify="space-between" align="start" wrap="nowrap">
            <Stack gap={4} miw={0}>
              {row.cells.map((cell, at) => (
                <div key={table.columns[at]?.en ?? at}>
                  <Text fz={12} c="var(--page-quiet)">
                    {table.columns[at]?.[language]}
                  </Text>
                  <Text style={{ overflowWrap: 'anywhere' }}>{cell || '–'}</Text>
                </div>
              ))}
            </Stack>
            <RowMenu table={table} row={row} onAct={onAct} />
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

function RowMenu({ table, row, onAct }: ListProps & { row: Row }) {
  const { t, language } = useTexts();
  const actions = table.actions.filter(({ isNew }) => !isNew);
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          aria-label={`${t('staffActions')}: ${row.cells[0] ?? row.id}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action.id} onClick={() => onAct({ action, row })}>
            {action.title[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
