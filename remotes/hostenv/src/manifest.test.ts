import { LANGUAGES, meets, type Conditions, type Language } from '@sitedeck/contract';
import manifest from '../remote.json';

const hostOf = (language: Language) =>
  ({ role: 'USER', language, productType: '', instanceType: '', plugin: 0, caged: true }) as const;

/** Addresses of the pages, or of the menu entries, that a host gets. */
const pathsFor = (language: Language, entries: readonly (Conditions & { readonly path: string })[]) =>
  entries.filter((entry) => meets(hostOf(language), entry)).map(({ path }) => path);

const parts = [
  ['menu', manifest.menu as readonly (Conditions & { readonly path: string })[]],
  ['routes', manifest.routes as readonly (Conditions & { readonly path: string })[]],
] as const;

it.each(parts)('offers PHP and .NET in the %s of their own hosts alone', (_part, entries) => {
  const languagesWith = (path: string) =>
    LANGUAGES.filter((language) => pathsFor(language, entries).includes(path));
  expect(languagesWith('/hostEnvSet/php')).toEqual(['PHP']);
  expect(languagesWith('/hostEnvSet/dNet')).toEqual(['NET']);
  expect(languagesWith('/hostEnvSet/cron')).toEqual(['PHP', 'NET']);
  expect(languagesWith('/hostEnvSet/home')).toEqual([...LANGUAGES]);
});
