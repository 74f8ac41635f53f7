import { expect, test } from 'vitest';
import { BRANDS, VARIANT_REDIRECTS } from './brands.ts';
import { hasRoute } from './route-tables.ts';

const brands = Object.values(BRANDS);

test.each(brands)('every place of the menu of $key is in its route table', ({ sidebar, variant }) => {
  const places = sidebar.flatMap(({ path, children }) => children?.map((child) => child.path) ?? [path]);
  expect(places.filter((path) => !hasRoute(variant, path) && path !== '/account/quickstart')).toEqual([]);
});

test.each(brands)('every redirect of $key leads into its route table', ({ variant }) => {
  expect(Object.values(VARIANT_REDIRECTS[variant]).filter((to) => !hasRoute(variant, to))).toEqual([]);
});

test('a variant has what it adds, and not what others have', () => {
  const having = (path: string) => brands.filter(({ variant }) => hasRoute(variant, path)).map(({ key }) => key);
  expect(having('/flows/edit/$workflowId/{-$step}')).toEqual(['main', 'region']);
  expect(having('/templates')).toEqual(['main', 'region']);
  expect(having('/conversion')).toEqual(['dashboard']);
  expect(having('/reports/5')).toEqual(['quality']);
  expect(having('/widgets/reviews/rating/5')).toEqual(having('/reviews'));
  expect(having('/insights/conversion')).toEqual(['main', 'region']);
  expect(having('/accounts/twilio')).toEqual(['main', 'distribution', 'dashboard', 'region']);
  expect(having('/account/login')).toHaveLength(7);
  expect(having('/Accounts/Twilios')).toEqual(['main', 'region']);
});

test('the distribution domain has no home of its own: it begins with mailings', () => {
  expect(hasRoute('distributions_first', '/')).toBe(false);
  expect(VARIANT_REDIRECTS.distributions_first['/']).toBe('/distributions');
});
