import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { StaffAction, StaffTable } from '../sim/service.ts';
import type { Channel } from '../sim/journal.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError, found, readOrder } from '../values/control-error.ts';
import { SERVICES } from './services.ts';

const Shown = z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(50) });
const OfRow = z.strictObject({ row: z.string().optional() });
const Order = z.strictObject({
  row: z.string().nullable().default(null),
  values: z.record(z.string(), z.string()).default({}),
});

type Address = { Params: { table: string; action: string } };
type Declared = { service: Channel; table: StaffTable };

/** Records that the people of a business see in the vendors' own interfaces, by the tables that services declare. */
export function serveStaff(app: FastifyInstance, sim: Sim, services = SERVICES): void {
  const declared: readonly Declared[] = services.flatMap(({ name, staff = [] }) =>
    staff.map((table) => ({ service: name, table })),
  );
  app.get('/_sim/staff', async (request) => {
    const { limit } = readOrder(Shown, request.query);
    return { tables: declared.map(({ service, table }) => shown(sim, service, table, limit)) };
  });
  app.get<Address>('/_sim/staff/:table/:action', async (request) => {
    const { table, action } = addressed(declared, request.params);
    const rowId = rowOf(sim, { table, action, row: readOrder(OfRow, request.query).row ?? null });
    return { fields: action.fields(sim, rowId) };
  });
  app.post<Address>('/_sim/staff/:table/:action', async (request) => {
    const { service, table, action } = addressed(declared, request.params);
    const { row, values } = readOrder(Order, request.body);
    const rowId = rowOf(sim, { table, action, row });
    action.run(sim, rowId, checked(sim, { action, rowId, values }));
    sim.changed(service);
    return {};
  });
}

/** A table with its newest rows. */
function shown(sim: Sim, service: Channel, { id, title, columns, rows, actions }: StaffTable, limit: number) {
  const all = rows(sim);
  return {
    id,
    service,
    title,
    columns,
    rows: all.slice(0, limit),
    total: all.length,
    actions: actions.map((action) => ({ id: action.id, title: action.title, isNew: action.isNew === true })),
  };
}

function addressed(declared: readonly Declared[], params: Address['Params']): Declared & { action: StaffAction } {
  const one = found(
    declared.find(({ table }) => table.id === params.table),
    'table',
  );
  const action = found(
    one.table.actions.find(({ id }) => id === params.action),
    'action',
  );
  return { ...one, action };
}

/** @throws {ControlError} where an action of a row is given none that exists */
function rowOf(
  sim: Sim,
  { table, action, row }: { table: StaffTable; action: StaffAction; row: string | null },
): string | null {
  if (action.isNew) return null;
  return found(
    table.rows(sim).find(({ id }) => id === row),
    'row',
  ).id;
}

/** The values of the fields that were asked for: one left out stays as it is. */
function checked(
  sim: Sim,
  { action, rowId, values }: { action: StaffAction; rowId: string | null; values: Record<string, string> },
): Record<string, string> {
  const fields = action.fields(sim, rowId);
  const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw new ControlError(400, `unknown field ${unknown}`);
  return Object.fromEntries(
    fields.map(({ name, options, value: before }) => {
      const value = values[name] ?? before;
      if (options && value !== '' && !options.some((option) => option.value === value))
        throw new ControlError(400, `${name}: no such option`);
      return [name, value];
    }),
  );
}
