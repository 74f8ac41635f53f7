import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { Action, Field, Row, Table } from './types.ts';

/** @param limit rows of each table */
export const useStaffTables = (limit: number) =>
  useQuery({
    queryKey: ['staff', limit],
    queryFn: () => call<{ tables: Table[] }>('GET', `/_sim/staff?limit=${limit}`),
    select: ({ tables }) => tables,
    placeholderData: keepPreviousData,
  });

const pathOf = (table: Table, action: Action) =>
  `/_sim/staff/${encodeURIComponent(table.id)}/${encodeURIComponent(action.id)}`;

/** The fields of an action, as they are when its dialog opens. */
export const useStaffFields = (table: Table, action: Action, row: Row | null) =>
  useQuery({
    queryKey: ['staff-fields', table.id, action.id, row?.id],
    queryFn: () =>
      call<{ fields: Field[] }>('GET', `${pathOf(table, action)}${row ? `?row=${encodeURIComponent(row.id)}` : ''}`),
    select: ({ fields }) => fields,
    gcTime: 0,
    staleTime: Infinity,
  });

/** @throws {Refusal} */
export const runStaffAction = (table: Table, action: Action, row: Row | null, values: Record<string, string>) =>
  call('POST', pathOf(table, action), { row: row?.id ?? null, values });
