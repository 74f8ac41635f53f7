import type { MedflexPlugin } from '#contract/assistants/settings.ts';
import type { ToolScope } from '#server/assistants/plugins/tool-scope.ts';
import type { ClinicCaller, ClinicFacts, ClinicProvider, DoctorFacts } from '#server/connections/clinic-port.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { openAccount } from './account-actions.ts';
import { type ClinicRefusal, refuse } from './clinic-results.ts';

// NOTE: a process: it calls the clinic's system between transactions.

/** The arguments that all clinic functions of one turn share. */
export type ClinicDesk = { ctx: SourceContext; scope: ToolScope; plugin: MedflexPlugin };

/** The clinics that the owner chose, and the doctors who work there. */
export type OpenClinic = {
  provider: ClinicProvider;
  caller: ClinicCaller;
  /** The cabinet's: the clinic's system names no zone. */
  timeZone: string;
  currency: string;
  clinics: readonly ClinicFacts[];
  doctors: readonly DoctorFacts[];
};

/** Opens the clinic's account and reads its clinics and doctors. */
export async function openClinic({ ctx, scope, plugin }: ClinicDesk): Promise<OpenClinic | ClinicRefusal> {
  const { tenantId, signal } = scope;
  const account = await openAccount(ctx, tenantId, plugin.connectionId);
  if (!account) return refuse('unsupported');
  const { provider, token } = account;
  const caller: ClinicCaller = { tenantId, isUrgent: true, token, signal };
  const { timeZone, currency } = await withTenant(ctx, tenantId, getTenant);
  const listed = await catalogueOf(provider, caller);
  if (!listed) return refuse('failed');
  const clinics = listed.clinics.filter(({ externalId }) => isChosen(plugin, externalId));
  const ids = new Set(clinics.map(({ externalId }) => externalId));
  const doctors = listed.doctors.filter(({ clinicIds }) => clinicIds.some((id) => ids.has(id)));
  return { provider, caller, timeZone, currency, clinics, doctors };
}

const isChosen = ({ lpuIds }: MedflexPlugin, id: string) => lpuIds.length === 0 || lpuIds.includes(id);

type Catalogue = { clinics: readonly ClinicFacts[]; doctors: readonly DoctorFacts[] };

/** Clinics and doctors change rarely, and the calls of one token are few: each process keeps them for a while. */
const CATALOGUE_MS = 5 * 60_000;
const MAX_CATALOGUES = 200;
const catalogues = new WeakMap<ClinicProvider, Map<string, Catalogue & { readAt: number }>>();

async function catalogueOf(provider: ClinicProvider, caller: ClinicCaller): Promise<Catalogue | null> {
  const read = catalogues.get(provider) ?? new Map<string, Catalogue & { readAt: number }>();
  catalogues.set(provider, read);
  const key = `${caller.tenantId} ${caller.token}`;
  const known = read.get(key);
  if (known && performance.now() - known.readAt < CATALOGUE_MS) return known;
  const clinics = await provider.listClinics(caller);
  if (!clinics.isOk) return null;
  const doctors = await provider.listDoctors(
    caller,
    clinics.value.map(({ externalId }) => externalId),
  );
  if (!doctors.isOk) return null;
  if (read.size >= MAX_CATALOGUES) read.clear();
  const catalogue = { clinics: clinics.value, doctors: doctors.value };
  read.set(key, { ...catalogue, readAt: performance.now() });
  return catalogue;
}
