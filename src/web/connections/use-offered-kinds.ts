import { isYclientsCountry } from '#contract/brands/countries.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { TYPED_KINDS, type TypedKind } from './connection-appearances.ts';

/** The systems that can be connected, first the booking system of the cabinet's country. */
export function useOfferedKinds(): readonly [TypedKind, ...TypedKind[]] {
  const { countryId } = useCurrentUser();
  const usual: TypedKind = isYclientsCountry(countryId) ? 'yclients' : 'altegio';
  return [usual, ...TYPED_KINDS.filter((kind) => kind !== usual)];
}
