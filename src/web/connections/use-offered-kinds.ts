import { isYclientsCountry } from '#contract/brands/countries.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { TYPED_KINDS, type TypedKind } from './connection-appearances.ts';

/** The systems that can be connected, first the booking system of the brand or of the cabinet's country. */
export function useOfferedKinds(): readonly [TypedKind, ...TypedKind[]] {
  const { countryId } = useCurrentUser();
  const ofCountry: TypedKind = isYclientsCountry(countryId) ? 'yclients' : 'altegio';
  const usual: TypedKind = brand.variant === 'medical' ? 'medflex' : ofCountry;
  return [usual, ...TYPED_KINDS.filter((kind) => kind !== usual)];
}
