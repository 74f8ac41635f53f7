import type { Selectable } from 'kysely';
import { type BrandKey, BRANDS } from '#contract/brands/brands.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import type { Language } from '#contract/primitives.ts';
import { listAnswering } from '#server/assistants/storage/assistant-queries.ts';
import { listFlowRows } from '#server/flows/storage/reads.ts';
import { candidatesFor } from '#server/models/offer-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { getPageOf } from '#server/reviews/widgets/actions.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { PastAssistant, Setting } from './setting.ts';
import type { PastService } from './year.ts';

/** Reads what the year is written about. */
export async function readSetting(scope: TenantScope, config: Config): Promise<Setting> {
  const { tx, tenantId } = scope;
  const tenant = await getTenant(scope);
  const branches = await tx
    .selectFrom('branches as b')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.tenant_id', '=', 'b.tenant_id').onRef('c.id', '=', 'b.connection_id'),
    )
    .select(['b.id', 'b.title', 'b.address', 'b.phone', 'b.time_zone', 'b.currency', 'c.kind'])
    .where('b.tenant_id', '=', tenantId)
    .where('b.is_active', '=', true)
    .where('b.removed_at', 'is', null)
    .orderBy('b.external_id')
    .execute();
  const placesReading = (reads: 'visits' | 'orders') =>
    branches
      .filter(({ kind }) => connectionKind(kind as ConnectionKind).reads === reads)
      .map(({ time_zone: zone, kind: _kind, ...place }) => ({ ...place, timeZone: zone }));
  const masters = await tx
    .selectFrom('masters')
    .select(['id', 'branch_id', 'name', 'specialization'])
    .where('tenant_id', '=', tenantId)
    .orderBy('external_id')
    .execute();
  const services = await tx
    .selectFrom('services')
    .select(['id', 'branch_id', 'title', 'price_minor', 'duration_minutes'])
    .where('tenant_id', '=', tenantId)
    .orderBy('external_id')
    .execute();
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'kind'])
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .execute();
  const business = BRANDS[tenant.brand].demo;
  return {
    business,
    language: tenant.customerLanguage,
    businessName: tenant.name,
    timeZone: tenant.timeZone,
    maps: (await getPageOf(scope, null)).settings.maps.map(({ service }) => service),
    channels,
    flows: await listFlowRows(scope),
    restaurants: placesReading('orders'),
    assistant: await readAssistant(scope, config, tenant.brand),
    branches: placesReading('visits').map((branch) => {
      const own = masters.filter(({ branch_id }) => branch_id === branch.id);
      const offered = services.filter(({ branch_id }) => branch_id === branch.id);
      return {
        ...branch,
        masters: own.map(({ id, name }) => ({ id, name })),
        services: business === 'clinic' ? appointmentsOf(own, tenant.customerLanguage) : offered.map(toService),
      };
    }),
  };
}

type ServiceRow = Pick<Selectable<DB['services']>, 'id' | 'title' | 'price_minor' | 'duration_minutes'>;

const toService = ({ id, title, price_minor, duration_minutes }: ServiceRow): PastService => ({
  id,
  title,
  priceMinor: Number(price_minor ?? 0),
  minutes: duration_minutes ?? 60,
});

const APPOINTMENT_MINUTES = 30;
/** The price of an appointment in the currency of the clinic of each language. */
const APPOINTMENT_MINOR: Readonly<Record<Language, number>> = { ru: 260_000, en: 10_500, pt_br: 32_000, uk: 80_000 };

/** A clinic has no catalogue: a doctor's appointment is of their speciality. */
const appointmentsOf = (
  doctors: readonly Pick<Selectable<DB['masters']>, 'id' | 'specialization'>[],
  language: Language,
): PastService[] =>
  doctors.map(({ id, specialization }) => ({
    id: null,
    title: specialization ?? '',
    priceMinor: APPOINTMENT_MINOR[language],
    minutes: APPOINTMENT_MINUTES,
    masterId: id,
  }));

/** The assistant that answers, with the model that answers first. */
async function readAssistant(scope: TenantScope, { ai }: Config, brand: BrandKey): Promise<PastAssistant | null> {
  const [assistant] = await listAnswering(scope);
  if (!assistant?.published) return null;
  const { version, settings } = assistant.published;
  const [first] = candidatesFor(ai, brand, settings.model);
  if (!first) return null;
  const model = `${first.provider.name}/${first.model.model}`;
  return { id: assistant.id, version, model, channelIds: settings.channelIds };
}
