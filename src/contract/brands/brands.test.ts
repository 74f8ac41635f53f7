import { expect, test } from 'vitest';
import { apiOrigin, brandOfHost, BRANDS } from './brands.ts';

const development = { knowsLocal: true };
const production = { knowsLocal: false };

test('a host selects its brand whatever its case, port or trailing dot', () => {
  expect(brandOfHost('MedFlex.Frontdesk.example:8443', production)?.key).toBe('medflex');
  expect(brandOfHost('quality.localhost:3000', development)?.key).toBe('quality');
  expect(brandOfHost('app.frontdesk.example.', production)?.key).toBe('main');
});

test('localhost is the main cabinet in development only', () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) {
    expect(brandOfHost(host, development)?.key).toBe('main');
    expect(brandOfHost(host, production)).toBeUndefined();
  }
});

test('local host names have no brand where sign-in by others is required', () => {
  for (const { hosts } of Object.values(BRANDS)) {
    const local = hosts.find((host) => host.endsWith('.localhost')) ?? '';
    expect(brandOfHost(local, development)).toBeDefined();
    expect(brandOfHost(local, production)).toBeUndefined();
  }
  expect(brandOfHost('app.localhost', { ...production, extraHosts: { 'app.localhost': 'main' } })?.key).toBe('main');
});

test('an unknown host has no brand', () => {
  expect(brandOfHost('evil.example', development)).toBeUndefined();
  expect(brandOfHost('app.frontdesk.example.evil.example', production)).toBeUndefined();
  expect(brandOfHost('', production)).toBeUndefined();
});

test('a deployment can serve hosts of its own', () => {
  const hosts = { ...production, extraHosts: { 'Cabinet.Salon.ru:443': 'region' } as const };
  expect(brandOfHost('cabinet.salon.ru', hosts)?.key).toBe('region');
});

test('no host belongs to two brands', () => {
  const hosts = Object.values(BRANDS).flatMap((brand) => brand.hosts);
  expect(hosts).toEqual([...new Set(hosts)]);
});

test('each domain sells the tariffs of the specification', () => {
  const tariffIds = Object.fromEntries(Object.values(BRANDS).map((brand) => [brand.key, brand.tariffIds]));
  expect(tariffIds).toMatchObject({
    main: [0, 1, 3, 9, 4, 5, 13, 14, 15, 16, 17, 19, 20],
    distribution: [13],
    assistant: [20],
    dashboard: [20],
    medflex: [25],
  });
});

test('AI domains and MedFlex have no account settings and no promo codes', () => {
  for (const key of ['assistant', 'dashboard', 'medflex'] as const) {
    expect(BRANDS[key].features).toMatchObject({ accountSettings: false, promocodes: false });
  }
  expect(BRANDS.dashboard.features.languageSelect).toBe(false);
  expect(BRANDS.medflex.features.languageSelect).toBe(false);
});

test('the second region has an API host of its own, local pages call their own host', () => {
  expect(apiOrigin(BRANDS.region, 'https://region.frontdesk.example')).toBe('https://region.frontdesk.example');
  expect(apiOrigin(BRANDS.region, 'http://region.localhost:3000')).toBe('http://region.localhost:3000');
  expect(apiOrigin(BRANDS.main, 'https://app.frontdesk.example')).toBe('https://app.frontdesk.example');
  expect(apiOrigin(BRANDS.region, 'https://cabinet.salon.ru')).toBe('https://cabinet.salon.ru');
});
